"""What people typed into a mail: answers, commands and talk."""
