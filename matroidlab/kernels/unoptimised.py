"""Pieces of machine code that LLVM does not optimise by themselves; imported with numba alone.

The loop of a game takes in every piece and is optimised as a whole, so optimising each piece before
is work done twice: with it, a game of I-UCB compiles in 5.5 instead of 3.4 seconds, one on a graph
in 6.4 instead of 3.9, and neither runs faster (``tests/benchmarks/compiling.py``). Numba has no
public option for it, so this rests on two of its internal classes; `machine_code` does without if a
release moves them.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class UnoptimisedLibrary(JITCodeLibrary):
    """Machine code as it is lowered; the kernel that takes it in optimises it."""

    def _optimize_final_module(self) -> None:
        """Leave the code as it is."""


class PieceCompiler(Compiler):
    """Numba's compiler, which puts its result into an `UnoptimisedLibrary`."""

    def define_pipelines(self) -> list[Any]:
        """Return numba's usual passes. They use the library that is there already."""
        state = self.state
        if state.library is None:
            library: Any = UnoptimisedLibrary
            state.library = library(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        usual: Any = super()
        passes: list[Any] = usual.define_pipelines()
        return passes
