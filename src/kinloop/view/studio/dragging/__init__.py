"""Moves of the tool and of the joints that keep the mode."""
