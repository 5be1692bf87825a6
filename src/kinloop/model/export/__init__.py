"""Export of a machine to MJCF files for other programs."""
