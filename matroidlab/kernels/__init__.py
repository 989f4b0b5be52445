"""Inner loops, each in two ways that give the same bytes: numpy, and machine code where numba is installed.

Nothing is compiled because a script is short: a kernel starts in numpy, and is compiled once it has taken as long that
way as compiling takes. `matroidlab.warm_up` compiles beforehand, `compile_when` says never or at once, and so does
``MATROIDLAB_KERNELS`` in the environment: ``numpy``, ``numba``, and any other value is an error.

Whoever takes part in a simulation may bring kernels of its own, as a `Part`: by the *slots* that they fill, which are
functions of this module too. A matroid fills `keep` and `pair`, and may fill `heaviest`; a reward model `draw`, and may
fill `expect`; a policy `plan` and `learn`, which may call the slots of its matroid, and `tally_lane` to count what it
has `Seen`.
"""

from matroidlab.kernels.compilation import Kernel, kernel
from matroidlab.kernels.slots import draw, expect, heaviest, keep, learn, pair, plan
from matroidlab.kernels.sorting import SortSpace, by_sorting, sort_space
from matroidlab.kernels.tally import Seen, tally_lane
from matroidlab.kernels.when_to_compile import at_once, compile_when, expected_time, never_compiling

__all__ = [
    "Kernel",
    "Seen",
    "SortSpace",
    "at_once",
    "by_sorting",
    "compile_when",
    "draw",
    "expect",
    "expected_time",
    "heaviest",
    "keep",
    "kernel",
    "learn",
    "never_compiling",
    "pair",
    "plan",
    "sort_space",
    "tally_lane",
]
