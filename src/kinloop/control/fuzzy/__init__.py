"""Fuzzy control: membership functions and rules as data, inference on symbols, and the law."""
