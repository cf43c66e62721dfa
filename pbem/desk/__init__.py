"""The desk: joins the store, the engine and the post. Command line and mail both work through it."""
