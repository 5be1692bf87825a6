"""What comes into a run from outside: references, noise, wrenches."""
