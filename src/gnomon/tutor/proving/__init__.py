"""The tutor of statements to prove: what a learner has established, what to say next, and what it may not say yet."""
