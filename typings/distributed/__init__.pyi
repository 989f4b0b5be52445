# What we use of distributed: an optional extra, so type checks must not need it installed.

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Literal, Self, TypeVar, overload

_Result = TypeVar("_Result")

class Future(Generic[_Result]):
    key: str
    @property
    def status(self) -> Literal["pending", "cancelled", "finished", "lost", "error"]: ...
    def done(self) -> bool: ...
    def result(self, timeout: float | None = None) -> _Result: ...
    def exception(self, timeout: float | None = None, **kwargs: Any) -> BaseException | None: ...
    def cancel(self, reason: str | None = None, msg: str | None = None, **kwargs: Any) -> None: ...

class LocalCluster:
    def __init__(
        self,
        name: str | None = None,
        n_workers: int | None = None,
        threads_per_worker: int | None = None,
        processes: bool | None = None,
        *,
        dashboard_address: str | None = ":8787",
        silence_logs: int | bool = ...,
        **worker_kwargs: Any,
    ) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, exc_type: object, exc_value: object, traceback: object) -> None: ...
    def close(self, timeout: float | None = None) -> None: ...

class Client:
    def __init__(self, address: str | LocalCluster | None = None, **kwargs: Any) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, exc_type: object, exc_value: object, traceback: object) -> None: ...
    def close(self, timeout: float = ...) -> None: ...
    def submit(
        self,
        func: Callable[..., _Result],
        *args: Any,
        key: str | None = None,
        retries: int | None = None,
        priority: int = 0,
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
    def run(self, function: Callable[..., Any], *args: Any, on_error: str = ..., **kwargs: Any) -> dict[str, Any]: ...
    def scheduler_info(self, n_workers: int = ..., **kwargs: Any) -> dict[str, Any]: ...

@overload
def as_completed(
    futures: Iterable[Future[_Result]], *, with_results: Literal[False] = False
) -> Iterator[Future[_Result]]: ...
@overload
def as_completed(
    futures: Iterable[Future[_Result]], *, with_results: Literal[True], raise_errors: bool = True
) -> Iterator[tuple[Future[_Result], _Result]]: ...
