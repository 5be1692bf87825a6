"""Studies of [LeePalma], the Biglide with ADAMS, through Type 1 and Type 2: lines 41 to 49 of the checklist."""
