"""What a page asks for, read with care: laws, motions, plants, experiments, sweeps."""
