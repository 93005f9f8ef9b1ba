# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of narrow integers, which machines have instructions for, are exact in every shape and type."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

SHAPES = [
    (1, 4, 1), (1, 64, 40), (3, 5, 7), (6, 4, 16), (7, 31, 17), (16, 32, 3), (13, 130, 64), (64, 64, 64), (96, 33, 100), (200, 260, 130),
]  # fmt: skip
TYPES = [("int8", "int8"), ("uint8", "uint8"), ("uint8", "int8"), ("int8", "uint8"), ("int4", "int8"), ("int16", "int16")]


def draw(rng, shape, dtype):
    """Both ends often."""
    info = jnp.iinfo(dtype)
    numbers = rng.integers(int(info.min), int(info.max) + 1, shape)
    ends = rng.choice([int(info.min), int(info.max)], shape)
    return np.where(rng.random(shape) < 0.3, ends, numbers)


@pytest.mark.parametrize("result", ["int32", "int16"])
@pytest.mark.parametrize("types", TYPES, ids="-".join)
def test_products(types, result):
    rng = np.random.default_rng(3)
    for m, k, n in SHAPES:
        x, y = draw(rng, (m, k), types[0]), draw(rng, (k, n), types[1])
        expected = (x @ y).astype(result)
        for turned in (False, True):
            right = y.T if turned else y
            contracting = (((1,), (1 if turned else 0,)), ((), ()))

            def product(x, y, contracting=contracting):
                return lax.dot_general(x, y, contracting, preferred_element_type=jnp.dtype(result))

            got = jax.jit(product)(jnp.asarray(x, types[0]), jnp.asarray(right, types[1]))
            np.testing.assert_array_equal(np.asarray(got), expected, err_msg=f"{m}x{k}x{n} {turned=}")


@pytest.mark.parametrize("types", TYPES[:4], ids="-".join)
def test_convolutions(types):
    rng = np.random.default_rng(4)
    for size, inputs, outputs in ((9, 3, 5), (12, 8, 16), (10, 20, 33)):
        x, w = draw(rng, (2, size, size, inputs), types[0]), draw(rng, (3, 3, inputs, outputs), types[1])
        expected = np.zeros((2, size - 2, size - 2, outputs), np.int64)
        for i in range(3):
            for j in range(3):
                expected += x[:, i : i + size - 2, j : j + size - 2] @ w[i, j]

        def convolve(x, w):
            return lax.conv_general_dilated(
                x.astype("int32") if types[0] != types[1] else x, w.astype("int32") if types[0] != types[1] else w, (1, 1), "VALID",
                dimension_numbers=("NHWC", "HWIO", "NHWC"), preferred_element_type=jnp.int32)  # fmt: skip

        got = jax.jit(convolve)(jnp.asarray(x, types[0]), jnp.asarray(w, types[1]))
        np.testing.assert_array_equal(np.asarray(got), expected)
