"""The parts that the adapters of external engines share."""
