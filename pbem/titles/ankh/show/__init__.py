"""What people see of Ankh: board, log lines, words of questions."""
