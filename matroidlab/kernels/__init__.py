"""Inner loops that run in numpy or compiled, with the same bytes, and the machinery behind them.

Short scripts never wait for the compiler: a kernel starts in numpy, and is compiled once numpy has
taken seconds. `matroidlab.warm_up` compiles beforehand, and `compile_when` or
``MATROIDLAB_KERNELS`` in the environment (``numpy`` or ``numba``) decide for a whole process; see
`when_to_compile`.

An object that takes part in a simulation may bring kernels of its own, as a `Part`: one for each
*slot* that it fills. Slots are functions of this module too. A matroid fills `keep` and `pair`, and
may fill `heaviest`; a reward model fills `draw`, and may fill `expect`; a policy fills `plan` and
`learn`, which may call the slots of its matroid, and `tally_lane` to count observations in a
`Seen`. A game of one's own is played by `finish`: in numpy, and compiled once that pays.
"""

from matroidlab.kernels.compilation import Kernel, Rounds, finish, kernel
from matroidlab.kernels.game_slots import draw, expect, heaviest, keep, learn, pair, plan
from matroidlab.kernels.sorting import SortSpace, by_sorting, sort_space
from matroidlab.kernels.tally import Seen, tally_lane
from matroidlab.kernels.when_to_compile import at_once, compile_when, expected_time, never_compiling

__all__ = [
    "Kernel",
    "Rounds",
    "Seen",
    "SortSpace",
    "at_once",
    "by_sorting",
    "compile_when",
    "draw",
    "expect",
    "expected_time",
    "finish",
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
