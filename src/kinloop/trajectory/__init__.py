"""What a machine should do: references as functions of time."""
