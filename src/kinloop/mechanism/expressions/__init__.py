"""Numbers written as expressions of parameters."""
