# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of bf16, which machines have instructions for: sums in f32 in every shape, and numbers at the ends of the range."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

SHAPES = [
    (1, 4, 1), (1, 64, 40), (3, 5, 7), (6, 2, 16), (7, 31, 17), (16, 32, 16), (16, 40, 70), (13, 130, 64), (32, 64, 32), (33, 65, 31),
    (64, 64, 64), (96, 33, 100), (200, 260, 130), (40, 700, 300),
]  # fmt: skip
LEAST_NORMAL = 2.0**-126


def draw(rng, shape):
    return jnp.asarray(rng.standard_normal(shape), jnp.bfloat16)


def wide(x):
    return np.asarray(x.astype(jnp.float32)).astype(np.float64)


def bound(x, y, terms):
    """How far a sum may be off: docs/accuracy.md."""
    return min(terms, 526) * 2.0**-24 * (np.abs(x) @ np.abs(y)) + terms * LEAST_NORMAL


@pytest.mark.parametrize("result", ["float32", "bfloat16"])
@pytest.mark.parametrize("turned", ["nn", "nt", "tn", "tt"])
def test_products(turned, result):
    rng = np.random.default_rng(3)
    for m, k, n in SHAPES:
        x, y = draw(rng, (m, k)), draw(rng, (k, n))
        left, right = (x.T if turned[0] == "t" else x), (y.T if turned[1] == "t" else y)
        contracting = (((0 if turned[0] == "t" else 1,), (1 if turned[1] == "t" else 0,)), ((), ()))
        product = jax.jit(lambda a, b, c=contracting: lax.dot_general(a, b, c, preferred_element_type=jnp.dtype(result)))
        got = wide(product(left, right))
        expected = wide(x) @ wide(y)
        allowed = bound(wide(x), wide(y), k)
        if result == "bfloat16":
            allowed = allowed + 2.0**-8 * np.abs(expected)
        assert np.all(np.abs(got - expected) <= allowed), f"{m}x{k}x{n}"


def test_batches():
    rng = np.random.default_rng(4)
    x, y = draw(rng, (5, 40, 70)), draw(rng, (5, 70, 50))
    got = jax.jit(lambda a, b: jnp.matmul(a, b, preferred_element_type=jnp.float32))(x, y)
    for i in range(5):
        expected = wide(x[i]) @ wide(y[i])
        assert np.all(np.abs(wide(got[i]) - expected) <= bound(wide(x[i]), wide(y[i]), 70))


def test_convolutions():
    rng = np.random.default_rng(5)
    for size, inputs, outputs in ((9, 3, 5), (12, 8, 16), (18, 40, 33)):
        x, w = draw(rng, (2, size, size, inputs)), draw(rng, (3, 3, inputs, outputs))
        got = jax.jit(lambda x, w: lax.conv_general_dilated(
            x, w, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"), preferred_element_type=jnp.float32))(x, w)  # fmt: skip
        expected = np.zeros((2, size - 2, size - 2, outputs))
        sizes = np.zeros_like(expected)
        for i in range(3):
            for j in range(3):
                part = wide(x)[:, i : i + size - 2, j : j + size - 2]
                expected += part @ wide(w)[i, j]
                sizes += np.abs(part) @ np.abs(wide(w)[i, j])
        assert np.all(np.abs(wide(got) - expected) <= 526 * 2.0**-24 * sizes)


def test_ends_of_the_range():
    """Infinities, NaN and sums that overflow are what f32 gives; numbers too small to be normal may count as zero."""
    x = np.ones((32, 64), np.float32)
    y = np.ones((64, 48), np.float32)
    x[1, 3], x[2, 5], x[4, :] = np.inf, np.nan, 3e38
    x[5, 7], x[5, 8], y[7, 9] = np.inf, -np.inf, 0
    x[6, :] = 2.0**-130
    got = np.asarray(jax.jit(lambda a, b: jnp.matmul(a, b, preferred_element_type=jnp.float32))(
        jnp.asarray(x, jnp.bfloat16), jnp.asarray(y, jnp.bfloat16)))  # fmt: skip
    assert np.all(np.isposinf(got[1])) and np.all(np.isnan(got[2])) and np.all(np.isposinf(got[4]))
    assert np.all(np.isnan(got[5]))
    assert np.all((0 <= got[6]) & (got[6] <= 64 * 2.0**-130))
    np.testing.assert_array_equal(got[0], np.where(np.arange(48) == 9, 63, 64))
