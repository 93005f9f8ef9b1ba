# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import pathlib
import re
import subprocess
import sys
import zipfile

import jax
import pytest

import weft
from support import python
from weft import library

ROOT = pathlib.Path(__file__).parents[2]


def test_version():
    assert re.fullmatch(r"\d+\.\d+\.\d+", weft.__version__)


def test_weft_is_the_default_and_known_by_name():
    assert jax.default_backend() == "weft"
    assert jax.devices("weft")[0].platform == "weft"


def test_library_path(monkeypatch, tmp_path):
    monkeypatch.setenv(library.VARIABLE, str(tmp_path / "other.so"))
    with pytest.raises(library.LibraryNotFoundError, match="other.so"):
        weft.library_path()


def test_doctor():
    result = subprocess.run(
        [sys.executable, "-m", "weft", "doctor"], capture_output=True, text=True, cwd=ROOT / "python", timeout=110, check=False
    )
    assert result.returncode == 0, result.stdout
    for what in ("python", "cpu", "gpu", "driver", "jax", "library", "memory", "plugin"):
        assert re.search(rf"^(ok|--)  {what}", result.stdout, re.M), result.stdout


def test_doctor_says_what_is_missing():
    result = subprocess.run(
        [sys.executable, "-m", "weft", "doctor"], capture_output=True, text=True, cwd=ROOT / "python", timeout=110, check=False,
        env={"PATH": "/usr/bin:/bin", "WEFT_LIBRARY_PATH": "/nowhere/libweft_pjrt.so"},
    )  # fmt: skip
    assert result.returncode == 1
    assert "/nowhere/libweft_pjrt.so" in result.stdout and "hint:" in result.stdout


def test_only_weft():
    result = python("import jax; print(jax.devices()[0].platform, float(jax.numpy.ones(3).sum()))", JAX_PLATFORMS="weft")
    assert result.stdout.split() == ["weft", "3.0"], result.stderr


def test_no_warnings_at_start():
    result = python("import jax; jax.numpy.ones(3).block_until_ready()", JAX_PLATFORMS="weft,cpu", PYTHONWARNINGS="error")
    assert result.returncode == 0, result.stderr
    assert "Traceback" not in result.stderr


def test_wheel(tmp_path):
    subprocess.run([ROOT / "scripts" / "make-wheel", weft.library_path(), tmp_path], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("weft-*.whl")
    assert re.fullmatch(r"weft-[\d.]+-py3-none-manylinux_2_\d+_(aarch64|x86_64)\.whl", wheel.name)
    assert wheel.stat().st_size < 100_000_000
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        archive.extractall(tmp_path / "site")
    assert {"weft/libweft_pjrt.so", "jax_plugins/weft/__init__.py", "weft/__init__.py"} <= set(names)
    assert "jax_plugins/__init__.py" not in names
    program = "import weft, jax; print(weft.library_path(), float(jax.numpy.ones(3).sum()))"
    result = python(program, PYTHONPATH=str(tmp_path / "site"), WEFT_LIBRARY_PATH="", JAX_PLATFORMS="weft")
    assert result.stdout.split() == [str(tmp_path / "site/weft/libweft_pjrt.so"), "3.0"], result.stderr
