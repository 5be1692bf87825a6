"""[Aissani2021], lines 29 to 40 of the checklist: a SCARA robot, from its kinematics to its control."""
