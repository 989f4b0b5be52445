"""One exception tree, in which each error is also the builtin that it specialises."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

ANY_COLLECTION = (
    "the functions matroidlab.is_independent, rank_of, closure and is_basis take any collection"
)
"""The way out for a set or a list, in errors of methods that take arrays."""


def how_to_install(distribution: str, extra: str = "") -> str:
    """Return the command that installs one of our distributions, which are not on PyPI yet.

    >>> how_to_install("matroidlab-atlas")
    'pip install ./plugins/matroidlab-atlas (in a clone of the repository)'
    >>> how_to_install("matroidlab-movielens", extra="data")
    "pip install './plugins/matroidlab-movielens[data]' (in a clone of the repository)"
    """
    place = f"./plugins/{distribution}"
    named = f"'{place}[{extra}]'" if extra else place
    return f"pip install {named} (in a clone of the repository)"


def ground_set(size: int) -> str:
    """Name the ground set in a message.

    >>> ground_set(4), ground_set(0)
    ('0..3', 'the empty ground set')
    """
    return f"0..{size - 1}" if size else "the empty ground set"


def did_you_mean(
    name: str, known: Iterable[str], *, spellings: Mapping[str, str] | None = None
) -> str:
    """Return the end of an error about an unknown name: the nearest known name, or all of them.

    >>> f"there is no family 'unifrom'{did_you_mean('unifrom', ['graphic', 'uniform'])}"
    "there is no family 'unifrom'; did you mean 'uniform'?"
    >>> did_you_mean("xyz", ["graphic", "uniform"])
    '; known: graphic, uniform'

    ``spellings`` are other ways to write known names, each with the name that it stands for.

    Parameters
    ----------
    name
        The unknown name.
    known
        The names that are known.
    spellings
        Other ways to write known names, each with the name that it stands for.
    """
    names = list(known)
    ways = {**(spellings or {}), **{one: one for one in names}}
    near = get_close_matches(name, ways, n=1)
    return (
        f"; did you mean {ways[near[0]]!r}?" if near else f"; known: {', '.join(names) or 'none'}"
    )


def visible(text: str) -> str:
    r"""Return text for a terminal, with control characters other than newline and tab escaped.

    >>> print(visible("\x1b[31mred\r\ntext"))
    \x1b[31mred\r
    text
    """
    shown = (
        letter if letter.isprintable() or letter in "\n\t" else _escape(letter) for letter in text
    )
    return "".join(shown)


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def described(error: BaseException) -> str:
    """Return the type and the message of an error; just the message of a `PluginError`.

    The message of a `PluginError` contains both already.

    >>> described(ValueError("no such thing"))
    'ValueError: no such thing'
    """
    kind = "" if isinstance(error, PluginError) else f"{type(error).__name__}: "
    return visible(f"{kind}{_message(error)}".removesuffix(": "))


def message_of(error: BaseException) -> str:
    """Return the message of an error, and its notes on lines of their own."""
    return visible("\n  ".join([_message(error), *getattr(error, "__notes__", ())]))


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except BaseException as fault:  # noqa: BLE001 - it is third-party code
        return f"(message unavailable: str() raised {type(fault).__name__})"


class MatroidLabError(Exception):
    """The root: ``except MatroidLabError`` catches whatever this library raises on purpose.

    Its text holds no control characters, whatever it quotes: names of files, values of a
    configuration, other errors.
    """

    def __str__(self) -> str:
        return visible(super().__str__())


class InvalidMatroidError(MatroidLabError, ValueError):
    """The parameters of a matroid do not make one."""


class InvalidElementsError(MatroidLabError, ValueError):
    """A set has a wrong type, an element outside the ground set, or an element twice."""


class InvalidWeightsError(MatroidLabError, ValueError):
    """Weights have a wrong shape or hold NaN."""


class InvalidRewardsError(MatroidLabError, ValueError):
    """The parameters of a reward model do not make one."""


class InvalidAnswerError(MatroidLabError, ValueError):
    """A matroid returned a value of a wrong type, shape or range; the message names the method."""


class NotABasisError(MatroidLabError, ValueError):
    """A set that must be a basis is not one."""


class NoCircuitError(MatroidLabError, ValueError):
    """A fundamental circuit was asked for, but the element can simply be added."""


class TooLargeError(MatroidLabError, ValueError):
    """The request would take too long or too much memory; raised before work starts."""


class ConformanceError(MatroidLabError, AssertionError):
    """Something breaks a law of its kind; the message names the law and a witness."""


class OracleError(MatroidLabError, RuntimeError):
    """A matroid raised an error of its own; the message shows the call and the error."""


class PluginError(MatroidLabError, RuntimeError):
    """A plugin is broken: which one, and why."""


class NewPluginError(MatroidLabError, ValueError):
    """A new plugin cannot be written: its name is wrong or taken, or its folder exists."""


class UnknownNameError(MatroidLabError, KeyError):
    """No plugin offers that name; the message suggests the nearest."""

    def __str__(self) -> str:
        return visible(str(self.args[0]))  # a KeyError would show its message in quotes


class ConfigurationError(MatroidLabError, ValueError):
    """An experiment's configuration is wrong: every fault on a line of its own."""

    @classmethod
    def of(cls, source: str, faults: list[str]) -> "ConfigurationError":
        """Return the error that lists all faults of one source."""
        return cls("\n".join(f"{source}: {fault}" for fault in faults))


class FormatError(MatroidLabError, ValueError):
    """A file or a text is not of the expected format: where, what was expected, what is there."""


class ResultsError(MatroidLabError, OSError):
    """Results cannot be read or written: where, and why."""


class VersionError(MatroidLabError, RuntimeError):
    """A worker has other versions than the program that started the run."""


class ExecutorError(MatroidLabError, RuntimeError):
    """Blocks of work cannot be run where they were to be run: why, and the way out."""


class ServingError(MatroidLabError, ValueError):
    """A service is asked for something it cannot do; nothing has changed."""


class UnknownTokenError(MatroidLabError, KeyError):
    """No list was ever shown under that token."""

    def __str__(self) -> str:
        return visible(str(self.args[0]))


class CertificateError(MatroidLabError, ValueError):
    """A certificate does not prove its claim; the message says why."""


class StateError(MatroidLabError, ValueError):
    """A saved service cannot be read: where, and why."""


class JournalError(MatroidLabError, OSError):
    """The journal of a service cannot be opened, read or written: which, why, and the way out."""


class PluginWarning(UserWarning):
    """A plugin is broken and was left out; the others work."""


class PromiseWarning(UserWarning):
    """The request works, but promises less than one might think."""
