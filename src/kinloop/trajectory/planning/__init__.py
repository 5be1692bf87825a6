"""What a motion meets, and the fastest one along a path."""
