# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorts by every algorithm: short and long lines, every type of key, equal keys, numbers that look alike, several keys, payloads, first places."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

# By comparisons, by digits, in parts that fit and that do not.
LENGTHS = [2, 9, 100, 400, 5000, 16384, 20003]
TYPES = [
    "bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "bfloat16", "float32", "float64",
]  # fmt: skip


@pytest.fixture(autouse=True)
def wide_types():
    with jax.enable_x64(True):
        yield


def draw(rng, n, dtype):
    """Numbers of the whole range of a type, some of them more than once."""
    dtype = jnp.dtype(dtype)
    if dtype == bool:
        return rng.integers(0, 2, n).astype(bool)
    if jnp.issubdtype(dtype, jnp.integer):
        info = jnp.iinfo(dtype)
        x = rng.integers(info.min, info.max, n, dtype=np.dtype(dtype), endpoint=True)
        x[: n // 3] %= 5
        return rng.permutation(x)
    x = np.ldexp(rng.standard_normal(n), rng.integers(-12, 12, n))
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan, 1.0])
    x[: n // 4] = rng.choice(special, n // 4)
    return rng.permutation(x).astype(dtype)


def order_of(x):
    """What jax.numpy orders floats by: zeros are equal, NaNs are equal and last."""
    x = np.asarray(x)
    if x.dtype == bool or np.issubdtype(x.dtype, np.integer):
        return x
    wide = x.astype(np.float64)
    return np.where(wide == 0, 0.0, wide)


def bits(x):
    x = np.asarray(x)
    return x.view(f"u{x.dtype.itemsize}")


@pytest.mark.parametrize("dtype", TYPES)
def test_types(dtype):
    rng = np.random.default_rng(1)
    for n in LENGTHS:
        x = draw(rng, n, dtype)
        order = np.argsort(order_of(x), kind="stable")
        got = jax.jit(jnp.sort)(x)
        assert np.array_equal(bits(got), bits(x[order])), n
        assert np.array_equal(jax.jit(jnp.argsort)(x), order), n


@pytest.mark.parametrize("shape,axis", [((3, 300), 1), ((300, 3), 0), ((2, 20000), 1), ((20001, 2), 0), ((4, 150, 5), 1), ((70, 40), 1)])
def test_axes(shape, axis):
    x = draw(np.random.default_rng(2), int(np.prod(shape)), "float32").reshape(shape)
    order = np.argsort(order_of(x), axis=axis, kind="stable")
    assert np.array_equal(jax.jit(lambda x: jnp.argsort(x, axis=axis))(x), order)
    assert np.array_equal(bits(jax.jit(lambda x: jnp.sort(x, axis=axis))(x)), bits(np.take_along_axis(x, order, axis)))


@pytest.mark.parametrize("dtype", ["bool", "int8", "bfloat16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("shape,axis", [((1, 7), 1), ((37, 5), 1), ((5, 37), 0), ((100, 16), 1), ((6, 9, 33), 1), ((2, 3, 4, 5), 2), ((70, 2), 1)])
def test_short_lines(shape, axis, dtype):
    rng = np.random.default_rng(10)
    x = draw(rng, int(np.prod(shape)), "int8" if dtype == "complex64" else dtype).reshape(shape)
    x = x.astype(np.complex64) if dtype == "complex64" else x
    order = np.argsort(order_of(x.real), axis=axis, kind="stable")
    values, places = jax.jit(lambda x: lax.sort((x, lax.broadcasted_iota(jnp.int32, shape, axis)), dimension=axis, num_keys=1))(x)
    assert np.array_equal(places, order)
    assert np.array_equal(bits(values), bits(np.take_along_axis(x, order, axis)))


@pytest.mark.parametrize("shape,axis", [((0,), 0), ((1,), 0), ((0, 5), 1), ((5, 0), 1), ((3, 0), 0), ((1, 20000), 1), ((20000, 1), 0)])
def test_empty_and_lone_lines(shape, axis):
    x = np.random.default_rng(11).standard_normal(shape).astype(np.float32)
    assert np.array_equal(jax.jit(lambda x: jnp.sort(x, axis=axis))(x), np.sort(x, axis=axis))
    assert np.array_equal(jax.jit(lambda x: jnp.argsort(x, axis=axis))(x), np.argsort(x, axis=axis, kind="stable"))


@pytest.mark.parametrize("n", [60, 700, 17001])
def test_several_keys(n):
    rng = np.random.default_rng(3)
    a, b = rng.integers(-3, 3, n).astype(np.int8), draw(rng, n, "float32")
    values = np.arange(n, dtype=np.int32), rng.standard_normal(n)
    order = np.lexsort((order_of(b), a))
    got = jax.jit(lambda *x: lax.sort(x, num_keys=2))(a, b, *values)
    for result, x in zip(got, (a, b, *values)):
        assert np.array_equal(bits(result), bits(x[order]))


@pytest.mark.parametrize("n", [40, 900, 16500])
def test_complex_numbers(n):
    rng = np.random.default_rng(4)
    x = (rng.integers(-2, 3, n) + 1j * rng.integers(-2, 3, n)).astype(np.complex64)
    order = np.lexsort((x.imag, x.real))
    assert np.array_equal(jax.jit(jnp.sort)(x), x[order])
    assert np.array_equal(jax.jit(jnp.argsort)(x), order)


@pytest.mark.parametrize("n", [30, 800, 18000])
def test_falling_order(n):
    x = draw(np.random.default_rng(5), n, "int16")
    got = jax.jit(lambda x: lax.sort((-x.astype(jnp.int32), jnp.arange(n)), num_keys=1))(x)[1]
    assert np.array_equal(got, np.argsort(-x.astype(np.int32), kind="stable"))
    assert np.array_equal(jax.jit(lambda x: jnp.sort(x, descending=True))(x), np.sort(x)[::-1])


@pytest.mark.parametrize("value", [0, 7])
def test_equal_bytes_are_not_moved(value):
    """Numbers that differ in their lowest and highest bytes only."""
    x = (np.random.default_rng(6).integers(0, 4, 1000) | value << 16 | np.arange(1000) % 3 << 28).astype(np.int32)
    assert np.array_equal(jax.jit(jnp.argsort)(x), np.argsort(x, kind="stable"))
    same = np.full(1000, value, np.int32)
    assert np.array_equal(jax.jit(jnp.argsort)(same), np.arange(1000))


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int32", "uint8"])
@pytest.mark.parametrize(
    "shape,k",
    [((5,), 1), ((100,), 100), ((1000,), 1), ((40, 1000), 10), ((1037,), 128), ((3, 2048), 256), ((50257,), 50), ((500, 8), 2), ((33, 50), 7)],
)
def test_first_places(dtype, shape, k):
    rng = np.random.default_rng(7)
    x = rng.integers(0, 250, shape) if dtype == "uint8" else rng.standard_normal(shape) * 1e4
    x = np.asarray(x).astype(jnp.dtype(dtype))
    order = np.argsort(-x.astype(np.float64), kind="stable")[..., :k]
    values, places = jax.jit(lambda x: lax.top_k(x, k))(x)
    assert np.array_equal(values, np.take_along_axis(x, order, -1))
    assert np.array_equal(places, order)


@pytest.mark.parametrize("n,k", [(4097, 512), (9999, 100), (140001, 64)])
@pytest.mark.parametrize("kinds", [1, 3, 1000])
def test_first_places_among_many_equal_ones(n, k, kinds):
    """Of equal numbers the earlier ones are first, however lines are cut."""
    x = (np.random.default_rng(8).integers(0, kinds, (2, n)) - kinds // 2).astype(np.float32)
    order = np.argsort(-x, kind="stable")[:, :k]
    values, places = jax.jit(lambda x: lax.top_k(x, k))(x)
    assert np.array_equal(values, np.take_along_axis(x, order, -1))
    assert np.array_equal(places, order)


def test_first_places_of_a_rising_line():
    """Every place is inserted ahead of all others."""
    x = np.arange(3000, dtype=np.float32)
    values, places = jax.jit(lambda x: lax.top_k(x, 33))(x)
    assert np.array_equal(places, np.arange(3000)[::-1][:33]) and np.array_equal(values, x[places])


@pytest.mark.parametrize("count", [1, 4])
def test_sorts_in_a_loop(count):
    x = np.random.default_rng(9).standard_normal(17000).astype(np.float32)
    got = jax.jit(lambda x: lax.fori_loop(0, count, lambda i, x: jnp.sort(-x), x))(x)
    expected = x
    for _ in range(count):
        expected = np.sort(-expected)
    assert np.array_equal(got, expected)
