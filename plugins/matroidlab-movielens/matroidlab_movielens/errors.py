from matroidlab.errors import MatroidLabError


class MissingDataError(MatroidLabError, FileNotFoundError):
    """The data are not where they were looked for; the message says how to get them."""


class MalformedDataError(MatroidLabError, ValueError):
    """A file is not what it should be: which file, which line, and what to do."""


class FetchError(MatroidLabError, OSError):
    """The data could not be fetched; the message says what to do by hand."""
