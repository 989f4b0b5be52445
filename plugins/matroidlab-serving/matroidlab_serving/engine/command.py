from typing import ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from matroidlab_serving.engine.engine import Engine

Result = TypeVar("Result")
Content = str | bytes


class Outcome(NamedTuple, Generic[Result]):
    """The result of a command, and whether the state of the engine has changed.

    If not, nothing is recorded.
    """

    result: Result
    has_changed: bool


class Command(Protocol[Result]):
    """A change of an engine, in plain data."""

    name: ClassVar[str]

    def apply(self, engine: Engine) -> Outcome[Result]:
        """Change the engine."""

    def to_row(self, result: Result) -> Content:
        """Return the content of the row that records this command and its result."""

    @classmethod
    def from_row(cls, content: Content) -> Self:
        """Return the command that a row records."""
