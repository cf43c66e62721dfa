"""The Palace, and what may be said of it ahead."""
