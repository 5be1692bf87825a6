"""What is seen: figures, the scene of a machine in three dimensions, pages with a player, and the studio."""
