"""A picture of regret against bad lists, as SVG; this needs matplotlib."""

import io
from typing import Any

from matroidlab_bench.field_results import ProblemResult

SAFE = "#1a8f68"
OTHERS = "#d0692c"
INK = "#012345"
"""The colour of text and axes, which becomes that of the page around the picture."""
LINE = 11.0
"""The height of a line of text in points."""
COARSE = (1.0, 2.0, 5.0)
FINE = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)
"""Where regret has ticks, as multiples of powers of ten."""


def plane(result: ProblemResult) -> str:
    """Regret against bad lists: safe policies are on the left edge."""
    figure, axes = _axes()
    for row in result.rows:
        is_safe = row.violations == 0
        axes.plot(
            row.violations,
            row.regret,
            "o" if is_safe else "s",
            color=SAFE if is_safe else OTHERS,
        )
    _scale(axes, max(row.violations for row in result.rows))
    figure.draw_without_rendering()  # now points have places
    _label(figure, axes, result)
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    svg = text.getvalue()
    return svg[svg.index("<svg") :].replace(INK, "currentColor")


def _scale(axes: Any, most: float) -> None:
    # Linear up to one bad list, so that zero has a place of its own.
    end = max(10.0, 12 * most)
    axes.set_xscale("symlog", linthresh=1)
    axes.set_xlim(-0.2, end)
    axes.set_xticks([0, *(10**k for k in range(7) if 10**k <= end)])
    axes.set_yscale("log")
    low, high = axes.get_ylim()
    axes.set_ylim(low / 1.1, high * 1.3)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.yaxis.set_minor_formatter("")
    # Within a factor of five, steps of 1, 2 and 5 would leave one or two ticks.
    axes.yaxis.get_major_locator().set_params(subs=FINE if high / low < 5 else COARSE)
    axes.grid(visible=True, alpha=0.2)
    axes.set_xlabel("bad lists in a run")
    axes.set_ylabel("regret")


def _label(figure: Any, axes: Any, result: ProblemResult) -> None:
    """Write the names beside their points, moved up where two would overlap."""
    points_a_pixel = 72 / figure.dpi
    placed: list[tuple[float, float, float]] = []
    for row in sorted(result.rows, key=lambda row: row.regret):
        x, y = axes.transData.transform((row.violations, row.regret)) * points_a_pixel
        wide = 4.6 * len(row.policy) + 10
        at = y
        for left, right, other in sorted(placed, key=lambda one: one[2]):
            if left < x + wide and x < right and abs(at - other) < LINE:
                at = other + LINE
        placed.append((x, x + wide, at))
        moved = at - y > 1
        axes.annotate(
            row.policy,
            (row.violations, row.regret),
            textcoords="offset points",
            xytext=(8, at - y),
            va="center",
            fontsize=8,
            color=INK,
            arrowprops={"arrowstyle": "-", "lw": 0.5, "color": "#888"} if moved else None,
        )


def _axes() -> tuple[Any, Any]:
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise ImportError(
            "the page needs matplotlib: pip install 'matroidlab-bench[report]'"
        ) from error
    inked = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")
    settings: dict[str, str] = {"svg.hashsalt": "matroidlab", "svg.fonttype": "none"}
    settings |= dict.fromkeys(inked, INK)
    with mpl.rc_context(settings):  # type: ignore[arg-type]
        figure = Figure(figsize=(8, 4.5), layout="constrained", facecolor="none")
        axes = figure.add_subplot(facecolor="none")
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes
