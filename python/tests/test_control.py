# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from support import check, sample


def test_scan():
    xs = sample((7, 3), "float32")

    def step(carry, x):
        carry = jnp.tanh(carry + x)
        return carry, carry.sum()

    check(lambda xs: lax.scan(step, jnp.zeros(3, jnp.float32), xs), xs, factor=4)
    check(lambda xs: lax.scan(step, jnp.zeros(3, jnp.float32), xs, reverse=True, unroll=2), xs, factor=4)
    check(jax.grad(lambda xs: lax.scan(step, xs[0], xs)[1].sum()), xs, factor=10)


def test_while():
    def f(x):
        return lax.while_loop(lambda s: s[0] < 20, lambda s: (s[0] * 2 + 1, s[1] + s[0]), (x, 0.0))

    check(f, np.float32(0.5))
    check(jax.vmap(f), sample((5,), "float32", low=0.1))


def test_fori():
    check(lambda x: lax.fori_loop(0, 9, lambda i, a: a * 0.5 + i, x), sample((3,), "float32"))
    check(lambda n: lax.fori_loop(0, n, lambda i, a: a + i, 0), 12)
    check(jax.grad(lambda x: lax.fori_loop(0, 4, lambda i, a: a * x, 1.0)), np.float32(1.5))


def swap_in_order(i, x):
    """Neighbours in order: two updates, of which the second reads what was there before both."""
    k = i % (x.shape[0] - 1)
    a, b = x[k], x[k + 1]
    return x.at[k].set(jnp.minimum(a, b)).at[k + 1].set(jnp.maximum(a, b))


def read_between(i, x):
    """What the second update writes was read behind the first."""
    k = i % x.shape[0]
    x = x.at[k].add(1.0)
    return x.at[(k * 3 + 1) % x.shape[0]].set(x[k] + x.sum(0) * 0.125)


def read_old(i, x):
    """The second update reads what the first has overwritten."""
    k = i % x.shape[0]
    y = x.at[k].set(x[k] * 0.5)
    return y.at[(k + 1) % x.shape[0]].set(x[k])


def read_whole_old(i, x):
    k = i % x.shape[0]
    y = x.at[k].set(x[k] * 0.5)
    return lax.dynamic_update_slice(y, x[-2:] + y[:2], (k,) + (0,) * (x.ndim - 1))


@pytest.mark.parametrize("step", (swap_in_order, read_between, read_old, read_whole_old))
@pytest.mark.parametrize("shape", ((5,), (70,), (9, 40), (700,), (600, 3)))
def test_updates_in_place(step, shape):
    x = sample(shape, "float32")
    check(lambda x: lax.fori_loop(0, 25, step, x), x, factor=40)
    check(lambda x: lax.while_loop(lambda s: (s[0] < 20) & (s[1][0].sum() < 1e6), lambda s: (s[0] + 1, step(s[0], s[1])), (0, x)), x, factor=40)


def test_updates_of_two_states():
    def step(i, s):
        a, b = s
        k = i % 70
        a, b = a.at[k].set(b[k] + 1).at[k + 1].set(b[k + 1] - 1), b.at[k + 1].set(a[k]).at[k].set(a[k + 1])
        return a, b

    check(lambda a, b: lax.fori_loop(0, 25, step, (a, b)), sample((71,), "float32"), sample((71,), "float32", seed=1), factor=4)


@pytest.mark.parametrize("choice", (-1, 0, 1, 2, 5))
def test_switch(choice):
    branches = [lambda x: x + 1, lambda x: x * 2, lambda x: -x]
    check(lambda i, x: lax.switch(i, branches, x), choice, sample((3,), "float32"))


def test_cond():
    f = lambda x: lax.cond(x.sum() > 0, jnp.sin, lambda x: x * x, x)
    for seed in range(3):
        x = sample((3,), "float32", seed=seed)
        check(f, x)
        check(jax.grad(lambda x: f(x).sum()), x)
    check(jax.vmap(f), sample((4, 3), "float32"))


