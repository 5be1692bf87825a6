"""Writes a tape as C source."""
