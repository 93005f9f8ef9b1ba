# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Single numbers that are results beside the arrays that are computed from them: the first program of a kernel stores them."""

import pytest
from emulated import NEEDS_EMULATOR, passes

pytestmark = NEEDS_EMULATOR

PROGRAMS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def counted(x, s):
    t = s + 1
    return t, x * t, (x * t).sum(0)
def clipped(x, s):
    norm = jnp.linalg.norm(x)
    most = jnp.minimum(1, s / norm)
    return norm, most, x * most
def carried(x, s):
    def step(i, state):
        x, k, total = state
        k = k * 0.9 + 1
        return x * k + total, k, total + k
    return lax.fori_loop(0, 7, step, (x, s, s))
def sliced(x, s):
    i = s.astype(jnp.int32) + 3
    part = lax.dynamic_slice(x, (i, i), (7, 5))
    return i, i * 2, part, part.sum(), x[i] * 2
def adam(x, s):
    def step(state, _):
        x, m, v, t = state
        g, t = 2 * x, t + 1
        m, v = 0.9 * m + 0.1 * g, 0.99 * v + 0.01 * g * g
        return (x - 0.01 * m / (1 - 0.9**t) / (jnp.sqrt(v / (1 - 0.99**t)) + 1e-6), m, v, t), jnp.abs(x).sum()
    return lax.scan(step, (x, x * 0, x * 0, s), None, length=3)

for shape in (33, 17), (100, 100), (413, 300):
    x, s = support.sample(shape, "float32"), np.float32(2)
    for function in counted, clipped, carried, sliced, adam:
        expected = support.run("cpu", function, x, s)
        for donated in (), (1,), (0, 1):
            given = jax.device_put((x.copy(), s), jax.devices("weft")[0])
            actual = jax.jit(function, donate_argnums=donated)(*given)
            for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
                support.close(left, right, factor=32)
print("all right")
"""


@pytest.mark.parametrize("device", ["cpu", "gpu"])
def test_numbers_beside_arrays(device: str) -> None:
    passes(PROGRAMS, WEFT_DEVICE=device)
