"""What needs the extra `models`; tests/conftest.py leaves it out where PyTorch is not installed."""
