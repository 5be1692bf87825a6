"""Records formulas as tapes of scalar steps, and rewrites tapes."""
