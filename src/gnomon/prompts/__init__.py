"""The prompts we send to models, as files; this room knows nothing of tutoring."""

from gnomon.prompts.fencing import Fenced, fence, in_one_line
from gnomon.prompts.prompt import FilledPrompt, Prompt, PromptError, load, names, packaged, read
from gnomon.prompts.replacing import own_prompts, replace_prompts

__all__ = [
    "Fenced",
    "FilledPrompt",
    "Prompt",
    "PromptError",
    "fence",
    "in_one_line",
    "load",
    "names",
    "own_prompts",
    "packaged",
    "read",
    "replace_prompts",
]
