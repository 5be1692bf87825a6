"""What the three reports on the Biglide share: states, paths, and runs on engines."""
