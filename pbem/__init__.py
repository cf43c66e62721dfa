"""pbem: a play-by-email turn processor for deep board games."""

__version__ = "0.1.0"

own_process = False
"""Whether pbem runs as a program: it may then set up the libraries of its process to suit itself (ADR 18)."""
