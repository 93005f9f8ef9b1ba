# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from support import FLOATS, INTEGERS, check, close, run, sample


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS + ("complex64", "complex128"))
def test_reduce(dtype):
    x = sample((3, 7, 4), dtype, low=0.5, high=1.5)

    def f(x):
        results = dict(sum=x.sum(1), prod=x.prod((0, 2)), all=x.sum(), mean=x.mean(0))
        if not jnp.iscomplexobj(x):
            results.update(max=x.max(1), min=x.min((0, 1)), argmax=x.argmax(1), argmin=x.argmin(2))
        return results

    check(f, x, factor=8)


def test_logic():
    x = sample((5, 6), "bool")
    check(lambda x: (x.all(0), x.any(1), x.all(), jnp.count_nonzero(x)), x)


@pytest.mark.parametrize("dtype", ("float32", "int32", "float64"))
def test_cumulative(dtype):
    x = sample((3, 9), dtype)
    check(
        lambda x: (
            jnp.cumsum(x, 1), jnp.cumprod(x, 0), lax.cummax(x, 1), lax.cummin(x, 1, reverse=True), lax.cumlogsumexp(x * 1.0, 1)
        ),
        x, factor=8,
    )  # fmt: skip


@pytest.mark.parametrize("shape,axis,reverse", [((40,), 0, False), ((2000,), 0, True), ((3, 9001), 1, False), ((1300, 3), 0, True)])
def test_running_functions(shape, axis, reverse):
    """A function that is no single operation, over short pasts and long ones."""
    x = np.random.default_rng(9).standard_normal(shape).astype(np.float32)
    x.flat[[5, 17]] = -np.inf
    wide = np.flip(x, axis) if reverse else x
    wide = np.logaddexp.accumulate(wide.astype(np.float64), axis=axis)
    got = jax.jit(lambda x: lax.cumlogsumexp(x, axis, reverse=reverse))(x)
    np.testing.assert_allclose(got, np.flip(wide, axis) if reverse else wide, rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("shape,axis,reverse", [((30011,), 0, False), ((5, 4100), 1, True), ((1300, 3), 0, False)])
def test_running_functions_keep_their_digits(dtype, shape, axis, reverse):
    """However many places there are: what is added to a large number one by one is lost."""
    x = np.random.default_rng(9).standard_normal(shape).astype(jnp.dtype(dtype))
    wide = np.flip(x, axis) if reverse else x
    wide = np.logaddexp.accumulate(wide.astype(np.float64), axis=axis)
    got = jax.jit(lambda x: lax.cumlogsumexp(x, axis, reverse=reverse))(x).astype(np.float64)
    limit = 6 * float(jnp.finfo(dtype).eps)
    np.testing.assert_allclose(got, np.flip(wide, axis) if reverse else wide, rtol=limit, atol=limit)


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("n", [64, 65, 96, 2100])
def test_running_maps(n, reverse):
    """x -> a x + b one after the other, which does not commute, in integers: exact."""
    a, b = np.random.default_rng(n).integers(0, 1009, (2, 3, n)).astype(np.int32)
    after = lambda p, q: (p[0] * q[0] % 1009, (q[0] * p[1] + q[1]) % 1009)
    padding = ((0, 0), (0, n - 1) if reverse else (n - 1, 0))
    f = lambda a, b: lax.reduce_window((a, b), (np.int32(1), np.int32(0)), after, (1, n), (1, 1), padding)
    wanted = [(a[:, -1 if reverse else 0], b[:, -1 if reverse else 0])]
    for i in range(n - 2, -1, -1) if reverse else range(1, n):
        here = (a[:, i], b[:, i])
        wanted.append(after(here, wanted[-1]) if reverse else after(wanted[-1], here))
    wanted = np.stack(wanted[::-1] if reverse else wanted, axis=-1)
    np.testing.assert_array_equal(np.stack(jax.jit(f)(a, b)), wanted)


def test_nan():
    x = np.array([1, np.nan, 3, -np.inf], np.float32)
    check(lambda x: (x.max(), x.min(), jnp.nanmax(x), jnp.argmax(x), jnp.nansum(x), jax.nn.logsumexp(x[2:])), x)


def test_windows():
    x = sample((2, 8, 8, 3), "float32")
    window, strides = (1, 3, 3, 1), (1, 2, 2, 1)
    check(lambda x: lax.reduce_window(x, -jnp.inf, lax.max, window, strides, "SAME"), x)
    check(lambda x: lax.reduce_window(x, 0.0, lax.add, window, strides, "VALID"), x)
    pool = lambda x: lax.reduce_window(x, -jnp.inf, lax.max, window, strides, "VALID").sum()
    check(jax.grad(pool), x)


def test_windows_with_an_initial_value_that_is_not_neutral():
    x = sample((3, 8), "float32")
    for padding in (((0, 0), (2, 1)), ((1, 4), (0, 0))):
        for dilation in ((1, 1), (1, 2)):
            f = lambda x: lax.reduce_window(x, np.float32(10), lax.add, (2, 3), (1, 2), padding, base_dilation=dilation)
            check(f, x)
    check(lambda x: lax.reduce_window(x, np.float32(10), lambda a, b: a * 0.5 + b, (1, 3), (1, 1), ((0, 0), (2, 1))), x)


def test_custom_reduction():
    x = sample((4, 6), "float32")

    def f(x):
        larger = lambda a, b: (jnp.maximum(a[0], b[0]), jnp.where(a[0] >= b[0], a[1], b[1]))
        return lax.reduce((x, lax.broadcasted_iota(jnp.int32, x.shape, 1)), (np.float32(-np.inf), np.int32(0)), larger, (1,))

    check(f, x)


def test_associative_scan():
    x = sample((13,), "float32")
    check(lambda x: lax.associative_scan(jnp.maximum, x), x)
    check(lambda x: lax.associative_scan(lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]), (x, x)), x, factor=8)


