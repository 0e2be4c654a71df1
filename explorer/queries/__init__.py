"""What the explorer reads, for readers: a rater would learn from it what to answer."""
