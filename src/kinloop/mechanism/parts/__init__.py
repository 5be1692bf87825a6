"""The parts of a description, units, and hints on what was meant."""
