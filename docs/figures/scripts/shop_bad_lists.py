"""Draw the bad lists of four policies on the shop page of the tutorial: ``python shop_bad_lists.py > FILE.svg``.

The runs are those of ``shop_regret.py``, which must be in the same folder. A list is bad if more than one of its items
is worse than its counterpart in the baseline.
"""

import sys

from shop_regret import VISITS, chart, played, policies

from matroidlab import compile_when
from matroidlab_atlas.pictures.chart import Panel
from matroidlab_atlas.pictures.picture_files import svg

if __name__ == "__main__":
    compile_when("never")
    found = {name: played(policy) for name, policy in policies().items()}
    title = "bad lists so far, per run"
    sys.stdout.write(
        svg(chart(title, "violations", Panel(66.0, VISITS, 12, 150.0), [0, 3, 6, 9, 12], found))
    )
