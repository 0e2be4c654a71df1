"""What a release says of itself, as files: pure, from facts that were read before."""
