"""Names of elements in messages, checked: a matroid under test may offer wrong ones."""

from collections.abc import Sequence

from matroidlab.protocol.checked import element_names_of
from matroidlab.protocol.matroid import Matroid


def names_fault(matroid: Matroid) -> str | None:
    """Return a description of the first fault of ``element_names``, or None."""
    names: object = element_names_of(matroid)
    if callable(names):
        return "element_names must be a property, got a method"
    if not isinstance(names, Sequence) or isinstance(names, str):
        return f"element_names must be a sequence of strings, got {names!r}"
    if len(names) != matroid.size:
        bound = f"element_names must have a string for each of the {matroid.size} elements"
        return f"{bound}, got {len(names)}"
    wrong = next((element for element, name in enumerate(names) if not isinstance(name, str)), None)
    return (
        None if wrong is None else f"element_names[{wrong}] must be a string, got {names[wrong]!r}"
    )


def names_to_show(matroid: Matroid) -> Sequence[str]:
    """Return the names of the elements for a message; their numbers if the names are faulty."""
    if names_fault(matroid) is None:
        return element_names_of(matroid)
    return [str(element) for element in range(matroid.size)]
