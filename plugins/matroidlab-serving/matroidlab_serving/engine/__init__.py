"""The service in numbers: items, segments, rounds and the commands that change them; no file, no clock, no thread."""
