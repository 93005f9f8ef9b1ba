# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions combine elements in their order: bodies may be associative without being commutative."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from support import run

# One row, few rows, many rows; short, odd, prime, long enough to be split.
SHAPES = ((1,), (2,), (17,), (100,), (1000,), (5003,), (1 << 14,), (3 << 16,), (3, 37), (4, 4099), (33, 65), (70, 1000), (1, 20000))


def along(shape, axis):
    """The elements along an axis, in order, as rows."""
    return np.moveaxis(np.arange(int(np.prod(shape))).reshape(shape), axis, -1).reshape(-1, shape[axis])


@pytest.mark.parametrize("shape", SHAPES)
def test_arguments_of_extremes(shape):
    random = np.random.default_rng(0)
    x = random.integers(0, 5, shape).astype(np.float32)
    with_nan = x.copy()
    with_nan[random.uniform(size=shape) < 0.05] = np.nan
    zeros = np.where(random.uniform(size=shape) < 0.5, -0.0, 0.0).astype(np.float32)
    for axis in range(len(shape)):
        for values in (x, with_nan, zeros, np.full(shape, -np.inf, np.float32), x.astype(np.int32), x.astype(jnp.bfloat16)):
            wide = np.asarray(values, np.float32)
            # NumPy, too, takes the first of several NaN.
            np.testing.assert_array_equal(run("weft", lambda v: jnp.argmax(v, axis), values), np.argmax(wide, axis))
            np.testing.assert_array_equal(run("weft", lambda v: jnp.argmin(v, axis), values), np.argmin(wide, axis))


def first_largest(left, right):
    keeps = left[0] >= right[0]
    return jnp.where(keeps, left[0], right[0]), jnp.where(keeps, left[1], right[1])


def last_largest(left, right):
    keeps = left[0] > right[0]
    return jnp.where(keeps, left[0], right[0]), jnp.where(keeps, left[1], right[1])


@pytest.mark.parametrize("shape", SHAPES)
def test_first_and_last_largest(shape):
    x = np.random.default_rng(1).integers(0, 3, shape).astype(np.float32)
    for axis in range(len(shape)):
        rows = x.reshape(-1)[along(shape, axis)]
        for body, want in ((first_largest, np.argmax(rows, 1)), (last_largest, shape[axis] - 1 - np.argmax(rows[:, ::-1], 1))):

            def f(v):
                places = lax.broadcasted_iota(jnp.int32, v.shape, axis)
                return lax.reduce((v, places), (np.float32(-np.inf), np.int32(-1)), body, (axis,))[1]

            np.testing.assert_array_equal(run("weft", f, x).reshape(-1), want)


def compose(left, right):
    """Maps x -> a x + b, the right one after the left one."""
    return left[0] * right[0], right[0] * left[1] + right[1]


@pytest.mark.parametrize("shape", SHAPES)
def test_composition(shape):
    random = np.random.default_rng(2)
    slopes = random.integers(0, 1 << 32, shape, np.uint32) | 1
    offsets = random.integers(0, 1 << 32, shape, np.uint32)
    for axis in range(len(shape)):
        rows = along(shape, axis)
        a, b = np.ones(len(rows), np.uint32), np.zeros(len(rows), np.uint32)
        for places in rows.T:
            a, b = compose((a, b), (slopes.reshape(-1)[places], offsets.reshape(-1)[places]))
        got = run("weft", lambda s, o: lax.reduce((s, o), (np.uint32(1), np.uint32(0)), compose, (axis,)), slopes, offsets)
        np.testing.assert_array_equal(got[0].reshape(-1), a)
        np.testing.assert_array_equal(got[1].reshape(-1), b)


@pytest.mark.parametrize("shape", ((7, 5, 9), (2, 300, 3), (40, 2, 33)))
def test_several_dimensions(shape):
    letters = np.random.default_rng(3).integers(0, 1 << 20, shape, np.uint32)
    slopes = letters * 2 + 1
    for axes in ((0, 1), (0, 2), (1, 2), (0, 1, 2)):
        kept = [d for d in range(3) if d not in axes]
        rows = letters.transpose(*kept, *axes).reshape(int(np.prod([shape[d] for d in kept])), -1)
        want = np.zeros(len(rows), np.uint32)
        for column in rows.T:
            want = want * (column * np.uint32(2) + np.uint32(1)) + column
        f = functools.partial(lax.reduce, init_values=(np.uint32(1), np.uint32(0)), computation=compose, dimensions=axes)
        got = run("weft", lambda *v: f(v), slopes, letters)
        np.testing.assert_array_equal(got[1].reshape(-1), want)


def test_windows():
    x = np.random.default_rng(4).integers(0, 1 << 20, 50, np.uint32)
    for size in (2, 5, 50):

        def f(v):
            return lax.reduce_window((v * 2 + 1, v), (np.uint32(1), np.uint32(0)), compose, (size,), (1,), "VALID")[1]

        got = run("weft", f, x)
        for i in range(51 - size):
            want = np.zeros(1, np.uint32)
            for letter in x[i : i + size]:
                want = want * (letter * np.uint32(2) + np.uint32(1)) + letter
            assert got[i] == want[0]


@pytest.mark.parametrize("n", (2, 33, 1000, 1 << 15))
def test_sorts_are_stable(n):
    keys = np.random.default_rng(5).integers(0, 4, n).astype(np.float32)
    keys[keys == 0] = np.where(np.arange((keys == 0).sum()) % 2, 0.0, -0.0)
    got = run("weft", lambda k: lax.sort((k, jnp.arange(n)), num_keys=1, is_stable=True)[1], keys)
    np.testing.assert_array_equal(got, np.argsort(keys, kind="stable"))
    # It tells zeros apart by their sign.
    keys = np.abs(keys)
    got = run("weft", lambda k: lax.top_k(k, min(n, 40))[1], keys)
    np.testing.assert_array_equal(got, np.argsort(-keys, kind="stable")[: min(n, 40)])


def test_select_and_scatter_takes_the_first():
    # Of equal elements of a window, the one that `ge` keeps gets the source.
    x = np.zeros((1, 8, 8, 1), np.float32)
    grad = run("weft", jax.grad(lambda v: lax.reduce_window(v, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID").sum()), x)
    want = run("cpu", jax.grad(lambda v: lax.reduce_window(v, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID").sum()), x)
    np.testing.assert_array_equal(grad, want)
