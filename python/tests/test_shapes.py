# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from support import check, device, sample

DTYPES = ("float32", "bfloat16", "complex64", "int8", "bool", "float64", "int4")


@pytest.mark.parametrize("dtype", DTYPES)
def test_movement(dtype):
    x = sample((3, 4, 5), dtype)

    def f(x):
        return dict(
            reshape=x.reshape(5, 12),
            transpose=x.transpose(2, 0, 1),
            reverse=x[::-1, :, ::-1],
            slice=x[1:, ::2, 1:5:3],
            broadcast=jnp.broadcast_to(x, (2, 3, 4, 5)),
            concatenate=jnp.concatenate([x, x[:, :2]], axis=1),
            pad=lax.pad(x, jnp.zeros((), x.dtype), ((1, 2, 0), (-1, 0, 0), (0, 1, 2))),
            roll=jnp.roll(x, 2, axis=1),
            stack=jnp.stack([x, x], axis=-1),
        )

    check(f, x)


@pytest.mark.parametrize("dtype", DTYPES)
def test_indexing(dtype):
    x = sample((6, 5), dtype)
    rows, columns = np.array([0, 5, -1, 2]), np.array([1, 4, 0, 0])

    def f(x, rows, columns):
        return dict(
            take=x[rows],
            points=x[rows, columns],
            clip=jnp.take(x, rows + 3, axis=0, mode="clip"),
            fill=jnp.take(x.astype(jnp.int32), rows + 3, axis=0, mode="fill", fill_value=7),
            along=jnp.take_along_axis(x[:4], columns[:, None], axis=1),
            dynamic=lax.dynamic_slice(x, (rows[1], columns[1]), (2, 3)),
            update=lax.dynamic_update_slice(x, x[:2, :2], (rows[0], columns[1])),
            set=x.at[rows, columns].set(x[0, 0]),
        )

    check(f, x, rows, columns)


@pytest.mark.parametrize("dtype", ("float32", "uint8", "bfloat16", "complex64", "float64"))
@pytest.mark.parametrize("rows, length", ((56, 3), (41, 3), (64, 2), (30, 5), (100, 7), (37, 4)))
def test_short_rows(dtype, rows, length):
    """Several rows lie in one vector, in their order and in reverse; and the last ones of a number that nothing divides."""
    x, by_row, by_column = sample((5, rows, length), dtype), sample((5, rows), dtype, 1), sample((length,), dtype, 2)
    flags = np.array([True, False, False, True, True])

    def f(x, by_row, by_column, flags):
        return dict(
            columns=x * by_column,
            rows=x * by_row[..., None],
            turned=x[:, ::-1] + by_column,
            both=x[:, ::-1, ::-1],
            some=jnp.where(flags[:, None, None], x[:, ::-1], x),
            swapped=x[..., ::-1],
        )

    check(f, x, by_row, by_column, flags)


@pytest.mark.parametrize("dtype", ("float32", "uint8", "complex64"))
@pytest.mark.parametrize("shape", ((2,) * 7, (3, 2, 2, 5, 1, 3), (2, 1, 3, 4, 2)))
def test_many_short_dimensions(shape, dtype):
    """Dimensions that stay side by side are taken for one; where one of them is moved, cut or summed, others are."""
    x, rank = sample(shape, dtype), len(shape)

    def f(x, i):
        results = {}
        for d in range(rank):
            others = tuple(o for o in range(rank) if o != d)
            gate = (jnp.arange(2 * shape[d]) % 5 - 2).astype(dtype).reshape(2, shape[d])
            at = (slice(None),) * d + (shape[d] - 1,)
            results[f"sum {d}"] = x.sum(d)
            results[f"of others {d}"] = x.sum(others)
            results[f"swapped {d}"] = jnp.swapaxes(x, 0, d), jnp.swapaxes(x, d, rank - 1)
            results[f"gate {d}"] = jnp.moveaxis(jnp.tensordot(gate, x, (1, d)), 0, d)
            results[f"set {d}"] = x.at[at].multiply(2)
            results[f"taken {d}"] = lax.dynamic_index_in_dim(x, i, d)
            results[f"written {d}"] = lax.dynamic_update_index_in_dim(x, jnp.flip(x[at]), i, d)
            results[f"largest {d}"] = jnp.argmax(x.real, d)
        results["two"] = jnp.moveaxis(jnp.tensordot(x, x, ((1, 2), (1, 2))), 0, -1)
        return results

    check(f, x, np.int32(1), factor=10)


