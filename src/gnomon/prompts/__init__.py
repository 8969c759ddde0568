"""The prompts we send to models, as files; this room knows nothing of tutoring."""

from gnomon.prompts.prompt import FilledPrompt, Prompt, PromptError, load, names, read

__all__ = ["FilledPrompt", "Prompt", "PromptError", "load", "names", "read"]
