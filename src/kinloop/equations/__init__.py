"""Writes a tape as SymPy expressions, readable text and LaTeX."""
