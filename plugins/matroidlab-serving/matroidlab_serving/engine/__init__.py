"""The service in numbers: items, segments, rounds and the commands that change them.

Nothing here opens a file, reads a clock or starts a thread.
"""
