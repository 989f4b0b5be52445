"""Records of the questions that come with the library; their code is imported on use."""

from collections.abc import Iterable
from typing import Any

from matroidlab.hookspecs import Question, QuestionFamily
from matroidlab.parameters import Parameters


def strongly_base_orderable() -> Question:
    """Whether all pairs of bases have a bijection for exchanges of any number of elements."""
    from matroidlab_atlas.census.questions import StronglyBaseOrderable  # noqa: PLC0415

    return StronglyBaseOrderable()


def base_orderable() -> Question:
    """Whether all pairs of bases have a bijection for exchanges of single elements, both ways."""
    from matroidlab_atlas.census.questions import BaseOrderable  # noqa: PLC0415

    return BaseOrderable()


def k_base_orderable(k: int) -> Question:
    """Whether all pairs of bases have a bijection for exchanges of up to k elements, both ways."""
    from matroidlab_atlas.census.questions import KBaseOrderable  # noqa: PLC0415

    return KBaseOrderable(k)


def binary() -> Question:
    """Whether the matroid is that of the columns of a matrix over GF(2)."""
    from matroidlab_atlas.census.questions import Binary  # noqa: PLC0415

    return Binary()


def graphic() -> Question:
    """Whether the matroid is that of the edges of a graph."""
    from matroidlab_atlas.census.questions import Graphic  # noqa: PLC0415

    return Graphic()


def paving() -> Question:
    """Whether every circuit has at least as many elements as a basis."""
    from matroidlab_atlas.census.questions import Paving  # noqa: PLC0415

    return Paving()


def transversal() -> Question:
    """Whether the matroid is that of the partial transversals of some sets."""
    from matroidlab_atlas.census.questions import Transversal  # noqa: PLC0415

    return Transversal()


def minor_free(minor: str) -> Question:
    """Whether the matroid does not have a certain matroid of the catalogue as a minor."""
    from matroidlab_atlas.census.questions import MinorFree  # noqa: PLC0415

    return MinorFree(minor)


def serial_exchange() -> Question:
    """Whether any two bases can be exchanged by symmetric exchanges, one element at a time."""
    from matroidlab_atlas.census.questions import SeriallyExchangeable  # noqa: PLC0415

    return SeriallyExchangeable()


def interval_exchange() -> Question:
    """Whether any two bases have orders in which every interval can be exchanged (SIBO)."""
    from matroidlab_atlas.census.questions import IntervalOrderable  # noqa: PLC0415

    return IntervalOrderable()


def connected_pairs() -> Question:
    """Whether symmetric exchanges connect all pairs of bases with the same elements."""
    from matroidlab_atlas.census.questions import PairsConnected  # noqa: PLC0415

    return PairsConnected()


def near_pairs() -> Question:
    """Whether pairs of bases with the same elements are as few exchanges apart as they differ."""
    from matroidlab_atlas.census.questions import PairsNear  # noqa: PLC0415

    return PairsNear()


def connected_families(k: int = 3) -> Question:
    """Whether symmetric exchanges connect all families of k bases with the same elements."""
    from matroidlab_atlas.census.questions import FamiliesConnected  # noqa: PLC0415

    return FamiliesConnected(k)


def cyclic_order() -> Question:
    """Whether a cyclic order of the elements has a basis in every interval of its length."""
    from matroidlab_atlas.census.questions import CyclicallyOrderable  # noqa: PLC0415

    return CyclicallyOrderable()


def equitable() -> Question:
    """Whether some partition into bases, if there is any, shares each set of elements equally."""
    from matroidlab_atlas.census.questions import Equitable  # noqa: PLC0415

    return Equitable()


def rota() -> Question:
    """Whether any r bases, r the rank, are the rows of a square whose columns are bases."""
    from matroidlab_atlas.census.questions import Rota  # noqa: PLC0415

    return Rota()


def ternary() -> Question:
    """Whether the matroid is that of the columns of a matrix over GF(3)."""
    from matroidlab_atlas.census.questions import Ternary  # noqa: PLC0415

    return Ternary()


def regular() -> Question:
    """Whether the matroid is that of the columns of a totally unimodular matrix."""
    from matroidlab_atlas.census.questions import Regular  # noqa: PLC0415

    return Regular()


def k_connected(k: int) -> Question:
    """Whether there is no separation of an order less than k."""
    from matroidlab_atlas.census.questions import KConnected  # noqa: PLC0415

    return KConnected(k)


