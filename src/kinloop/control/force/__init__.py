"""Laws that control forces: impedance, admittance, force, hybrid motion and force."""
