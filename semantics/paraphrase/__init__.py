"""Which texts say the same, or nearly: their words, without what carries nothing."""
