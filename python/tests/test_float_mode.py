# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the caller's thread rounds changes nothing: neither what is compiled, nor what is computed, and it is left as it was."""

import ctypes
import platform

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from support import run

MODES = {"x86_64": {"upward": 0x800, "to zero": 0xC00}, "aarch64": {"upward": 0x400000, "to zero": 0xC00000}}
# NumPy rounds as it is told.
LARGE = np.linspace(0, 10, 1 << 20, dtype=np.float32)
libm = ctypes.CDLL("libm.so.6")


@pytest.fixture(params=["upward", "to zero"])
def mode(request):
    number = MODES[platform.machine()][request.param]
    libm.fesetround(number)
    yield number
    libm.fesetround(0)


def thirds(x):
    return x / 3, jnp.exp(x) / 7, jnp.float32(1) / 3 + x[0]


@pytest.fixture(scope="module", params=[1 << 4, 1 << 20])
def case(request):
    """Few numbers are computed in the caller's thread, many in several."""
    x = LARGE[: request.param]
    return x, run("weft", thirds, x)


def test_compiled_and_run_in_another_mode(case, mode):
    x, expected = case
    jax.clear_caches()
    results = run("weft", thirds, x)
    assert libm.fegetround() == mode
    for result, right in zip(results, expected):
        np.testing.assert_array_equal(result.view(np.uint32), right.view(np.uint32))


def test_constants_keep_subnormal_numbers():
    """jaxlib compiles with those taken for zero."""
    result = run("weft", lambda: jnp.float32(1e-39) * jnp.float32(0.5))
    assert result == np.float32(5e-40)
