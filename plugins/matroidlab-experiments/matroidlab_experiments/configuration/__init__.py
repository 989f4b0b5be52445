"""From a TOML file to checked experiments."""
