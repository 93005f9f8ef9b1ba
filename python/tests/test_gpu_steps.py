# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops in one kernel of a GPU that is not there, with steps that have algorithms of their own."""

import pytest
from emulated import NEEDS_EMULATOR, passes

pytestmark = NEEDS_EMULATOR

START = """
import jax, numpy as np, support
from jax import lax, numpy as jnp
from emulated import calls

def turns(step, *start):
    return lax.fori_loop(0, 4, lambda i, state: step(i, *state), start)
def counted():
    return np.array([calls("cuLaunchKernel") + calls("cuLaunchKernelEx"), calls("cuGraphConditionalHandleCreate")])
def check(function, *arguments):
    before = counted()
    actual = support.run("weft", function, *arguments)
    # No loop of the device, in a graph, and no kernel beside the one.
    assert (counted() - before <= [1, 0]).all(), (function.__name__, counted() - before)
    expected = support.run("cpu", function, *arguments)
    for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
        support.close(left, right, factor=32)
"""

# Each place with all before it, or with those around it.
RUNNING = """
def sums(x):
    return turns(lambda i, x: (jnp.cumsum(x, 0) * 0.1 + jnp.cumsum(x[::-1], 1) * 0.05,), x)
def backwards(x):
    return turns(lambda i, x: (jnp.sin(lax.cumsum(x, axis=1, reverse=True) * 0.01 + lax.cumsum(x, axis=0, reverse=True) * 0.1),), x)
def extremes(x):
    return turns(lambda i, x: (jnp.sin(lax.cummax(x, reverse=True) + lax.cummin(x, axis=1) * i),), x)
def products(x):
    return turns(lambda i, x: (jnp.tanh(lax.cumprod(1 + x * 0.01, axis=1) - lax.cumlogsumexp(x, axis=0)),), x)
def wrapped(x):
    return turns(lambda i, n: (jnp.cumsum(n, 1, dtype="int8") + 1,), x)
def complexes(x):
    return turns(lambda i, z: (jnp.cumsum(z, 1) * (0.2 + 0.1j),), x)
def halves(x):
    return turns(lambda i, h: (jnp.tanh(jnp.cumsum(h, 1) * 0.01),), x)
def windows(x, y):
    smooth = lambda x: lax.reduce_window(x, 0.0, lax.add, (3, 5), (1, 1), "SAME") / 15
    pool = lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 2), "SAME")
    return turns(lambda i, x, y: (smooth(x) + y.sum(), pool(x)), x, y)
def spread(x):
    return turns(lambda i, x: (lax.reduce_window(x, jnp.float32(1), lax.mul, (1, 3), (1, 1), [(0, 0), (4, 0)], window_dilation=(1, 2)) * 0.3,), x)
def places_of_most(x, n):
    best = lambda a, b: jax.tree.map(lambda p, q: jnp.where(b[0] > a[0], q, p), a, b)
    widest = lambda x, n: lax.reduce_window((x, n), (jnp.float32(-jnp.inf), jnp.int64(-1)), best, (2, 3), (1, 1), "SAME")
    return turns(lambda i, x, n: (jnp.sin(widest(x, n)[0] * 3), widest(x, n)[1] + i), x, n)
def until(x):
    return lax.while_loop(lambda x: jnp.cumsum(x, 1)[0, -1] > 1, lambda x: lax.cummax(x * 0.7), x)

x = support.sample(SHAPE, "float32") * 0.3
for function in (sums, backwards, extremes, products, spread, until):
    check(function, x)
check(wrapped, (x * 100).astype("int8"))
check(complexes, x + 1j * x[::-1])
check(halves, (np.abs(x) * 3).astype(int).astype("bfloat16"))
check(windows, x, np.ascontiguousarray(x[::2, ::2]))
check(places_of_most, x, np.arange(x.size, dtype="int64").reshape(x.shape))
print("all right")
"""


@pytest.mark.parametrize("seed, shape", [("0", (2, 2)), ("1", (7, 43)), ("2", (3, 300)), ("3", (1, 3))])
def test_running_sums_and_windows(seed: str, shape: tuple[int, int]) -> None:
    passes(f"SHAPE = {shape}\n" + START + RUNNING, WEFT_EMULATOR_SEED=seed)


