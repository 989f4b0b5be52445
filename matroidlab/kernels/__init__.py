"""Inner loops: each a plain function of numbers and sequences, compiled by numba where numba is installed.

Nothing is compiled, and numba is not imported, before a kernel is first called. ``MATROIDLAB_KERNELS=numpy`` in the
environment switches compilation off, ``numba`` insists on it, and any other value is an error.
"""

from matroidlab.kernels.compilation import Kernel, enabled, kernel, operand

__all__ = ["Kernel", "enabled", "kernel", "operand"]
