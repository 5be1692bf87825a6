"""Studies of [DemuttiRosi2020], the Biglide with ADAMS: lines 1 to 16 of the checklist."""
