"""The post: every mail of the spool, from who wrote it to its answer."""
