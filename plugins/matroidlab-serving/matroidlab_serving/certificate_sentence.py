"""The sentence of a certificate, for people, and the table that a notebook shows."""

from html import escape
from math import inf
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from matroidlab_serving.certificate_lines import Line
    from matroidlab_serving.certificates import Certificate

LEFT = "style='text-align: left'"
"""Notebooks align cells to the right, which suits numbers."""

REASONS = ("same", "better", "known", "preferred", "tried", "uncovered")


class ShownInWords:
    """Shows a certificate as its sentence, and in notebooks as a table too."""

    def __str__(self) -> str:
        return sentence_of(cast("Certificate", self))

    def __repr__(self) -> str:
        return f"Certificate({self})"

    def _repr_html_(self) -> str:
        return table_of(cast("Certificate", self))


def sentence_of(certificate: "Certificate") -> str:
    """Return the sentence of a certificate."""
    by: dict[str, list[Line]] = {reason: [] for reason in REASONS}
    for line in certificate.lines:
        by[line.reason].append(line)
    good = len(by["same"]) + len(by["better"]) + len(by["known"]) + len(by["preferred"])
    is_one = good == 1
    are = "is no worse than its counterpart" if is_one else "are no worse than their counterparts"
    promise = (
        f"{good} of {len(certificate.lines)} items {are} in the baseline{_except(certificate)}"
    )
    same = len(by["same"])
    if same:
        promise += f" ({same} {'is a baseline item' if same == 1 else 'are baseline items'})"
    parts = [promise]
    if proven := by["better"] + by["known"]:
        better = "; ".join(_better(line, certificate.scale) for line in proven)
        parts.append(f"Proven: {better}")
    if by["preferred"]:
        preferred = "; ".join(_preferred(line) for line in by["preferred"])
        parts.append(f"Visitors who were shown both preferred {preferred}")
    if by["tried"]:
        names = ", ".join(f"{line.item} instead of {line.baseline}" for line in by["tried"])
        parts.append(f"Being tried, at most {certificate.swap_size} at a time: {names}")
    if certificate.missing_baseline:
        missing = ", ".join(certificate.missing_baseline)
        parts.append(f"Not available, and not covered by the promise: {missing}")
    return f"{'. '.join(parts)}."


def _except(certificate: "Certificate") -> str:
    """How far and how often the promise may fail; certificates of two epochs can be in force."""
    epoch = certificate.certificates_expire
    if certificate.linear is not None:
        return (
            f" for this visitor, except with probability {certificate.delta:.2g}, if means are "
            f"linear in {len(certificate.linear.features)} features with coefficients of norm at "
            f"most {certificate.linear.norm:g}"
        )
    if certificate.promise == "average":
        return (
            " for a visitor drawn at random from all segments, except with probability "
            f"{certificate.delta:.2g}"
        )
    if epoch is None:
        return f", except with probability {certificate.delta:.2g}"
    return (
        " by more than the amount by which the difference of their means changes within two epochs "
        f"of {epoch:,} lists, except with probability "
        f"{min(2 * certificate.delta, 1):.2g} in each epoch"
    )


def _better(line: "Line", scale: tuple[float, float]) -> str:
    low, high = scale
    lower = inf if line.lower is None else low + line.lower.value * (high - low)
    mean = line.known_mean if line.upper is None else line.upper.value
    upper = low + (inf if mean is None else mean) * (high - low)
    word = "known to be" if line.upper is None else "at most"
    better = f"{line.item} is at least {lower:.4g}"
    return f"{better}, and {line.baseline}, which it replaces, is {word} {upper:.4g}"


def _preferred(line: "Line") -> str:
    steps = [
        f"{one.item} to {one.over} by {one.better:.4g} to {one.worse:.4g}" for one in line.preferred
    ]
    return ", and ".join(steps)


def table_of(certificate: "Certificate") -> str:
    """Return HTML: the sentence, and each item with the reason why it may be shown."""
    rows = [("place", "item", "counterpart", "reason")]
    rows += [
        (line.place, line.item, line.baseline or "", line.reason) for line in certificate.lines
    ]
    tags = ["th", *["td"] * len(certificate.lines)]
    table = "".join(
        f"<tr>{''.join(f'<{tag} {LEFT}>{escape(cell)}</{tag}>' for cell in row)}</tr>"
        for tag, row in zip(tags, rows, strict=True)
    )
    return f"<p>{escape(str(certificate))}</p><table>{table}</table>"
