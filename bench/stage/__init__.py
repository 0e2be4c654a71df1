"""What benchmarks are played on: a database of their own, made-up data of real size, the peers to
be measured against."""
