"""How numba compiles what is only ever a piece of something larger, and reads its disk; imported when numba is."""

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


def pass_over_what_is_gone(dispatcher: Any) -> None:
    """Take machine code on disk for none if it names types that are gone: of another version, or of a plugin."""
    on_disk = dispatcher._cache._cache_file  # noqa: SLF001 - numba offers no other way
    load = on_disk._load_index  # noqa: SLF001

    def load_what_is_known() -> dict[Any, Any]:
        try:
            known: dict[Any, Any] = load()
        except (AttributeError, ImportError):
            return {}
        return known

    on_disk._load_index = load_what_is_known  # noqa: SLF001
