"""The verbs of the command line, a module each."""

INTERRUPTED = 130
"""The exit status of what Ctrl-C has stopped, as shells have it."""