def three_connected() -> Question:
    """Whether the matroid is 3-connected: the same as ``k-connected`` with ``k = 3``."""
    from matroidlab_atlas.census.questions import KConnected  # noqa: PLC0415

    return KConnected(3)


def quaternary() -> Question:
    """Whether the matroid is that of the columns of a matrix over GF(4)."""
    from matroidlab_atlas.census.questions import Quaternary  # noqa: PLC0415

    return Quaternary()


def ingleton() -> Question:
    """Whether the ranks of any four sets satisfy Ingleton's inequality, as those of subspaces."""
    from matroidlab_atlas.census.questions import Ingleton  # noqa: PLC0415

    return Ingleton()


def orientable() -> Question:
    """Whether the bases can be given signs as those of determinants: an oriented matroid."""
    from matroidlab_atlas.census.questions import Orientable  # noqa: PLC0415

    return Orientable()


def gammoid() -> Any:
    """Whether the matroid is a gammoid: yes, no or open; a census makes a histogram."""
    from matroidlab_atlas.census.questions import GammoidAnswer  # noqa: PLC0415

    return GammoidAnswer()


def number_of_bases() -> Any:
    """The number of bases; a census makes a histogram."""
    from matroidlab_atlas.census.questions import BasisCount  # noqa: PLC0415

    return BasisCount()


def girth() -> Any:
    """The size of a smallest circuit; a census makes a histogram."""
    from matroidlab_atlas.census.questions import Girth  # noqa: PLC0415

    return Girth()


def automorphism_count() -> Any:
    """The number of automorphisms; a census makes a histogram."""
    from matroidlab_atlas.census.questions import AutomorphismCount  # noqa: PLC0415

    return AutomorphismCount()


def question_families() -> Iterable[QuestionFamily]:
    """Return the records of all questions."""
    once: tuple[Parameters, ...] = ({},)
    return [
        QuestionFamily(
            "strongly-base-orderable",
            strongly_base_orderable,
            examples=once,
            closed_under_minors=True,
        ),
        QuestionFamily("base-orderable", base_orderable, examples=once, closed_under_minors=True),
        QuestionFamily(
            "k-base-orderable", k_base_orderable, examples=({"k": 2},), closed_under_minors=True
        ),
        QuestionFamily("binary", binary, examples=once, closed_under_minors=True),
        QuestionFamily("graphic", graphic, examples=once, closed_under_minors=True),
        QuestionFamily("ternary", ternary, examples=once, closed_under_minors=True),
        QuestionFamily("regular", regular, examples=once, closed_under_minors=True),
        QuestionFamily("quaternary", quaternary, examples=once, closed_under_minors=True),
        QuestionFamily("ingleton", ingleton, examples=once, closed_under_minors=True),
        QuestionFamily("orientable", orientable, examples=once, closed_under_minors=True),
        QuestionFamily("three-connected", three_connected, examples=once),
        QuestionFamily("k-connected", k_connected, examples=({"k": 3},)),
        QuestionFamily("paving", paving, examples=once, closed_under_minors=True),
        QuestionFamily("transversal", transversal, examples=once),
        QuestionFamily(
            "minor-free",
            minor_free,
            examples=({"minor": "u24"}, {"minor": "k4"}),
            closed_under_minors=True,
        ),
        QuestionFamily("serial-exchange", serial_exchange, examples=once, closed_under_minors=True),
        QuestionFamily(
            "interval-exchange", interval_exchange, examples=once, closed_under_minors=True
        ),
        QuestionFamily("connected-pairs", connected_pairs, examples=once, closed_under_minors=True),
        QuestionFamily("near-pairs", near_pairs, examples=once, closed_under_minors=True),
        QuestionFamily(
            "connected-families",
            connected_families,
            examples=({}, {"k": 4}),
            closed_under_minors=True,
        ),
        QuestionFamily("cyclic-order", cyclic_order, examples=once),
        QuestionFamily("equitable", equitable, examples=once),
        QuestionFamily("rota", rota, examples=once),
        QuestionFamily("gammoid", gammoid, examples=once),
        QuestionFamily("number-of-bases", number_of_bases, examples=once),
        QuestionFamily("girth", girth, examples=once),
        QuestionFamily("automorphisms", automorphism_count, examples=once),
    ]