def test_nested_control():
    def f(x):
        def outer(carry, x):
            inner = lax.fori_loop(0, 3, lambda i, c: lax.cond(c > 1, lambda c: c * 0.5, lambda c: c + x, c), carry)
            return inner, lax.while_loop(lambda v: v < 2, lambda v: v + 1, inner)

        return lax.scan(outer, 0.0, x)

    check(f, sample((6,), "float64"))


def test_transformations():
    f = lambda x: jnp.sin(x[0]) * x[1] ** 2 + jnp.exp(-x[2])
    x = sample((3,), "float64")
    check(jax.grad(f), x)
    check(jax.hessian(f), x)
    check(jax.jacfwd(jax.grad(f)), x)
    check(lambda x: jax.jvp(f, (x,), (jnp.ones(3),)), x)
    check(lambda x: jax.vjp(f, x)[1](1.0), x)
    check(jax.vmap(jax.grad(f)), sample((4, 3), "float64"))
    check(jax.grad(jax.checkpoint(f)), x)
    check(lambda x: jax.linearize(f, x)[1](x), x)


def test_custom_derivatives():
    @jax.custom_vjp
    def clip(x):
        return x

    clip.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -0.1, 0.1),))
    check(jax.grad(lambda x: (clip(x) * jnp.arange(3.0)).sum()), sample((3,), "float64"))

    @jax.custom_jvp
    def f(x):
        return jnp.log1p(jnp.exp(x))

    f.defjvp(lambda primals, tangents: (f(*primals), tangents[0] * jax.nn.sigmoid(primals[0])))
    check(jax.grad(f), np.float64(0.3))


def test_implicit_solvers():
    a = sample((3, 3), "float64") + 4 * np.eye(3)
    check(lambda a: jax.scipy.sparse.linalg.cg(lambda v: a @ a.T @ v, jnp.ones(3))[0], a, factor=1e6)
    root = lambda y: lax.custom_root(
        lambda x: x**3 - y, 1.0, lambda f, x: lax.fori_loop(0, 30, lambda i, x: x - f(x) / (3 * x * x), x),
        lambda g, y: y / g(1.0),
    )  # fmt: skip
    check(root, np.float64(5.0))
    check(jax.grad(root), np.float64(5.0))


def test_nested_jit_and_static_arguments():
    inner = jax.jit(lambda x, n: x * n, static_argnums=1)
    check(lambda x: sum(inner(x, n) for n in range(4)), sample((3,), "float32"))


def test_pytrees():
    tree = {"a": np.float32(1), "b": [np.arange(3), (np.ones((2, 2)), None)]}
    check(lambda t: jax.tree.map(lambda x: x * 2, t), tree)


def test_optimization_barrier_and_named_calls():
    check(lambda x: jax.named_call(lambda y: lax.optimization_barrier((y, y + 1)), name="inner")(x), np.float32(2))


def test_many_arguments_and_results():
    args = [np.float32(i) for i in range(150)]
    check(lambda *args: [a + 1 for a in args] + [functools.reduce(jnp.add, args)], *args)


@pytest.mark.parametrize("steps", [12, 13])
def test_leapfrog(steps):
    """States that take turns: iterations in pairs, whose kernels write over other arrays."""

    def inversion(speed):
        def step(state, t):
            now, before = state
            around = sum(jnp.roll(now, shift, axis) for shift in (1, -1) for axis in (0, 1))
            new = 2 * now - before + 0.1 * speed * (around - 4 * now)
            new = new.at[20, 20].add(jnp.sin(0.3 * t))
            return (new, now), new[5, 5:35]

        zeros = jnp.zeros((40, 40), "float32")
        return jnp.square(lax.scan(step, (zeros, zeros), jnp.arange(steps, dtype="float32"))[1] - 1).sum()

    check(jax.grad(inversion), sample((40, 40), "float32", low=0.0, high=1.0), factor=1000)


def laplacian(x):
    return x[2:, 1:-1] + x[:-2, 1:-1] + x[1:-1, 2:] + x[1:-1, :-2] - 4 * x[1:-1, 1:-1]


