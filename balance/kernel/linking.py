"""How internal functions are compiled: linked into the entry that calls them, and only there.

numba optimises every function together with all that it calls, and makes machine code of it; a function ten calls
deep is so compiled ten times.  A function that no Python code calls needs neither: it is enough that its code can be
linked into an entry, which is optimised once, as a whole.  Measured on the two games: see `docs/decisions.md`.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class _WithoutEnvironment:
    """A code generator that sets no environment: only machine code called from Python reads one."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, env: object) -> None:
        """Nothing: there is no machine code that could look for it."""


class LinkedLibrary(JITCodeLibrary):
    """The code of a function that is only ever linked into others: neither optimised alone nor made executable."""

    @property
    def codegen(self) -> Any:
        return _WithoutEnvironment(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        """Always 0, numba's sign that a library does not define the symbol."""
        return 0

    def finalize(self) -> None:
        """Link what the function calls; leave optimisation and machine code to the entry."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._final_module.verify()
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkedLowering(NativeLowering):
    """numba's lowering, into a `LinkedLibrary`."""

    _name = "linked_lowering"

    def run_pass(self, state: Any) -> bool:
        codegen = state.targetctx.codegen()
        state.library = LinkedLibrary(codegen, state.func_id.func_qualname)
        return bool(super().run_pass(state))


class LinkedCompiler(CompilerBase):
    """numba's compiler for functions that only compiled code calls."""

    def define_pipelines(self) -> list[Any]:
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        places = [place for place, (each, _) in enumerate(manager.passes) if each is NativeLowering]
        for place in places:
            manager.passes[place] = (LinkedLowering, manager.passes[place][1])
        manager.finalize()
        return [manager]
