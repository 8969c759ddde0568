"""``python -m gnomon.cli``: the command line where the program ``gnomon`` is not on the path."""

from gnomon.cli import main

main()
