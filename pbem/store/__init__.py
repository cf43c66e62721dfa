"""Games at rest: files, locks, schemas, history, index, archive."""
