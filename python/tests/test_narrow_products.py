# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of floats of eight bits and four: every code, among them subnormal, infinite and no numbers, on both sides."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from support import SMALL_FLOATS

# Each code is multiplied by ones and added to zeros, which one kind has none of.
KINDS = [kind for kind in SMALL_FLOATS if kind != "float8_e8m0fnu"]


def every_code(dtype):
    return np.arange(16 if dtype == "float4_e2m1fn" else 256, dtype=np.uint8).view(jnp.dtype(dtype))


def multiply(x, y):
    return lax.dot_general(x, y, (((1,), (0,)), ((), ())), preferred_element_type=jnp.float32)


@pytest.mark.parametrize("dtype", SMALL_FLOATS)
@pytest.mark.parametrize("wide", ["float32", "bfloat16", "float16"])
def test_every_code_is_widened(dtype, wide):
    codes = every_code(dtype)
    got = np.asarray(jax.jit(lambda x: x.astype(wide))(codes)).astype(np.float32)
    with np.errstate(over="ignore"):
        expected = codes.astype(np.float32).astype(wide).astype(np.float32)
    assert np.array_equal(np.isnan(got), np.isnan(expected))
    number = ~np.isnan(expected)
    assert np.array_equal(got[number].view(np.uint32), expected[number].view(np.uint32)), "to the sign of zero"


@pytest.mark.parametrize("dtype", KINDS)
@pytest.mark.parametrize("terms,others", [(4, 5), (32, 48), (64, 1)])
def test_every_code_is_multiplied(dtype, terms, others):
    codes = every_code(dtype)
    x = np.zeros((codes.size, terms), codes.dtype)
    x[np.arange(codes.size), np.arange(codes.size) % terms] = codes
    ones = np.ones((terms, others), codes.dtype)
    expected = np.broadcast_to(codes.astype(np.float32)[:, None], (codes.size, others))
    np.testing.assert_array_equal(jax.jit(multiply)(x, ones), expected)
    np.testing.assert_array_equal(jax.jit(multiply)(ones.T, x.T), expected.T)


@pytest.mark.parametrize("dtype", KINDS)
def test_products_of_small_numbers(dtype):
    """Below two, subnormal ones among them. Their products are exact in f32."""
    rng = np.random.default_rng(5)
    codes = every_code(dtype)
    small = codes[np.isfinite(codes.astype(np.float32)) & (np.abs(codes.astype(np.float32)) < 2)]
    x, y = rng.choice(small, (128, 96)), rng.choice(small, (96, 80))
    expected = x.astype(np.float64) @ y.astype(np.float64)
    allowed = 96 * 2.0**-24 * (np.abs(x.astype(np.float64)) @ np.abs(y.astype(np.float64)))
    assert np.all(np.abs(np.asarray(jax.jit(multiply)(x, y)) - expected) <= allowed)
