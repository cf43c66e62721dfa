"""What people see of the expansion, and its words."""
