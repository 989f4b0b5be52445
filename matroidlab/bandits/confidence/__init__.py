"""From what was seen to lower and upper bounds: one module for each kind of bound."""
