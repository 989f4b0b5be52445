"""The question of a census: by name, with its parameters, and the matroids that it is about."""

from dataclasses import dataclass
from functools import lru_cache

from matroidlab import ExplicitMatroid
from matroidlab.errors import ConfigurationError, UnknownNameError, did_you_mean
from matroidlab.hookspecs import Question
from matroidlab.parameters import Parameters
from matroidlab.registry import KnownRecords, known, plugin_manager
from matroidlab.types import Masks
from matroidlab.work import fingerprint, versions_with
from matroidlab_atlas.census.judging import Judge, Statistic, Surveyor
from matroidlab_atlas.structure import is_3_connected, is_connected, is_paving, is_simple

KINDS = {
    "simple": is_simple,
    "connected": is_connected,
    "3-connected": is_3_connected,
    "paving": is_paving,
}
"""The kinds of matroids to which a census can be restricted, while they are generated."""


@dataclass(frozen=True)
class Asked:
    """A question by name, with its parameters and the modules that are loaded to find it."""

    question: str
    parameters: Parameters
    modules: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    """Names of `KINDS`: matroids that are not of all these kinds are passed over."""

    def __post_init__(self) -> None:
        for name in self.among:
            if name not in KINDS:
                raise UnknownNameError(f"there is no kind {name!r}{did_you_mean(name, KINDS)}")

    def is_about(self, masks: Masks, size: int) -> bool:
        """Whether a matroid, given by the masks of its bases, is of all kinds of the census."""
        if not self.among:
            return True
        matroid = ExplicitMatroid.known(size, masks)
        return all(KINDS[name](matroid) for name in self.among)

    @property
    def key(self) -> list[object]:
        """Everything that decides the answers, as plain data."""
        return [self.question, dict(self.parameters), list(self.among)]

    def question_itself(self) -> object:
        """Build the question; an error lists the faults of its parameters."""
        record = _known(self.modules).questions[self.question]
        faults = list(record.faults(self.parameters))
        if faults:
            raise ConfigurationError(
                "\n  ".join([f"wrong parameters for {self.question!r}:", *faults])
            )
        return record.build(**self.parameters)

    def judge(self) -> Judge | Surveyor:
        """Return what asks the question; an error if it is not one."""
        question = self.question_itself()
        if isinstance(question, Statistic):
            return Surveyor(self.question, question)
        if not isinstance(question, Question):
            raise ConfigurationError(
                f"{self.question!r} builds {question!r:.80}, "
                "which lacks one of ask, verify and holds"
            )
        closed = _known(self.modules).questions[self.question].closed_under_minors
        return Judge(self.question, question, closed)

    @property
    def versions(self) -> dict[str, str]:
        """The versions that results depend on."""
        return versions_with([_known(self.modules).plugins["question", self.question]])

    @property
    def folder(self) -> str:
        """The name of the folder of the results, made of the question and its parameters."""
        words = "-".join(
            [
                self.question,
                *(f"{name}-{value}" for name, value in sorted(self.parameters.items())),
                *self.among,
            ]
        )
        safe = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in words)[
            :80
        ]
        return safe if safe == words else f"{safe}-{fingerprint(self.parameters)[:8]}"


@lru_cache(maxsize=1)
def _known(modules: tuple[str, ...]) -> KnownRecords:
    return known(plugin_manager(modules))
