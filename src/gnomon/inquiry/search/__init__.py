"""Candidate search, the choice of problems, and the training rows that a search gives."""
