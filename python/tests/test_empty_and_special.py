# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays without elements and with one, indices outside, NaN, infinities and signed zeros: in steps of loops, in convolutions
with features first, and beside numbers that are results."""

import pytest
from emulated import NEEDS_EMULATOR, passes

pytestmark = NEEDS_EMULATOR

PROGRAMS = """
import jax, numpy as np
from jax import lax, numpy as jnp

def number(x, s):
    return s + 1, x * (s + 1), x.sum()
def sorts(x):
    return lax.fori_loop(0, 4, lambda i, x: jnp.sort(x)[::-1], x)
def scatters(x, i):
    return lax.fori_loop(0, 5, lambda t, x: x.at[i + t].add(x[0] + 1, mode="drop"), x)
def sums(x):
    return lax.fori_loop(0, 4, lambda t, x: jnp.cumsum(x[::-1]) * 0.5, x)
def windows(x):
    return lax.fori_loop(0, 3, lambda t, x: lax.reduce_window(x, -np.inf, lax.max, (3,), (1,), "SAME"), x)
def convolution(x, w):
    return lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NCHW", "OIHW", "NCHW"))

def zeros(*shape):
    return np.zeros(shape, np.float32)
def normal(*shape):
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)
special = normal(77)
special[3:7] = np.nan, -np.inf, -0.0, 0.0
CASES = [
    (number, zeros(0, 5), np.float32(2)), (number, zeros(1, 1), np.float32(np.nan)), (number, zeros(7, 0), np.float32(1)),
    (sorts, special), (sorts, zeros(0)), (sorts, zeros(1)), (sorts, np.array([1, np.nan], np.float32)),
    (scatters, np.ones(77, np.float32), np.array([-100, 500, 3, 3, 76], np.int32)),
    (scatters, np.ones(77, np.float32), np.zeros(0, np.int32)),
    (sums, normal(65)), (sums, zeros(1)), (windows, special),
    (convolution, zeros(0, 8, 5, 5), zeros(9, 8, 3, 3)), (convolution, normal(2, 8, 1, 1), normal(9, 8, 3, 3)),
    (convolution, np.full((2, 16, 9, 9), np.inf, np.float32), normal(40, 16, 3, 3)),
]
for function, *given in CASES:
    cpu, weft = (jax.tree.map(np.asarray, jax.jit(function)(*jax.device_put(given, jax.devices(p)[0]))) for p in ("cpu", "weft"))
    for left, right in zip(jax.tree.leaves(weft), jax.tree.leaves(cpu), strict=True):
        assert left.shape == right.shape and left.dtype == right.dtype
        np.testing.assert_allclose(left, right, rtol=2e-5, atol=1e-5, err_msg=f"{function.__name__} of {[np.shape(a) for a in given]}")
print("all right")
"""


@pytest.mark.parametrize("device", ["cpu", "gpu"])
def test_empty_and_special(device: str) -> None:
    passes(PROGRAMS, WEFT_DEVICE=device)
