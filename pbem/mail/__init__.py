"""Mail, both ways."""
