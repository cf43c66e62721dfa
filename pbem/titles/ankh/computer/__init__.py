"""Players that are no persons."""