# Updates of several places, in their order, some of them outside.
SCATTERS = """
def rows_added(x):
    at = lambda x: (jnp.abs(x[:, 0]) * 100).astype(int) % (x.shape[0] + 2) - 1
    return turns(lambda i, x: (jnp.sin(x.at[at(x)].add(x[::-1] * 0.1, mode="drop")),), x)
def last_wins(x):
    at = lambda i: (jnp.arange(13) * 7 + i) % 5
    return turns(lambda i, x: (x.at[1, at(i) % x.shape[1]].set(x[0, 0] + jnp.arange(13, dtype=x.dtype)) + 0.5,), x)
def least(x):
    at = lambda x: (jnp.abs(x) * 100).astype(int) % x.shape[1]
    return turns(lambda i, x: (jnp.cos(x.at[jnp.arange(x.shape[0])[:, None], at(x)].min(x * 0.5)),), x)
def counts(n):
    return turns(lambda i, n: (n.at[n % n.size].add(1),), n)
def boxes(x):
    numbers = lax.ScatterDimensionNumbers((1, 2), (), (0, 1))
    def step(i, x):
        at = jnp.stack([jnp.arange(5) % 3 - 1, jnp.arange(5) * i % x.shape[1]], 1)
        return lax.scatter_mul(x, at, 1 + jnp.arange(5 * 2 * 2, dtype=x.dtype).reshape(5, 2, 2) * 0.01, numbers, mode="drop"),
    return turns(step, x)
def batches(x):
    one = lambda row, at: row.at[at].add(row[: at.size])
    return turns(lambda i, x: (jnp.sin(jax.vmap(one)(x, (jnp.abs(x[:, :4]) * 100).astype(int) % x.shape[1])),), x)
def complexes(x):
    return turns(lambda i, z: (z.at[:, jnp.array([1, 0, 1])].add(z[:, :1] * 0.1) * (0.9 + 0.1j),), x)

x = support.sample(SHAPE, "float32") * 0.3
for function in (rows_added, last_wins, least, boxes, batches):
    check(function, x)
check(counts, (np.abs(x[0]) * 1000).astype(int))
check(complexes, x + 1j * x[::-1])
print("all right")
"""


@pytest.mark.parametrize("seed, shape", [("0", (3, 4)), ("1", (7, 43)), ("2", (30, 40))])
def test_scatters(seed: str, shape: tuple[int, int]) -> None:
    passes(f"SHAPE = {shape}\n" + START + SCATTERS, WEFT_EMULATOR_SEED=seed)


# Orders: of lines that are counted, and of those that are merged.
SORTS = """
def lines(x):
    return turns(lambda i, x: (jnp.sort(jnp.sin(x * 9 + i), axis=1) + jnp.sort(x, axis=0),), x)
def stable(n):
    return turns(lambda i, n: ((n[jnp.argsort(n // 7 % 5)] + i),), n)
def together(x, n):
    def step(i, x, n):
        flags, n, x = lax.sort((jnp.cos(x * 50) > 0, n, x * 0.9), num_keys=2, dimension=1)
        return jnp.where(flags, x, -x), n
    return turns(step, x, n)
def backwards(x):
    return turns(lambda i, x: (jnp.sort(x, axis=1, descending=True) * 0.9 + jnp.sin(x),), x)
def best(x):
    def step(i, x, found):
        values, places = lax.top_k(x, 3)
        return jnp.sin(x + values[:, :1]), found + places
    return turns(step, x, jnp.zeros((x.shape[0], 3), "int32"))
def special(x, signs):
    def step(i, x, signs):
        x = jnp.sort(jnp.where(x > 2, jnp.nan, jnp.where(x < -1, 0.0, x)) * -1, axis=1)
        return x, jnp.signbit(x) & ~jnp.isnan(x)
    return turns(step, x, signs)
def complexes(x):
    return turns(lambda i, z: (jnp.sort(jnp.round(z * 3), axis=1) * 0.5j,), x)

x = support.sample(SHAPE, "float32")
n = support.sample(SHAPE, "int32", seed=3)
for function in (lines, backwards, best):
    check(function, x)
check(stable, (np.abs(x[0]) * 1000).astype(int))
check(together, x, n)
check(special, x, x > 0)
check(complexes, x + 1j * x[::-1])
print("all right")
"""


@pytest.mark.parametrize("seed, shape", [("0", (3, 4)), ("1", (5, 43)), ("2", (2, 107)), ("3", (1, 700)), ("4", (1, 3))])
def test_sorts(seed: str, shape: tuple[int, int]) -> None:
    passes(f"SHAPE = {shape}\n" + START + SORTS, WEFT_EMULATOR_SEED=seed)
