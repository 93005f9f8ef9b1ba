# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory of kernels and fills in whole programs on a GPU that is not there: the emulator finds bytes that nobody wrote,
and runs what does not wait for each other in any order."""

import pytest
from emulated import NEEDS_EMULATOR, emulated

pytestmark = NEEDS_EMULATOR

PROGRAMS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

x = support.sample((40, 50), "float32")
i = (jnp.abs(x) * 50).astype("int32") % 37

def beside(x, i):
    return jnp.sort(x.ravel()), jnp.sort(-x.ravel()), jnp.sort(i.ravel())
def behind(x, i):
    y = jnp.tanh(x @ x.T) @ x
    return jnp.sort((jnp.cos(y) + y).ravel()), y
def marked(x, i):
    # The last one wins: numbers of updates begin as zeros.
    return jnp.zeros(60, "float32").at[i.ravel()].set(x.ravel()), x.at[i[:, 0]].set(-x)
def filled(x, i):
    return (
        jnp.zeros((3, 700)), jnp.full(999, 2.5), jnp.full(77, 3, "int8"), jnp.full(1001, 1.5, "bfloat16"),
        jnp.full(50, 1.0, "float64"), jnp.full(300, -1, "int64"), jnp.ones((33, 3), bool), jnp.zeros(40, "complex64"),
    )
def turned(x, i):
    # Of a loop whose number of turns is not known: fills look at its condition, too.
    def body(c):
        n, total, order = c
        last = jnp.zeros(40, "float32").at[i[n]].set(x[n])
        return n + 1, total + last.sum(), lax.sort(order * 0.5 + last)
    return lax.while_loop(lambda c: (c[1] < 30) & (c[0] < 9), body, (0, x[0, 0], x[:, 0]))
def chosen(x, i):
    return lax.cond(x.sum() > 1000, lambda x: jnp.full_like(x, 4), lambda x: jnp.sort(x, 0) + jnp.zeros_like(x).at[i[:, 0]].set(x), x)

for function in (beside, behind, marked, filled, turned, chosen):
    expected = support.run("cpu", function, x, i)
    program = jax.jit(function)
    # One by one first, and then as graphs, on other memory each time.
    kept = []
    for _ in range(3):
        kept.append(support.run("weft", program, x, i))
    for actual in kept:
        for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected), strict=True):
            support.close(left, right, factor=8)
print("all right")
"""


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_memory_of_kernels_and_fills(seed: str) -> None:
    result = emulated(PROGRAMS, WEFT_EMULATOR_SEED=seed)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


PEAK = """
import jax
from jax import numpy as jnp

def layer(x):
    y = jnp.tanh(x @ x) @ x
    return jnp.sort(jnp.sort(y, 0).ravel()), jnp.linalg.cholesky(y @ y.T + 900 * jnp.eye(128)).sum()

device = jax.devices("weft")[0]
x = jax.block_until_ready(jax.jit(lambda: jnp.arange(128.0 * 128).reshape(128, 128) % 7)())
program = jax.jit(layer).lower(x).compile()
before = device.memory_stats()["bytes_in_use"]
jax.block_until_ready(program(x))
analysis = program.memory_analysis()
measured = device.memory_stats()["peak_bytes_in_use"] - before + analysis.argument_size_in_bytes
print(analysis.peak_memory_in_bytes, measured)
"""


def test_peak_is_known() -> None:
    result = emulated(PEAK)
    assert result.returncode == 0, result.stderr[-3000:]
    predicted, measured = map(int, result.stdout.split()[-2:])
    assert abs(predicted - measured) <= measured // 50, result.stdout
