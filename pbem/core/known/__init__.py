"""What everybody knows of a table, and how it is written beside the table itself."""
