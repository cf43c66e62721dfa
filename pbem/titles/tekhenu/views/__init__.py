"""What a reader may know of a table, and what `pbem rules` looks up."""
