"""The conservative constraint, counted: which lists break it. Policies know nothing of it."""

from matroidlab.constraint.constraint import Constraint, Reading

__all__ = ["Constraint", "Reading"]
