"""The answer guard: what an utterance gives away."""
