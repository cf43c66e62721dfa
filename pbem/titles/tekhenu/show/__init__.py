"""What people see of Tekhenu: the board as a document and as a picture, log lines, option texts, the tables."""
