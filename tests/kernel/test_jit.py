"""The folder of compiled code: its name follows the sources, and a writable one is always found."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from balance.kernel import jit

ROOT = jit.PACKAGE.parent

# A small compiled function in a module of its own, as every kernel is.
MODULE = """
import numpy as np
from balance.kernel.jit import entry
from balance.kernel.rng import below


@entry
def total(key, n):
    found = 0
    for i in range(100):
        found += below(key, i, n)
    return found
"""
SCRIPT = """
import os
import numpy as np
import small
print(small.total(np.uint64(8), np.int64(10)))
print(sum(small.total.stats.cache_hits.values()))
print(os.environ["NUMBA_CACHE_DIR"])
"""


def start(folder: Path, **variables: str | None) -> subprocess.Popen[str]:
    """A Python process with ``folder`` first on its path, compiled, and these environment variables."""
    (folder / "small.py").write_text(MODULE, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "NUMBA_DISABLE_JIT": "0"}
    environment.pop("NUMBA_CACHE_DIR", None)
    for name, value in variables.items():
        environment.pop(name, None)
        if value is not None:
            environment[name] = value
    command = [sys.executable, "-c", SCRIPT]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, env=environment, text=True, cwd=folder, **pipes)


def said(process: subprocess.Popen[str]) -> tuple[int, int, Path]:
    """The sum, how many functions came from the cache, and where that is."""
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    total, hits, folder = out.splitlines()
    return int(total), int(hits), Path(folder)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package, which the digest is taken of."""
    copy = tmp_path / "balance"
    shutil.copytree(jit.PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(jit, "PACKAGE", copy)
    return copy


class TestDigest:
    @pytest.mark.parametrize(
        "source",
        [
            "kernel/rng.py",
            "kernel/jit.py",
            "games/neotopia/rules.py",
            "games/neotopia/state.py",
            "games/neotopia/players/uniform.py",
            "metrics/spec.py",
        ],
    )
    def test_follows_compiled_sources(self, package: Path, source: str) -> None:
        before = jit.source_digest()
        path = package / source
        path.write_text(path.read_text(encoding="utf-8") + "\nX = 1\n", encoding="utf-8")
        assert jit.source_digest() != before

    @pytest.mark.parametrize(
        "source",
        [
            "games/neotopia/RULES.md",
            "games/neotopia/defaults.toml",
            "games/neotopia/settings.py",
            "games/neotopia/trace.py",
            "games/rulebook.py",
        ],
    )
    def test_does_not_follow_other_files(self, package: Path, source: str) -> None:
        before = jit.source_digest()
        path = package / source
        path.write_text(path.read_text(encoding="utf-8") + "\n# more\n", encoding="utf-8")
        assert jit.source_digest() == before

    def test_follows_a_new_and_a_renamed_source(self, package: Path) -> None:
        before = jit.source_digest()
        new = package / "games" / "neotopia" / "extra.py"
        new.write_text("from balance.kernel.jit import jit\n", encoding="utf-8")
        first = jit.source_digest()
        new.rename(new.with_name("other.py"))
        assert len({before, first, jit.source_digest()}) == 3

    def test_follows_the_mode(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
        before = jit.source_digest()
        monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
        assert jit.source_digest() != before

    def test_is_a_function_of_the_files(self) -> None:
        assert jit.source_digest() == jit.source_digest()


def uses_compiler(path: Path) -> bool:
    """Whether a file decorates functions for the compiler."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "balance.kernel.jit"
        and {"entry", "jit", "inlined", "part"} & {alias.name for alias in node.names}
        for node in tree.body
    )


def package_imports(path: Path) -> Iterator[Path]:
    """The files of the package that a file imports when it is loaded (not inside functions or for types)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("balance"):
            module = ROOT / node.module.replace(".", "/")
            for name in [module, *(module / alias.name for alias in node.names)]:
                yield from (p for p in (name.with_suffix(".py"), name / "__init__.py") if p.is_file())
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("balance"):
                    yield (ROOT / alias.name.replace(".", "/")).with_suffix(".py")


def has_content(path: Path) -> bool:
    """Whether a module is more than a docstring, imports and the list of what it offers."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    kept = [node for node in body if not isinstance(node, ast.Expr | ast.ImportFrom | ast.Import)]
    return any(not ast.unparse(node).startswith("__all__") for node in kept)


class TestClosure:
    def test_whatever_compiled_code_imports_is_in_the_digest(self) -> None:
        """Else a constant frozen into compiled code could change without a new folder."""
        known = set(jit.compiled_sources())
        missing = {
            f"{path.relative_to(ROOT)} imports {wanted.relative_to(ROOT)}"
            for path in known
            if uses_compiler(path)
            for wanted in package_imports(path)
            if wanted not in known and has_content(wanted)
        }
        assert not missing

    def test_every_file_that_compiles_is_in_the_digest(self) -> None:
        compiling = {path for path in jit.PACKAGE.rglob("*.py") if uses_compiler(path)}
        assert compiling
        assert compiling <= set(jit.compiled_sources())


class TestFolder:
    def test_is_named_by_the_digest(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BALANCE_CACHE_DIR", str(tmp_path / "kernels"))
        folder = jit.cache_folder()
        assert folder == tmp_path / "kernels" / jit.source_digest()
        assert folder.is_dir()

    def test_a_place_that_cannot_be_written_to(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A file stands where a folder should be, which stops even the superuser."""
        (tmp_path / "file").write_text("")
        (tmp_path / "tmp").mkdir()
        monkeypatch.setenv("BALANCE_CACHE_DIR", str(tmp_path / "file" / "kernels"))
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
        folder = jit.cache_folder()
        assert (tmp_path / "tmp") in folder.parents
        assert folder.name == jit.source_digest()
        assert jit.cache_folder() == folder  # the next process finds it again

    def test_nor_the_shared_temporary_one(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "file").write_text("")
        (tmp_path / "tmp").mkdir()
        (tmp_path / "tmp" / f"balance-kernels-{os.getuid()}").write_text("")
        monkeypatch.setenv("BALANCE_CACHE_DIR", str(tmp_path / "file" / "kernels"))
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
        folder = jit.cache_folder()
        assert folder.parent == tmp_path / "tmp"
        assert folder.is_dir()

    def test_old_folders_go_beyond_a_number(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BALANCE_CACHE_DIR", str(tmp_path))
        monkeypatch.setattr(jit, "KEPT_DIGESTS", 3)
        for age in range(6):
            digest_folder(tmp_path, age, hours=age + 1)
        (tmp_path / "thesis").mkdir()
        current = jit.cache_folder()
        left = {path.name for path in tmp_path.iterdir()}
        assert left == {current.name, "thesis", *(f"{age:016x}" for age in range(3))}

    def test_and_beyond_a_size(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BALANCE_CACHE_DIR", str(tmp_path))
        monkeypatch.setattr(jit, "KEPT_BYTES", 2500)
        for age in range(4):
            digest_folder(tmp_path, age, hours=age + 1, size=1000)
        current = jit.cache_folder()
        assert {path.name for path in tmp_path.iterdir()} == {current.name, f"{0:016x}", f"{1:016x}"}

    def test_one_in_use_stays_and_one_without_a_lock_while_it_is_young(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("BALANCE_CACHE_DIR", str(tmp_path))
        monkeypatch.setattr(jit, "KEPT_DIGESTS", 0)
        used, free, young, old = (digest_folder(tmp_path, n, hours=30 * (n != 2)) for n in range(4))
        (young / jit.IN_USE).unlink()
        (old / jit.IN_USE).unlink()
        os.utime(young)
        os.utime(old, (1, 1))
        held = jit._lock(used, alone=False)
        assert held is not None
        current = jit.cache_folder()
        assert {path.name for path in tmp_path.iterdir()} == {current.name, used.name, young.name}
        os.close(held)
        jit.cache_folder()
        assert not used.exists() and not free.exists()


def digest_folder(root: Path, number: int, hours: float, size: int = 0) -> Path:
    """The folder of some other sources, last used so many hours ago."""
    folder = root / f"{number:016x}"
    folder.mkdir()
    (folder / jit.IN_USE).write_text("")
    (folder / "code.nbc").write_bytes(bytes(size))
    then = time.time() - 3600 * hours
    os.utime(folder, (then, then))
    return folder


class TestProcesses:
    def test_two_at_once_on_an_empty_cache(self, tmp_path: Path) -> None:
        cache = str(tmp_path / "kernels")
        both = [start(tmp_path, BALANCE_CACHE_DIR=cache) for _ in range(2)]
        totals = {said(process)[0] for process in both}
        assert len(totals) == 1
        total, hits, folder = said(start(tmp_path, BALANCE_CACHE_DIR=cache))
        assert {total} == totals
        assert hits == 1  # what they left is whole, and used
        assert folder.parent == tmp_path / "kernels"

    def test_a_home_that_cannot_be_written_to(self, tmp_path: Path) -> None:
        (tmp_path / "home").write_text("")
        (tmp_path / "tmp").mkdir()
        nowhere = str(tmp_path / "home" / "cache")
        variables = {"HOME": nowhere, "XDG_CACHE_HOME": nowhere, "LOCALAPPDATA": nowhere}
        process = start(tmp_path, BALANCE_CACHE_DIR=None, TMPDIR=str(tmp_path / "tmp"), **variables)
        _, _, folder = said(process)
        assert (tmp_path / "tmp") in folder.parents
        assert any(folder.rglob("small.total*"))

    @pytest.mark.parametrize(("suffix", "cut"), [("nbi", 0), ("nbi", -10), ("nbc", 10)])
    def test_a_half_written_cache(self, suffix: str, cut: int, tmp_path: Path) -> None:
        cache = str(tmp_path / "kernels")
        total, _, folder = said(start(tmp_path, BALANCE_CACHE_DIR=cache))
        for path in folder.rglob(f"*.{suffix}"):
            path.write_bytes(path.read_bytes()[:cut])
        assert said(start(tmp_path, BALANCE_CACHE_DIR=cache))[:2] == (total, 0)
        assert said(start(tmp_path, BALANCE_CACHE_DIR=cache))[:2] == (total, 1)  # mended
