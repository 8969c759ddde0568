"""Answers in numbers to the questions of other tutors."""
