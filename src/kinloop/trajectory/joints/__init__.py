"""The joints along a trajectory, by continuation."""
