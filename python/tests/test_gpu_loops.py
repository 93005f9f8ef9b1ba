# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops and branches on a GPU that is not there: in kernels, in turns that are told at once, and with parts of the host."""

import pytest
from emulated import NEEDS_EMULATOR, passes

pytestmark = NEEDS_EMULATOR

# Steps of loops that the threads of a block share.
SHARED = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def recurrent(x):
    n = x.shape[1]
    w, u = x[:, :n // 2].T @ x[:, : n // 2] / n, x[: n // 2]
    def step(h, row):
        h = jnp.tanh(w @ h + u @ row)
        return h, h
    return lax.scan(step, jnp.zeros(n // 2, x.dtype), x[:20])
def gated(x):
    n = x.shape[1] // 4
    w = x[: n, : 2 * n]
    def step(carry, row):
        h, c = carry
        gates = h @ w + row[: 2 * n]
        i, g = jnp.split(gates, 2)
        c = jax.nn.sigmoid(i) * c + jnp.tanh(g)
        return (jnp.tanh(c)[::-1], c), (c.sum(), h)
    return lax.scan(step, (x[0, : n], x[1, : n]), x[:15])
def backwards(x):
    return jax.grad(lambda x: sum(y.sum() for y in jax.tree.leaves(gated(x))))(x)
def histories(x):
    def step(i, s):
        y, z = s
        before = lax.dynamic_index_in_dim(y, jnp.maximum(i - 1, 0), keepdims=False)
        return y.at[i].set(before * 0.5 + z[0]), jnp.roll(z, 1, axis=0) + before.mean()
    return lax.fori_loop(0, 9, step, (x[:10], x[5:17]))
def swaps(x):
    def step(i, s):
        a, b, c = s
        return b + 1, a.T.reshape(a.shape) - c.sum(), lax.cond(i % 3 == 0, lambda c: c * 2 - a[0], lambda c: c[::-1], c)
    return lax.fori_loop(0, 7, step, (x[:6], x[6:12], x[0]))
def until(x):
    return lax.while_loop(lambda s: jnp.abs(s[0]).max() > 0.05, lambda s: (s[0] * 0.7 - s[1].mean() * 0.1, s[1] * 0.9 + s[0][::-1] * 0.01), (x[0], x[1]))
def short(x):
    return jax.random.normal(jax.random.key(3), x.shape, x.dtype), lax.fori_loop(0, 5, lambda i, y: jnp.sin(y) + i, x)

x = support.sample(SHAPE, "float32") * 0.3
for function in (recurrent, gated, backwards, histories, swaps, until, short):
    actual, expected = support.run("weft", function, x), support.run("cpu", function, x)
    for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
        support.close(left, right, factor=32)
print("all right")
"""


@pytest.mark.parametrize("seed, shape", [("0", (20, 32)), ("1", (24, 44)), ("2", (40, 72))])
def test_shared_steps(seed: str, shape: tuple[int, int]) -> None:
    passes(f"SHAPE = {shape}\n" + SHARED, WEFT_EMULATOR_SEED=seed)


# Loops that end when they end: the device is told several turns at once, and those behind the end do nothing.
TURNS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def turned(x):
    return x[::-1] + jnp.arange(x.size, dtype=x.dtype)
# Carries two arrays, one of which is copied in each turn.
def counted(x, n):
    return lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, turned(s[1]), s[2] + s[1].max() % 7), (0, x, x[::-1]))
def flagged(x, n):
    return lax.while_loop(lambda s: s[0], lambda s: (s[1] + 1 < n, s[1] + 1, turned(s[2])), (n > 0, 0, x))
def summed(x, n):
    return lax.while_loop(lambda s: (s[1] % 1000).sum() < n * 1000, lambda s: (s[1], turned(s[0]), s[2] + 1), (x, x * 0, 0))
def several(x, n):
    one = lambda x, n: lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, turned(s[1])), (0, x))
    return jax.vmap(one)(jnp.stack([x, x + 1, x + 2]), jnp.stack([n, n // 2, n + 1]))
def chosen(x, n):
    return lax.switch(n % 3, [lambda x: counted(x, n)[1], lambda x: jnp.sort(flagged(x, n)[2]), lambda x: x], x)
def inside(x, n):
    return lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, counted(s[1], n - s[0])[1]), (0, x))

x = np.arange(9001, dtype="int32") % 100
gpu = jax.devices("weft")[0]
for function in (counted, flagged, summed, several, chosen, inside):
    jitted = jax.jit(function)
    for n in COUNTS:
        # Runs of one graph, in other places.
        held = [jitted(jax.device_put(x, gpu), jax.device_put(np.int32(n), gpu)) for _ in range(2)]
        expected = support.run("cpu", function, x, np.int32(n))
        for actual in held:
            for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
                np.testing.assert_array_equal(np.asarray(left), right, err_msg=f"{function.__name__} {n}")
donating = jax.jit(lambda x, n: counted(x, n)[1:], donate_argnums=0)
y = jax.device_put(x, gpu)
first, second = donating(y, 9)
assert y.is_deleted()
np.testing.assert_array_equal(np.asarray(first), support.run("cpu", counted, x, 9)[1])
print("all right")
"""


@pytest.mark.parametrize("seed, counts", [("0", (0, 1, 9)), ("1", (3, 8, 21))])
def test_turns_of_loops(seed: str, counts: tuple[int, ...]) -> None:
    passes(f"COUNTS = {counts}\n" + TURNS, WEFT_EMULATOR_SEED=seed)


# Loops of a known number of turns: nobody asks whether they go on. All turns are told, or the device counts rounds of some.
COUNTED = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

# A step that has so much to add up is kernels of its own.
def mixed(x):
    return (x * (jnp.arange(420, dtype=x.dtype) % 3)[:, None] + x[::-1]).sum(0, dtype=x.dtype) % 1000
def repeated(x, turns):
    return lax.fori_loop(0, turns, lambda i, x: mixed(x), x)
def read(x, turns):
    return lax.fori_loop(3, turns + 3, lambda i, s: (mixed(s[0]) + i, s[1] + i), (x, 0))
# Two arrays, and two numbers, change places.
def exchanged(x, turns):
    return lax.fori_loop(0, turns, lambda i, s: (mixed(s[1]), s[0] + s[1], s[3], s[2] + s[0][0]), (x, x * 2, x[1], x[2]))
# What the last turn had is kept beside what this one has.
def kept(x, turns):
    turn = lambda i, s: (mixed(s[0] + s[1]), s[0].max() % 7, s[1], s[2] + s[1], s[4] * 2 % 5)
    return lax.fori_loop(0, turns, turn, (x, x[1], x[2], x[3], 1))
def nested(x, turns):
    return lax.fori_loop(0, turns // 8 + 2, lambda i, x: repeated(x, 9) + i, x)
# A count begins anew in each turn of the loop around it.
def inside(x, turns):
    return lax.while_loop(lambda s: s[1] < 2 + s[0][0] * 0, lambda s: (repeated(s[0], turns), s[1] + 1), (x, 0))

x = np.arange(20, dtype="int32")
gpu = jax.devices("weft")[0]
for function in (repeated, read, exchanged, kept, nested, inside):
    for turns in COUNTS:
        jitted = jax.jit(lambda x: function(x, turns))
        held = [jitted(jax.device_put(x, gpu)) for _ in range(2)]
        expected = support.run("cpu", lambda x: function(x, turns), x)
        for actual in held:
            for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
                np.testing.assert_array_equal(np.asarray(left), right, err_msg=f"{function.__name__} {turns}")
print("all right")
"""


@pytest.mark.parametrize("seed, counts", [("0", (2, 5, 300)), ("1", (16, 301))])
def test_counted_loops(seed: str, counts: tuple[int, ...]) -> None:
    passes(f"COUNTS = {counts}\n" + COUNTED, WEFT_EMULATOR_SEED=seed)


# Branches of a few kernels: those of all of them are launched, and do nothing where another one is taken.
BRANCHES = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def widest(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (3, 3), (1, 1), "SAME")
# A copy beside a kernel, and results of which a branch changes one.
def pooled(x, i):
    return lax.cond(i == 1, lambda x, y: (widest(x), y), lambda x, y: (x, y + 1), x, x[:3])
# Kernels that need each other, a fill, and numbers out of range on either side.
def three(x, i):
    return lax.switch(i, [lambda x: widest(x * x.sum(1, keepdims=True)), jnp.zeros_like, lambda x: widest(widest(x) - x) + x[0]], x)
def nested(x, i):
    few = lambda x: lax.cond(i % 2 == 0, widest, lambda x: widest(x).T.reshape(x.shape), x)
    return lax.cond(i > 1, lambda x: few(x * 2), lambda x: x[::-1] - 1, x)
# Turns are told several at a time; the number of the branch is carried, and the branches make the next one.
def wander(x, i):
    branches = [lambda s: (widest(s[0]), s[1] * 0 + 2), lambda s: (s[0] - 1, s[1] - 1), lambda s: (widest(s[0]).T.reshape(s[0].shape), s[1] - 1)]
    turn = lambda s: (*lax.switch(s[1], branches, s[:2]), s[2] + 1)
    return lax.while_loop(lambda s: s[2] < 4 + i, turn, (x, i % 3, 0))
# Single numbers beside arrays: conjugate gradients, a line search, steps of an equation that are accepted or not.
def gradients(x, i):
    a, b = x @ x.T / 40 + jnp.eye(x.shape[0], dtype="float32"), x[:, 0]
    def turn(s):
        y, r, p, old, n = s
        ap = a @ p
        step = old / (p @ ap)
        r = r - step * ap
        return y + step * p, r, r + (r @ r) / old * p, r @ r, n + 1
    return lax.while_loop(lambda s: (s[3] > 1e-6) & (s[4] < 5 + i), turn, (0 * b, b, b, b @ b, 0))[0::4]
def searched(x, i):
    height = lambda t: jnp.mean((x - t * (x + i)) ** 2)
    return lax.while_loop(lambda s: (s[1] > 0.6) & (s[2] < 20), lambda s: (s[0] * 0.7, height(s[0]), s[2] + 1, s[3] * 1.5 + s[0]),
                          (jnp.float32(4), height(4.0), 0, jnp.float32(1)))
def stepped(x, i):
    slope = lambda t, y: jnp.sin(t) - y * (1 + i)
    def turn(s):
        t, y, h, n, refused = s
        middle = y + h / 2 * slope(t, y)
        end = y + h * slope(t + h / 2, middle)
        error = jnp.sqrt(jnp.mean((end - y - h * slope(t, y)) ** 2)) * 50
        good = error < 1
        t, y = lax.cond(good, lambda: (t + h, widest(end)), lambda: (t, y))
        return t, y, jnp.minimum(h * jnp.where(good, 1.25, 0.5), 1 - t), n + 1, refused + ~good
    return lax.while_loop(lambda s: (s[0] < 0.99) & (s[3] < 30), turn, (jnp.float32(0), x, jnp.float32(0.5), 0, 0))

# Too large for one kernel.
x = support.sample((210, 41), "float32")
gpu = jax.devices("weft")[0]
for function in (pooled, three, nested, wander, gradients, searched, stepped):
    jitted = jax.jit(function)
    for i in NUMBERS:
        # Runs of one graph, in other places.
        held = [jitted(jax.device_put(x, gpu), jax.device_put(np.int32(i), gpu)) for _ in range(2)]
        expected = support.run("cpu", function, x, np.int32(i))
        for actual in held:
            for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
                np.testing.assert_allclose(np.asarray(left), right, rtol=3e-4, atol=3e-5, err_msg=f"{function.__name__} {i}")
print("all right")
"""


@pytest.mark.parametrize("seed, numbers", [("0", (0, 1, 2)), ("1", (-1, 3))])
def test_branches_that_do_nothing(seed: str, numbers: tuple[int, ...]) -> None:
    passes(f"NUMBERS = {numbers}\n" + BRANCHES, WEFT_EMULATOR_SEED=seed)


# Loops whose bodies the host has a part in: their conditions depend on what it gave, factors of LAPACK are steps of a scan.
FOLLOWED = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

calls = []
def half(v):
    calls.append(float(v[0]))
    return np.asarray(v) / 2
def called(x):
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return lax.while_loop(lambda s: s[0][0] > 1, lambda s: (jax.pure_callback(half, shape, s[0]), s[1] + jnp.cumsum(s[0])), (x, x * 0))
def asked(x):
    # The condition itself calls.
    more = lambda v: np.bool_(v < 40)
    return lax.while_loop(lambda s: jax.pure_callback(more, jax.ShapeDtypeStruct((), bool), s[0]), lambda s: (s[0] * 3, s[1] + 1), (x[0], 0))
def nested(x):
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    inner = lambda x: lax.while_loop(lambda y: y.sum() > 4, lambda y: jax.pure_callback(half, shape, y) + 0 * jnp.sort(y), x)
    return lax.fori_loop(0, 3, lambda i, x: lax.cond(x[0] > 1, inner, lambda x: x * 8 + i, x), x)
def factored(x):
    a = x[:5, None] * jnp.eye(5) + jnp.tri(5) * 0.1
    def step(a, i):
        values = jnp.sort(jnp.linalg.eigvals(a).real)
        s = jnp.linalg.svd(a + i, compute_uv=False)
        return a * 0.9 + values * 0.01, (values, s)
    return lax.scan(step, a + a.T, jnp.arange(3.0, dtype=x.dtype))

x = np.linspace(9, 2, 7, dtype=np.float32)
for function in (called, asked, nested, factored):
    jitted = jax.jit(function, device=jax.devices("weft")[0])
    expected = support.run("cpu", function, x)
    # The first run, and later ones with other places.
    for actual in [jitted(x) for _ in range(3)]:
        for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
            support.close(np.asarray(left), right, factor=50)
# Each turn is called once, in its order.
calls.clear()
jax.block_until_ready(jax.jit(called, device=jax.devices("weft")[0])(x))
assert calls == [9.0, 4.5, 2.25, 1.125], calls

# What is raised in a turn ends the run, and nothing else.
def refuse(v):
    if v[0] < 3:
        raise ValueError("a reason of its own")
    return np.asarray(v) / 2
def failing(x):
    return lax.while_loop(lambda y: y[0] > 1, lambda y: jax.pure_callback(refuse, jax.ShapeDtypeStruct(x.shape, x.dtype), y), x)
try:
    jax.block_until_ready(jax.jit(failing, device=jax.devices("weft")[0])(x))
    raise AssertionError("no error")
except jax.errors.JaxRuntimeError as error:
    assert "a reason of its own" in str(error), error
np.testing.assert_array_equal(jax.jit(lambda x: x + 1, device=jax.devices("weft")[0])(x), x + 1)
print("all right")
"""


def test_loops_with_parts_of_the_host() -> None:
    passes(FOLLOWED)
