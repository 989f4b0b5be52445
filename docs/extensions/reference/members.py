"""Which members of a class come first on its page, and which last."""

from .main_objects import CALLED, MACHINERY, is_main


def is_ours(owner: type) -> bool:
    """Whether a class is of the library or of one of its plugins."""
    return owner.__module__.startswith("matroidlab")


def machinery_of(owner: type) -> list[str]:
    """The members of a class that only those who extend the library need."""
    if is_protocol(owner) or issubclass(owner, tuple):  # whose fields are its subject
        return []
    classes = [one for one in owner.__mro__ if is_ours(one)] if is_main(owner) else [owner]
    members = dict.fromkeys(name for one in classes for name in vars(one))
    return [name for name in members if name in MACHINERY]


def is_protocol(owner: type) -> bool:
    """Whether a class only says what others must offer, so that its members are its subject."""
    return bool(getattr(owner, "_is_protocol", False))


def called_of(owner: object) -> list[str]:
    """The members of a policy that programs call, which come first on its page."""
    is_policy = hasattr(owner, "plan") and hasattr(owner, "learn")
    return [name for name in CALLED if is_policy and is_main(owner) and hasattr(owner, name)]


def machinery(name: str, owner: object) -> str:
    """Return the last part of the page of a class."""
    assert isinstance(owner, type)
    members = machinery_of(owner)
    if not members:
        return ""
    return f"\n.. rubric:: For those who extend it\n\n{described(name, owner, members)}"


def described(name: str, owner: object, members: list[str]) -> str:
    """Return what tells Sphinx to describe some members of a class, in this order."""
    kinds = [_kind_of_member(getattr(owner, one)) for one in members]
    return "\n".join(
        f".. auto{kind}:: {name}.{one}\n" for kind, one in zip(kinds, members, strict=True)
    )


def _kind_of_member(value: object) -> str:
    return (
        "property" if isinstance(value, property) else "method" if callable(value) else "attribute"
    )
