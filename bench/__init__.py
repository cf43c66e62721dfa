"""`make bench`: what pbem costs, as ratios to a base measured in the same run."""
