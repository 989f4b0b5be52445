"""The names that a matroid gives its elements, checked before they are shown."""

from collections.abc import Sequence

from matroidlab.protocol.capabilities import element_names_of
from matroidlab.protocol.matroid import Matroid


def names_fault(matroid: Matroid) -> str | None:
    """Return what is wrong with the names of the elements, or None."""
    names: object = element_names_of(matroid)
    if callable(names):
        return "element_names must be a property, got a method"
    if not isinstance(names, Sequence) or isinstance(names, str):
        return f"element_names must be a sequence of texts, got {names!r}"
    if len(names) != matroid.size:
        return f"element_names must have a text for each of {matroid.size} elements, got {len(names)}"
    wrong = next((element for element, name in enumerate(names) if not isinstance(name, str)), None)
    return None if wrong is None else f"element_names[{wrong}] must be a text, got {names[wrong]!r}"


def names_to_show(matroid: Matroid) -> Sequence[str]:
    """Return what to call the elements in a message; their numbers, if the names are wrong."""
    return element_names_of(matroid) if names_fault(matroid) is None else list(map(str, range(matroid.size)))
