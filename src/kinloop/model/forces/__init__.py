"""Wrenches, reactions, statics and small motions."""
