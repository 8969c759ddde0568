"""The problem editor: from a picture and words to a checked problem, corrected by hand; ``docs/studio-editor.md``."""
