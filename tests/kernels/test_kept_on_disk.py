"""What is kept on disk names no type that may be gone: numba could not read the rest of what it knows there."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, get_type_hints

import matroidlab.kernels
from matroidlab.kernels import Kernel
from matroidlab.kernels.parts import plan


def kernels() -> Iterator[Kernel[..., Any]]:
    for module in iter_modules(matroidlab.kernels.__path__):
        for value in vars(import_module(f"matroidlab.kernels.{module.name}")).values():
            if isinstance(value, Kernel):
                yield value


def holds_anything(kind: Any) -> bool:
    """Whether a type is, or has a field of, whatever somebody brings."""
    fields = get_type_hints(kind) if hasattr(kind, "_fields") else {}
    return kind is Any or kind in (tuple[object, ...], tuple[Any, ...]) or any(map(holds_anything, fields.values()))


def takes_anything(kernel: Kernel[..., Any]) -> bool:
    hints = get_type_hints(kernel.function)
    return any(holds_anything(kind) for name, kind in hints.items() if name != "return" and hasattr(kind, "_fields"))


def test_kernels_that_take_arrays_of_anybody_are_not_kept_unless_they_are_linked() -> None:
    """What calls a slot has an edition of its own for whoever fills it."""
    strangers = [kernel for kernel in kernels() if takes_anything(kernel)]
    assert len(strangers) > 10
    kept = {one.__reduce__() for one in strangers if one.is_kept and all(other.is_kept for other in one.reached)}
    assert kept == set()
    assert not plan.is_kept
