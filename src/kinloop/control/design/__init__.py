"""Design of control laws: gains from poles, bounds on gains and periods, figures of step responses."""
