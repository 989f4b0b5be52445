"""From statistics to lower and upper bounds: one module for each kind of bound."""
