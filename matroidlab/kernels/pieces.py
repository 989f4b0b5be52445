"""How numba compiles what is only ever a piece of something larger; imported when numba is."""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class Raw(JITCodeLibrary):
    """Machine code as it comes: whoever takes it in is optimised as a whole, which takes a third less time."""

    def _optimize_final_module(self) -> None:
        """Left to whoever takes it in."""


class PieceCompiler(Compiler):
    """Numba's compiler, but for the optimisation of what it makes."""

    def define_pipelines(self) -> list[Any]:
        """Its usual passes, which take the library that is there."""
        if self.state.library is None:
            library: Any = Raw
            self.state.library = library(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
            self.state.library.enable_object_caching()
        usual: Any = super()
        pipelines: list[Any] = usual.define_pipelines()
        return pipelines


OPTIONS: dict[str, Any] = {
    "pipeline_class": PieceCompiler,
    "_nrt": False,
    "forceinline": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
"""How a piece is compiled: without counting who refers to an array, without a way in from outside."""
