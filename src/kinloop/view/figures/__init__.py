"""Figures, animations and what a notebook shows, drawn with matplotlib; nothing here opens a window."""
