"""Models of a machine: geometry, velocities, dynamics, singularities, reduction, and checks of its description."""
