"""The offline pair: a student and a teacher that need no model."""
