"""The symbolic tutor: verdicts, diagnosis, the plan of the next turn, its words."""
