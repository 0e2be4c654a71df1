"""Arrays in, arrays out: the arithmetic, with slow twins and oracles."""
