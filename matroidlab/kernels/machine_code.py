"""Machine code of kernels: how numba compiles them, and under which names it is kept on disk."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from zlib import crc32

if TYPE_CHECKING:
    from matroidlab.kernels.compilation import AnyKernel

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

LIBRARY = Path(__file__).parents[1]

LEAN: Mapping[str, object] = {"_nrt": False}
"""Without reference counting: an error for a function that allocates, and faster for all others."""

INLINED: Mapping[str, object] = {
    **LEAN,
    # LLVM alone leaves some calls in the game loop, which then takes 1.3 to 1.7 times as long.
    "forceinline": True,
    # These wrappers are for callers outside of machine code. Here all callers are machine code.
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
"""For a function that is only ever a piece of a lean one; `of_pieces` adds how it is compiled."""


@cache
def of_pieces() -> Mapping[str, object]:
    """Return `INLINED` with a compiler that skips an optimisation, if numba has what it needs."""
    try:
        own = import_module("matroidlab.kernels.unoptimised")
    except (ImportError, AttributeError, TypeError):  # a release of numba that has moved them
        return INLINED
    return {**INLINED, "pipeline_class": own.PieceCompiler}


def jitted(
    own: "AnyKernel",
    function: Callable[Arguments, Result],
    way: str,
    options: Mapping[str, object] = MappingProxyType({}),
) -> Callable[Arguments, Result]:
    """Hand the function of a kernel to numba, which compiles it when it is first called."""
    function.__qualname__ += f"_{way}_{edition(own)}"
    # Machine code is kept on disk only if a change of any of its sources would be noticed there:
    # a function typed at a prompt has no file.
    is_cached = own.is_cached and all(source_of(each).exists() for each in (own, *own.reached))
    # Division by 0 gives infinity or NaN, as in the twins, and loops need no branch for an error.
    # No fastmath: it may add in another order, and then the bytes would differ.
    jit = import_module("numba").njit(cache=is_cached, error_model="numpy", **options)
    dispatcher: Callable[Arguments, Result] = jit(function)
    if is_cached:
        ignore_unreadable_entries(dispatcher)
    return dispatcher


def edition(own: "AnyKernel") -> str:
    """Return a part of a kernel's name that changes with its source and with all that it calls.

    Numba finds machine code on disk by the name of the function. By itself, it invalidates an entry
    only when the function's own file changes, and only after unpickling the old entry, which fails
    if a class has moved. So the name covers the sources of all kernels that are reached, and the
    files of those that a plugin brings: what was compiled for a plugin's types must not be read
    when the plugin is gone.
    """
    used = (own, *own.reached)
    names = sorted({f"{source_of(each).name}:{each.function.__qualname__}" for each in used})
    filled = {source_of(each) for each in own.slots.values()}
    names += sorted(str(source) for source in filled if LIBRARY not in source.parents)
    files = sorted({source_of(each) for each in used})
    sources = [file.read_bytes() for file in files if file.exists()]
    return f"{crc32(b''.join([*sources, repr(names).encode()])):08x}"


def source_of(own: "AnyKernel") -> Path:
    """Return the file that a kernel is written in, or a name such as ``<stdin>``."""
    return Path(own.function.__code__.co_filename)


def ignore_unreadable_entries(dispatcher: Any) -> None:
    """Let numba compile again where the index on disk names types that are gone.

    The name of an edition covers the files of kernels. If a class of arrays that lives in another
    file moves, or its plugin is uninstalled, unpickling the index fails, and numba would show that
    to the user.
    """
    on_disk = dispatcher._cache._cache_file  # noqa: SLF001 - numba has no public way
    load = on_disk._load_index  # noqa: SLF001

    def load_if_readable() -> dict[Any, Any]:
        try:
            index: dict[Any, Any] = load()
        except (AttributeError, ImportError):
            return {}
        return index

    on_disk._load_index = load_if_readable  # noqa: SLF001
