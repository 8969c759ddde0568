"""The reviewers' desk: batches and who annotates them, the queue of submitted dialogues, agreement, exports."""
