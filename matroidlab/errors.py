"""One exception tree; each error is also the builtin that it specialises."""


class MatroidLabError(Exception):
    """The root: ``except MatroidLabError`` catches whatever this library raises on purpose."""


class InvalidMatroidError(MatroidLabError, ValueError):
    """The parameters of a matroid make no matroid."""


class InvalidElementsError(MatroidLabError, ValueError):
    """A set of elements has a wrong type, an element outside the ground set, or an element twice."""


class InvalidWeightsError(MatroidLabError, ValueError):
    """Weights have a wrong shape or hold NaN."""


class NotABasisError(MatroidLabError, ValueError):
    """A set that must be a basis is none."""


class NoCircuitError(MatroidLabError, ValueError):
    """A fundamental circuit was asked for, but the element can simply be added."""


class PluginError(MatroidLabError, RuntimeError):
    """A plugin is broken: which one, and why."""


class UnknownNameError(MatroidLabError, KeyError):
    """No plugin offers that name; the message suggests the nearest."""

    def __str__(self) -> str:
        return str(self.args[0])  # a KeyError would show its message in quotes


class PluginWarning(UserWarning):
    """A plugin is broken and was left out; the others work."""
