"""The teacher's desk: classes, learners, assigned problems, what came of them, dialogues replayed, turns that wait for them."""
