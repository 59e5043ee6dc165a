multiplier.v
