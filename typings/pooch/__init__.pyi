# What matroidlab uses of pooch, which has annotations but does not say so.
import logging
import os

class HTTPDownloader:
    def __init__(self, progressbar: bool = ..., chunk_size: int = ..., *, timeout: float = ...) -> None: ...

def get_logger() -> logging.Logger: ...
def retrieve(
    url: str,
    known_hash: str | None = ...,
    fname: str | None = ...,
    path: str | os.PathLike[str] | None = ...,
    *,
    downloader: HTTPDownloader | None = ...,
    progressbar: bool = ...,
) -> str: ...
