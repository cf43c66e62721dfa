"""Mail in both directions: composing and handing over, reading and checking."""
