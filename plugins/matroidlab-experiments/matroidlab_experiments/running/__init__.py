"""Running experiments: blocks of lanes, resumed where they stopped."""
