"""Paths of the tool, and motions along them."""
