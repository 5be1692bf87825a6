"""Motions through Type 2 singularities: their plans, and the law that follows them."""
