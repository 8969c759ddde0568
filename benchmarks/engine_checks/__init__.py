"""What the engine's benchmark is made of: the problems with their key, the run, the check of every proof, the figures."""