@pytest.mark.parametrize("size", [10, 16, 40])
def test_inside_of_an_array_is_updated_in_place(size):
    """What an iteration replaces is read by it before: by itself, by another state, and as the other's next value."""
    inside = (slice(1, -1), slice(1, -1))

    def alone(x):
        return lax.fori_loop(0, 7, lambda i, x: x.at[inside].add(0.1 * laplacian(x)), x)

    def each_other(x, y):
        def step(i, state):
            x, y = state
            return x.at[inside].set(y[inside] + 0.1 * laplacian(y)), y.at[inside].set(x[inside] - 0.1 * laplacian(x))

        return lax.fori_loop(0, 7, step, (x, y))

    def and_before(x, y):
        def step(i, state):
            x, y = state
            return x.at[inside].set(2 * x[inside] - y[inside] + 0.1 * laplacian(x)), x

        return lax.fori_loop(0, 7, step, (x, y))

    def whole(x, y):
        def step(i, state):
            x, y = state
            return x.at[2:5].multiply(0.5), lax.dynamic_update_slice(y, x[1:4] + y[:3], (i, 0))

        return lax.fori_loop(0, 5, step, (x, y))

    x, y = (sample((size, size), "float32", seed=seed) for seed in (1, 2))
    check(alone, x, factor=10)
    for f in (each_other, and_before, whole):
        check(f, x, y, factor=10)


def test_state_that_is_stacked_before_it_is_updated():
    def f(a, ys, xs):
        def step(i, state):
            a, ys = state
            ys = lax.dynamic_update_slice(ys, a, (i, 0))
            return lax.dynamic_update_slice(a, lax.dynamic_slice(xs, (i,), (1,)).reshape(1, 1), (0, i)), ys

        return lax.fori_loop(0, 32, step, (a, ys))

    check(f, sample((1, 64), "float32"), np.zeros((32, 64), "float32"), sample((32,), "float32", seed=1))


def test_every_branch_sees_what_was_computed_before_it():
    """Each reads what other threads have written: all of them meet before a branch is chosen."""

    def step(i, x):
        v = jnp.tanh(x + x[::-1])
        return lax.cond(i % 3 == 0, lambda: x + 1, lambda: lax.fori_loop(0, 2, lambda j, w: w[::-1] * 0.5 + v[::-1], v))

    check(lambda x: lax.fori_loop(0, 6, step, x), sample((256,), "float32"), factor=10)


def borders(text):
    """The longest border of each prefix, as Knuth, Morris and Pratt find it."""

    def step(i, found):
        length = lax.while_loop(
            lambda k: (k > 0) & (text[i] != text[k]), lambda k: found[k - 1], found[i - 1]
        )  # fmt: skip
        return found.at[i].set(length + (text[i] == text[length]))

    return lax.fori_loop(1, text.shape[0], step, jnp.zeros_like(text))


def sums_in_branches(x):
    """A loop inside reads what two steps of the one around it write, one of them before it."""

    def step(i, x):
        x = x.at[i].multiply(0.5)
        inner = lambda j, s: s + lax.cond(j % 2 == 0, lambda: x[i - j], lambda: x[j] * 0.25)
        return x.at[i - 1].set(lax.fori_loop(0, i, inner, x[i]) * 0.125)

    return lax.fori_loop(2, x.shape[0] // 2, step, x)


@pytest.mark.parametrize("size", [12, 90, 3000])
def test_loops_inside_read_what_is_updated_around_them(size):
    check(borders, (sample((size,), "int32", seed=3) % 2).astype("int32"))
    check(sums_in_branches, sample((min(size, 300),), "float32", seed=4), factor=10)


def test_counters_that_begin_apart():
    def f(n, x):
        def step(state):
            i, j, k, x = state
            return i + 1, j + 1, k + 2, x.at[j].add(k + 0.5)

        return lax.while_loop(lambda s: s[0] < n, step, (np.int32(0), np.int32(7), np.int32(-3), x))

    check(f, np.int32(9), sample((20,), "float32"))
    check(f, np.int32(0), sample((20,), "float32"))
