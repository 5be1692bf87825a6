"""MuJoCo as a plant."""
