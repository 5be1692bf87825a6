"""What the adapters of external engines share."""
