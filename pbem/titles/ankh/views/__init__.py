"""What a seat may see of a table, and what can be looked up."""
