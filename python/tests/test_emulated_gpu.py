# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole programs on a GPU that is not there: the plugin with the emulator in place of NVIDIA's driver."""

import pathlib

import pytest
import support
import weft

LIBRARY = pathlib.Path(weft.library_path()).parent / "libweft_emulated_cuda.so"

pytestmark = pytest.mark.skipif(not LIBRARY.exists(), reason="the emulator is not built")

PROGRAMS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

assert "Cuda" in type(jax.devices("weft")[0]).__name__ or "cuda" in str(jax.devices("weft")[0]).lower()
x = support.sample((24, 24), "float32")

def step(x):
    return jax.grad(lambda x: jnp.tanh(x @ x).sum())(x)
def softmax(x):
    return jax.nn.softmax(x, axis=0)
def sorts(x):
    return jnp.sort(x, axis=1), jnp.argsort(x, axis=0), lax.top_k(x, 3)
def loops(x):
    y = lax.fori_loop(0, 7, lambda i, c: c.at[i].set(c[i - 1] + x[i]), x)
    return lax.scan(lambda c, row: (c * 0.5 + row, c.sum()), y[0], y)
def branches(x):
    return lax.cond(x.sum() > 0, lambda x: x * 2, lambda x: x - 1, x)
def waves(x):
    return jnp.abs(jnp.fft.fft(x)), jnp.exp(1j * x)
def integers(x):
    i = (x * 100).astype("int32")
    return i // 7, i % 5, i << 3, lax.population_count(i), i.sum()

for function in (step, softmax, sorts, loops, branches, waves, integers):
    actual, expected = support.run("weft", function, x), support.run("cpu", function, x)
    for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
        support.close(left, right, factor=8)
print("all right")
"""


def emulated(program: str, **environment: str):
    return support.python(
        program, WEFT_DEVICE="gpu", WEFT_CUDA_DRIVER=str(LIBRARY), WEFT_CACHE="0",
        PYTHONPATH=f"{support.PYTHON}:{pathlib.Path(__file__).parent}", **environment,
    )  # fmt: skip


@pytest.mark.parametrize("seed", ["0", "1"])
def test_programs(seed: str) -> None:
    result = emulated(PROGRAMS, WEFT_EMULATOR_SEED=seed)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


def test_memory_ends() -> None:
    result = emulated(
        "import jax, jax.numpy as jnp; jax.jit(lambda: jnp.zeros(1 << 24))().block_until_ready()",
        WEFT_EMULATOR_MEMORY=str(1 << 24),
    )
    assert result.returncode != 0
    assert "RESOURCE_EXHAUSTED" in result.stderr
