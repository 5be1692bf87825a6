"""What a run is simulated with: sensors, actuators, environment, recording and plants."""
