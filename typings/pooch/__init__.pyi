# What matroidlab uses of pooch, which has annotations but does not say so.
import logging
import os
from collections.abc import Callable
from io import RawIOBase

class HTTPDownloader:
    def __init__(
        self, progressbar: bool = ..., chunk_size: int = ..., *, timeout: float = ...
    ) -> None: ...
    def __call__(self, url: str, output_file: str | RawIOBase, pooch: object) -> None: ...

def get_logger() -> logging.Logger: ...
def retrieve(
    url: str,
    known_hash: str | None = ...,
    fname: str | None = ...,
    path: str | os.PathLike[str] | None = ...,
    *,
    downloader: Callable[[str, str, object], None] | None = ...,
    progressbar: bool = ...,
) -> str: ...
