"""The sampled closed loop: its options, its run and its record."""
