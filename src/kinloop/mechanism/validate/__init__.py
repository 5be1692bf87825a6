"""Checks of a description that report every fault together."""
