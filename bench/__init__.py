"""`make bench`: what pbem costs, as ratios to a base measured in the same run."""

import pbem

pbem.own_process = True  # as the program measures itself