def test_statistics():
    x = sample((5, 8), "float32")
    check(lambda x: (x.var(0), x.std(1), jnp.median(x, 1), jnp.quantile(x, 0.3), jnp.cov(x), jnp.percentile(x, 90)), x, factor=8)


def compare(function, *arguments, factor=64):
    """Where the interpreter would take long."""
    actual, expected = run("weft", function, *arguments), run("cpu", function, *arguments)
    for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
        close(left, right, factor)


# Lengths that no number of blocks divides: of one dimension, of one of many, and of two taken as one.
@pytest.mark.parametrize("shape", ((131101,), (9, 131101), (16411, 9), (367, 373)))
def test_uneven_blocks(shape):
    along = 0 if shape[0] > 9 else 1

    def f(x):
        extremes = (x.max(along), x.min(), x.argmax(along), x.argmin(along), x.max(initial=2))
        return x.sum(dtype="float32"), x.sum(along, dtype="float32"), *extremes

    for dtype in ("float32", "bfloat16", "float64", "int32", "uint8"):
        compare(f, sample(shape, dtype))


def test_uneven_blocks_within_their_bounds():
    check(lambda x: x.sum(), sample((131101,), "float32"), factor=8)


def test_uneven_blocks_that_end_with_special_values():
    extremes = lambda x: (x.max(), x.min(), x.argmax(), x.argmin())
    for value in (np.nan, np.inf, -np.inf):
        x = sample((131101,), "float32")
        x[131100] = value
        compare(lambda x: (x.sum(), (x > 2).sum(), (1 / x).sum(), *extremes(x)), x)
        compare(extremes, np.full(131101, value, np.float32))
    compare(lambda x: 1 / x.sum(), np.full(131101, -0.0, np.float32))


def test_uneven_blocks_of_bodies():
    x = sample((16411,), "float32", low=0.9, high=1.0)
    chain = lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1])
    compare(lambda x: lax.reduce((x, x), (np.float32(1), np.float32(0)), chain, (0,)), x)
    y = sample((131101,), "int32")
    last = lambda a, b: (jnp.maximum(a[0], b[0]), jnp.where(b[0] >= a[0], b[1], a[1]))
    compare(lambda y: lax.reduce((y, lax.iota("int32", y.size)), (np.int32(-100), np.int32(-1)), last, (0,)), y)
    compare(lambda y: (lax.reduce(y, np.int32(0), lax.bitwise_xor, (0,)), (y > 7).any(), (y < 8).all()), y)
    z = sample((131101,), "complex64")
    compare(lambda z: (z.sum(), z.sum(initial=2 + 1j)), z)


@pytest.mark.parametrize("dtype", ("int32", "float32"))
def test_uneven_blocks_of_counts(dtype):
    """What fills the last block up is not counted on."""

    def counts(x):
        line = lax.iota(dtype, 131101)
        columns = lax.broadcasted_iota(dtype, (300007, 5), 0)
        return line.max() + x, line.sum(), (line % 7).sum(), columns.max(0), columns.min(0), jnp.argmax(line)

    compare(counts, np.array(1, dtype))
    chain = lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1])
    compare(
        lambda x: lax.reduce((x, lax.iota(dtype, x.size)), (np.array(1, dtype), np.array(0, dtype)), chain, (0,)),
        np.ones(16411, dtype),
    )


def test_uneven_blocks_of_floats_without_zero():
    x = np.ones(131101, "float8_e8m0fnu")
    assert float(run("weft", lambda x: lax.reduce(x, np.array(1, x.dtype), lax.add, (0,)), x)) == 131072


@pytest.mark.parametrize("dtype", ("float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float4_e2m1fn"))
def test_extremes_of_floats_without_infinity(dtype):
    for size in (1 << 17, 131101):
        x = sample((size,), "float32", low=0.5, high=3.0).astype(dtype)
        actual = run("weft", lambda x: (x.max(), x.min()), x)
        wide = x.astype("float32")
        assert [float(part) for part in actual] == [wide.max(), wide.min()]
