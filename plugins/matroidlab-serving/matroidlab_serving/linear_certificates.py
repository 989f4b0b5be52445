"""Bounds of linear models in certificates: what they rest on, and how they are computed again."""

from dataclasses import dataclass
from math import isfinite, log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from matroidlab.errors import CertificateError
from matroidlab.types import Weights
from matroidlab_serving.engine.linear_evidence import RIDGE, LinearEvidence

if TYPE_CHECKING:
    from matroidlab_serving.certificates import Certificate

ROUNDING = 1e-9
"""How far bounds of the same observations may differ between machines, and from those that the
service has updated one by one."""


@dataclass(frozen=True)
class LinearBound:
    """The observations of an item at features x of visitors, and one end of its interval.

    Attributes
    ----------
    number
        The number of the item.
    count
        How often it was observed.
    gram
        The identity plus the sum of x x' over these observations, row by row.
    moments
        The sum of w x, with weights w scaled to [0, 1].
    value
        The end of the interval of its mean for the visitor of the list, in [0, 1].
    """

    number: int
    count: int
    gram: tuple[tuple[float, ...], ...]
    moments: tuple[float, ...]
    value: float


@dataclass(frozen=True)
class LinearAssumption:
    """That means are linear in the features of visitors, and who the visitor of the list is.

    Attributes
    ----------
    features
        The features of the visitor.
    norm
        An upper bound on the norm of the coefficients of each item.
    """

    features: tuple[float, ...]
    norm: float


def linear_ends(
    gram: Weights, moments: Weights, assumed: LinearAssumption, share: float
) -> tuple[float, float]:
    """Return both ends of the interval of an item's mean for one visitor.

    >>> assumed = LinearAssumption((1.0,), 1.0)
    >>> linear_ends(np.array([[301.0]]), np.array([300.0]), assumed, 0.005)
    (0.8226715..., 1.0)

    Parameters
    ----------
    gram
        The identity plus the sum of x x'.
    moments
        The sum of w x.
    assumed
        The features of the visitor and the bound on coefficients.
    share
        The probability with which the interval may ever fail, at any time and for any visitor.
    """
    context = np.array(assumed.features)
    solved = np.linalg.solve(gram, np.column_stack([moments, context]))
    mean = float(context @ solved[:, 0])
    width = sqrt(max(float(context @ solved[:, 1]), 0.0))
    _, log_det = np.linalg.slogdet(gram / RIDGE)
    beta = (
        0.5 * sqrt(2.0 * log(1.0 / share) + max(float(log_det), 0.0)) + sqrt(RIDGE) * assumed.norm
    )
    lower = min(max(mean - beta * width, 0.0), 1.0)
    upper = min(max(mean + beta * width, 0.0), 1.0)
    return lower, upper


def linear_bound(
    evidence: LinearEvidence, item: int, assumed: LinearAssumption, share: float, *, end: int
) -> LinearBound:
    """Return an end of the interval of an item, with the observations that it follows from."""
    at = evidence.at(item)
    gram = evidence.grams[at]
    moments = evidence.moments[at]
    value = linear_ends(gram, moments, assumed, share)[end]
    rows = tuple(map(tuple, gram.tolist()))
    return LinearBound(item, int(evidence.counts[at]), rows, tuple(moments.tolist()), value)


def check_linear(certificate: "Certificate") -> None:
    """Refuse features, or a bound on coefficients, that make no sense."""
    assumed = certificate.linear
    if assumed is None:
        return
    values = (*assumed.features, assumed.norm)
    is_sound = assumed.features and all(map(_is_number, values)) and assumed.norm > 0
    for line in certificate.lines:
        for bound in (line.lower, line.upper):
            # All items share delta equally, so that there can be no more of them.
            if bound is not None and bound.number >= certificate.items:
                raise CertificateError(
                    f"there are {certificate.items} items, and no {bound.number}"
                )
    if not is_sound:
        raise CertificateError(
            "features must be finite numbers, with a norm of coefficients above 0, got "
            f"{values!r:.80}"
        )


def checked_end(certificate: "Certificate", bound: LinearBound, key: str, end: int) -> float:
    """Return an end of an interval, computed again from possible observations."""
    assumed = certificate.linear
    if assumed is None:
        raise CertificateError(f"{key!r:.80} has a linear model, and no visitor has features")
    gram = np.array(bound.gram, dtype=np.float64)
    moments = np.array(bound.moments, dtype=np.float64)
    _check_possible(bound, gram, moments, len(assumed.features), key)
    found = linear_ends(gram, moments, assumed, certificate.delta / certificate.items)[end]
    if not abs(found - bound.value) <= ROUNDING:
        raise CertificateError(f"the bound of {key!r:.80} is {found}, not {bound.value}")
    return found


def _check_possible(
    bound: LinearBound, gram: Weights, moments: Weights, count: int, key: str
) -> None:
    """Refuse matrices that no observations with weights in [0, 1] have."""
    is_shaped = gram.shape == (count, count) and moments.shape == (count,)
    if not is_shaped or not np.isfinite(gram).all() or not np.isfinite(moments).all():
        raise CertificateError(f"the observations of {key!r:.80} have a wrong shape")
    slack = ROUNDING * max(1.0, float(np.abs(gram).max()))
    if float(np.abs(gram - gram.T).max()) > slack:
        raise CertificateError(
            f"the observations of {key!r:.80} have a matrix that is not symmetric"
        )
    # n features x have a sum of x x' of rank n at most, without negative eigenvalues. In the
    # direction of each eigenvector, the sum of w x is then bounded by Cauchy and Schwarz: together,
    # its components have |m_1|^2 / e_1 + |m_2|^2 / e_2 + .. <= sum w^2 <= n.
    eigenvalues, directions = np.linalg.eigh(gram - RIDGE * np.eye(count))
    is_sum = eigenvalues.min() >= -slack and int((eigenvalues > slack).sum()) <= bound.count
    components = directions.T @ moments
    sizes = float((components**2 / (np.maximum(eigenvalues, 0.0) + slack)).sum())
    if not (is_sum and sizes <= bound.count * (1 + ROUNDING) + ROUNDING):
        raise CertificateError(f"the observations of {key!r:.80} are impossible")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
