from support import profile  # noqa: F401 - sets how the laws draw examples
