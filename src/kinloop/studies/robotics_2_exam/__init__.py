"""[RoboticsExam2016], lines 23 to 28 of the checklist: two links in a vertical plane, the second at a constant angle."""
