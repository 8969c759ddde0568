"""Messages of learners: what the tutor hears, with a model as second reader or without."""

from gnomon.benchmark.messages.task import Messages, MessagesOptions, build

__all__ = ["Messages", "MessagesOptions", "build"]
