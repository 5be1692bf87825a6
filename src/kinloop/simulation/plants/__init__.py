"""The plants of kinloop: native, adaptive and kinematic."""
