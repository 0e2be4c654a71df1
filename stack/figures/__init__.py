"""What Prometheus asks at /metrics."""
