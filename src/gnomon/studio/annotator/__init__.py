"""The annotation desk: consent, onboarding, dialogues with a simulated student, debrief, what is earned."""
