"""What numba keeps on disk: under which name, where, and what of it is passed over."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

if TYPE_CHECKING:
    from matroidlab.kernels.compilation import AnyKernel

LIBRARY = Path(__file__).parents[1]


def edition(own: "AnyKernel") -> str:
    """What tells apart editions of a kernel and of the other functions that it comes to.

    Numba's cache on disk knows a function by its name. It notices a change of its own file only, and not before it has
    read what it knows of the earlier one: which fails, if a class is no longer where it was. It also names the types
    that a function has met: what has met a stranger's is of an edition of its own, for the stranger may be gone.
    """
    used = (own, *own.reached)
    names = sorted({f"{each.source.name}:{each.function.__qualname__}" for each in used})
    names += sorted({str(each.source) for each in own.slots.values() if LIBRARY not in each.source.parents})
    sources = [file.read_bytes() for file in sorted({each.source for each in used}) if file.exists()]
    return f"_{crc32(b''.join([*sources, repr(names).encode()])):08x}"


def is_on_disk(kernel: "AnyKernel") -> bool:
    """Whether numba has kept machine code of a kernel that is newer than its source; found without numba."""
    if not kernel.is_from_files:
        return False
    name, written = f"{kernel.source.stem}.{kernel.lean_name}-*.nbi", kernel.source.stat().st_mtime
    return any(index.stat().st_mtime >= written for place in _places(kernel.source) for index in place.glob(name))


def _places(source: Path) -> Iterator[Path]:
    """Where numba keeps what it has compiled."""
    told = os.environ.get("NUMBA_CACHE_DIR")
    if told:
        yield from (place for place in Path(told).glob(f"{source.parent.name}_*"))
    else:
        yield source.parent / "__pycache__"


def pass_over_what_is_gone(dispatcher: Any) -> None:
    """Take machine code on disk for none if it names types that are gone: of another version, or of a plugin."""
    on_disk = dispatcher._cache._cache_file  # noqa: SLF001 - numba offers no other way
    load = on_disk._load_index  # noqa: SLF001

    def load_what_is_known() -> dict[Any, Any]:
        try:
            known: dict[Any, Any] = load()
        except (AttributeError, ImportError):
            return {}
        return known

    on_disk._load_index = load_what_is_known  # noqa: SLF001