def test_part_of_many_short_dimensions_is_written_in_place():
    """What a donated state has elsewhere stays."""
    x, y = sample((2,) * 8, "complex64"), sample((2,) * 6, "complex64")

    def f(x, y):
        return x.at[:, :, 1, :, 0].set(y * 2)

    expected = np.array(f(jnp.asarray(x), jnp.asarray(y)))
    actual = jax.jit(f, donate_argnums=0)(jax.device_put(x, device()), jax.device_put(y, device()))
    np.testing.assert_array_equal(np.asarray(actual), expected)


@pytest.mark.parametrize("dtype", ("float32", "uint8"))
def test_slices_read_backwards(dtype):
    x, places = sample((6, 20, 24, 3), dtype), np.array([[0, 0], [8, 6], [3, 5], [9, 9], [-2, 40], [1, 2]], np.int32)
    means = sample((3,), "float32", 1)

    def f(x, places, means):
        cropped = jax.vmap(lambda image, place: lax.dynamic_slice(image, (place[0], place[1], np.int32(0)), (12, 18, 3)))(x, places)
        return cropped[:, :, ::-1].astype(jnp.float32) - means

    check(f, x, places, means)


def test_scatter():
    x = sample((6, 4), "float32")
    rows, updates = np.array([0, 2, 2, 9, -1]), sample((5, 4), "float32", seed=1)

    def f(x, rows, updates):
        at = x.at[rows]
        return at.add(updates), at.multiply(updates), at.min(updates), at.max(updates), at.set(1.0, mode="drop")

    check(f, x, rows, updates)
    check(lambda x, r: jax.ops.segment_sum(x, r, num_segments=3), x, np.array([0, 1, 1, 2, 0, 2]))


def test_scatter_of_windows_that_do_not_fit():
    numbers = lax.ScatterDimensionNumbers((1,), (), (0,))
    x, starts, updates = sample((5,), "float32"), np.array([[0], [3], [4], [-1], [2]]), sample((5, 3), "float32", seed=1)
    for mode in ("clip", "drop", "promise_in_bounds"):
        f = lambda x, updates: lax.scatter_add(x, starts, updates, numbers, mode=mode)
        check(f, x, updates)
        check(lambda x, updates: jax.vjp(f, x, updates)[1](x), x, updates)


@pytest.mark.parametrize("dtype", ("float32", "int32", "uint8", "bfloat16", "complex64", "bool"))
def test_sort(dtype):
    x = sample((4, 17), dtype)
    check(lambda x: (jnp.sort(x), jnp.sort(x, axis=0), jnp.argsort(x, stable=True)), x)
    if dtype != "complex64":
        check(lambda x: lax.sort((x, jnp.arange(68).reshape(4, 17)), num_keys=1), x)


def test_sort_corners():
    x = np.array([np.nan, 1, -0.0, 0.0, -np.inf, np.inf, np.nan, -1], np.float32)
    check(lambda x: (jnp.sort(x), jnp.argsort(x), lax.top_k(x, 3)), x)


def test_top_k():
    x = sample((3, 20), "float32")
    check(lambda x: (lax.top_k(x, 4), lax.approx_max_k(x, 4)), x)


@pytest.mark.parametrize("shape", ((0,), (0, 3), (2, 0, 4), ()))
def test_empty_and_scalar(shape):
    x = np.ones(shape, np.float32)
    check(lambda x: (x + 1, x.sum(), x.T, jnp.concatenate([x.ravel(), jnp.ones(2)]), x.reshape(-1).astype(int)), x)


def test_construction():
    def f():
        return jnp.arange(7), jnp.linspace(0, 1, 5), jnp.eye(3), jnp.tri(4), lax.iota(jnp.uint8, 9), jnp.full((2, 2), 3j)

    check(f)


def test_searchsorted_unique_histogram():
    x = np.sort(sample((20,), "float32"))
    check(lambda x: (jnp.searchsorted(x, jnp.array([-1.0, 0.0, 9.0])), jnp.histogram(x, 5)), x)
    check(lambda x: jnp.unique(x.astype(int), size=8, fill_value=0), x)
