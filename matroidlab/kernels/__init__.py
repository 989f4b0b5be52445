"""Inner loops, each in two ways that give the same bytes: numpy, and machine code where numba is installed.

Nothing is compiled because a script is short: a kernel starts in numpy, and is compiled once it has taken as long that
way as compiling takes. `matroidlab.warm_up` compiles beforehand, `compile_when` says never or at once, and so does
``MATROIDLAB_KERNELS`` in the environment: ``numpy``, ``numba``, and any other value is an error.
"""

from matroidlab.kernels.compilation import Kernel, kernel
from matroidlab.kernels.moments import compile_when, expected_time
from matroidlab.kernels.ordered import by_sorting
from matroidlab.kernels.parts import Part
from matroidlab.kernels.sorting import SortSpace, sort_space

__all__ = ["Kernel", "Part", "SortSpace", "by_sorting", "compile_when", "expected_time", "kernel", "sort_space"]
