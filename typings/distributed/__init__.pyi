# What we use of distributed: an optional extra, so type checks must not need it installed.

from collections.abc import Callable, Iterable
from typing import Any, Generic, Literal, Self, TypeVar

_Result = TypeVar("_Result")

class KilledWorker(Exception): ...  # noqa: N818

class Future(Generic[_Result]):
    @property
    def status(self) -> Literal["pending", "cancelled", "finished", "lost", "error"]: ...

class LocalCluster:
    def __init__(
        self,
        *,
        threads_per_worker: int | None = None,
        dashboard_address: str | None = ":8787",
        silence_logs: int | bool = ...,
        **worker_kwargs: Any,
    ) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, exc_type: object, exc_value: object, traceback: object) -> None: ...

class Client:
    status: str
    scheduler: Any
    loop: Any
    def __init__(
        self, address: str | LocalCluster | None = None, *, timeout: float = ..., **kwargs: Any
    ) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, exc_type: object, exc_value: object, traceback: object) -> None: ...
    def submit(
        self,
        func: Callable[..., _Result],
        *args: Any,
        retries: int | None = None,
        pure: bool = ...,
        **kwargs: Any,
    ) -> Future[_Result]: ...
    def map(
        self,
        func: Callable[..., _Result],
        *iterables: Iterable[Any],
        key: str | list[str] | None = None,
        retries: int | None = None,
        priority: int = 0,
        pure: bool = ...,
        **kwargs: Any,
    ) -> list[Future[_Result]]: ...
    def gather(self, futures: list[Future[_Result]]) -> list[_Result]: ...
    def run(
        self, function: Callable[..., Any], *args: Any, on_error: str = ..., **kwargs: Any
    ) -> dict[str, Any]: ...
    def scheduler_info(self, n_workers: int = ..., **kwargs: Any) -> dict[str, Any]: ...
    def sync(
        self,
        func: Callable[..., Any],
        *args: Any,
        callback_timeout: float | None = None,
        **kwargs: Any,
    ) -> Any: ...
    def register_worker_callbacks(self, setup: Callable[[], object]) -> dict[str, Any]: ...

class as_completed(Generic[_Result]):  # noqa: N801
    def __init__(
        self,
        futures: Iterable[Future[_Result]],
        loop: Any = None,
        *,
        with_results: bool = False,
        raise_errors: bool = True,
    ) -> None: ...
    def is_empty(self) -> bool: ...
    def next_batch(self, block: bool = True) -> list[tuple[Future[_Result], Any]]: ...
