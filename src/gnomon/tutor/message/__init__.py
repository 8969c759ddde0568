"""What a learner's message says: tokens, clauses, claims, the kind of message it is."""
