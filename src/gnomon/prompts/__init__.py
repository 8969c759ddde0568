"""The prompts we send to models, as files; this room knows nothing of tutoring."""

from gnomon.prompts.fencing import Fenced, fence, in_one_line
from gnomon.prompts.prompt import FilledPrompt, Prompt, PromptError, load, names, read

__all__ = ["Fenced", "FilledPrompt", "Prompt", "PromptError", "fence", "in_one_line", "load", "names", "read"]
