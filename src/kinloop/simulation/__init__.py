"""Plants, the sampled loop, records and many runs at once."""
