"""Documents and texts laid out: in columns, and as HTML."""
