"""What `bench.coverage` simulates, a module for each kind of number."""
