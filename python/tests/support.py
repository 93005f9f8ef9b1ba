# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running one function on both back ends, and comparing."""

import os
import pathlib
import subprocess
import sys
from typing import Any

import jax
import numpy as np

PYTHON = str(pathlib.Path(__file__).parents[1])

FLOATS = ("float16", "bfloat16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
INTEGERS = SIGNED + UNSIGNED
SMALL_FLOATS = (
    "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2",
    "float8_e5m2fnuz", "float8_e8m0fnu", "float4_e2m1fn",
)  # fmt: skip
SMALL_INTEGERS = ("int4", "uint4", "int2", "uint2")

TOLERANCE = {
    "float16": 2e-3, "bfloat16": 2e-2, "float32": 2e-6, "float64": 1e-14, "complex64": 4e-6, "complex128": 1e-14,
}  # fmt: skip


def device(platform: str = "weft") -> Any:
    return jax.devices(platform)[0]


def sample(shape: tuple[int, ...], dtype: str, seed: int = 0, low: float = -3.0, high: float = 3.0) -> np.ndarray:
    """Numbers of moderate size, the same on every machine."""
    random = np.random.default_rng(seed)
    kind = jax.dtypes.canonicalize_dtype(dtype)
    if dtype == "bool":
        return random.integers(0, 2, shape).astype(bool)
    if dtype in SIGNED + ("int4", "int2"):
        return random.integers(-2 if dtype == "int2" else -7, 2 if dtype == "int2" else 8, shape).astype(kind)
    if dtype in UNSIGNED + ("uint4", "uint2"):
        return random.integers(0, 4 if dtype == "uint2" else 15, shape).astype(kind)
    values = random.uniform(low, high, shape)
    if dtype in COMPLEX:
        values = values + 1j * random.uniform(low, high, shape)
    return values.astype(kind)


def run(platform: str, function: Any, *args: Any, options: dict[str, Any] | None = None) -> Any:
    with jax.default_device(device(platform)):
        return jax.tree.map(np.asarray, jax.jit(function, compiler_options=options)(*args))


def close(actual: Any, expected: Any, factor: float = 1.0) -> None:
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.dtype == expected.dtype
    assert actual.shape == expected.shape
    tolerance = TOLERANCE.get(actual.dtype.name)
    if tolerance is None:
        np.testing.assert_array_equal(actual, expected)
        return
    wide = np.complex128 if np.iscomplexobj(actual) else np.float64
    scale = max(1.0, float(np.max(np.abs(expected.astype(wide)), initial=0, where=np.isfinite(expected.astype(wide)))))
    limits = dict(rtol=tolerance * factor, atol=tolerance * factor * min(scale, 10))
    actual, expected = actual.astype(wide), expected.astype(wide)
    if wide is np.complex128:
        # Beside an infinite part NumPy wants the other to be equal to the last bit.
        infinite = np.isinf(actual) & np.isinf(expected) & ~np.isnan(actual) & ~np.isnan(expected)
        for part in (np.real, np.imag):
            np.testing.assert_allclose(part(actual[infinite]), part(expected[infinite]), **limits)
        actual, expected = np.where(infinite, 0, actual), np.where(infinite, 0, expected)
    np.testing.assert_allclose(actual, expected, **limits)


def check(function: Any, *args: Any, factor: float = 1.0) -> None:
    """Weft computes the function within its bounds, and what the CPU back end does; names the leaf that differs.

    The bounds are those of docs/checking.md: compiling fails where a stage leaves them. The CPU back end has none, and no
    digits to spare; it is a second opinion on what the function means.
    """
    actual = run("weft", function, *args, options={"weft_check_passes": True})
    expected = run("cpu", function, *args)
    assert jax.tree.structure(actual) == jax.tree.structure(expected)
    for (path, left), (_, right) in zip(
        jax.tree_util.tree_leaves_with_path(actual), jax.tree_util.tree_leaves_with_path(expected)
    ):
        try:
            close(left, right, factor)
        except AssertionError as error:
            raise AssertionError(f"{jax.tree_util.keystr(path)}: {error}") from None


def python(program: str, **environment: str) -> subprocess.CompletedProcess:
    """Runs a program in a fresh process."""
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=240, check=False,
        env={**os.environ, "PYTHONPATH": PYTHON, **environment},
    )  # fmt: skip
