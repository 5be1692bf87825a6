"""Studies of [ContiPagano], the Biglide with Gazebo: lines 17 to 22 of the checklist."""
