"""All solutions of hexapods and six-joint arms, by parameter homotopy from shipped start systems."""
