"""What the API shows of pooling, and what it takes."""
