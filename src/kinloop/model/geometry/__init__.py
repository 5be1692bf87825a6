"""Every configuration: closed forms, homotopy, many starts; one of them by mode or nearness."""
