"""The calls that really happen, as a tree of functions of one package."""

import sys
from collections.abc import Callable
from types import FrameType

Node = tuple[int, str]
"""How deep a call is, and what is called."""


def modules_of(run: Callable[[], object], package: str) -> list[str]:
    """The modules of a package with a function that is called while something runs."""
    found: set[str] = set()

    def notice(frame: FrameType, event: str, _argument: object) -> None:
        module = str(frame.f_globals.get("__name__", ""))
        if event == "call" and module.startswith(f"{package}."):
            found.add(module.removeprefix(f"{package}."))

    sys.setprofile(notice)
    try:
        run()
    finally:
        sys.setprofile(None)
    return sorted(found)


def calls_of(run: Callable[[], object], package: str, *, without: str) -> list[Node]:
    """The calls of functions of a package while something runs, each where it was first made.

    Private functions, comprehensions and whatever begins with ``without`` are passed over, but not
    what they call.
    """
    found: dict[str, int] = {}

    def notice(frame: FrameType, event: str, _argument: object) -> None:
        name = _name(frame, package, without) if event == "call" else ""
        if name and name not in found:
            found[name] = _depth(frame, package, without)

    sys.setprofile(notice)
    try:
        run()
    finally:
        sys.setprofile(None)
    return [(depth, name) for name, depth in found.items()]


def _name(frame: FrameType, package: str, without: str) -> str:
    """``Class.function (module)``, or nothing for what is passed over."""
    name = frame.f_code.co_qualname
    module = str(frame.f_globals.get("__name__", ""))
    is_private = (
        "<" in name or name.rpartition(".")[2].startswith("_") or name.startswith(("_", without))
    )
    inside = module.removeprefix(f"{package}.")
    return "" if is_private or inside == module else f"{name} ({inside})"


def _depth(frame: FrameType, package: str, without: str) -> int:
    depth = 0
    above = frame.f_back
    while above is not None:
        depth += bool(_name(above, package, without))
        above = above.f_back
    return depth


def drawn(calls: list[Node]) -> list[str]:
    """The tree as lines, a call below and to the right of its caller."""
    return [f"{'  ' * depth}{name}" for depth, name in calls]
