# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions of each feature by itself: windows of every kind, types, borders, empty batches, and gradients."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

TOLERANCE = {"float32": 1e-4, "float64": 1e-9, "int32": 0, "bfloat16": 5e-2}
WINDOWS = {
    "plain": {}, "strided": {"window_strides": (2, 3)}, "cropped": {"padding": ((-1, 2), (3, 0))},
    "with holes": {"rhs_dilation": (2, 1)}, "of holes": {"lhs_dilation": (2, 2)},
}  # fmt: skip


def convolve(x, w, **window):
    window = {"window_strides": (1, 1), "padding": "SAME" if "lhs_dilation" not in window else ((1, 1), (1, 1))} | window
    numbers = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(x, w, dimension_numbers=numbers, feature_group_count=x.shape[-1], **window)


def on(platform, function, *arguments):
    results = jax.jit(function)(*jax.device_put(arguments, jax.devices(platform)[0]))
    return [np.asarray(result).astype(np.float64) for result in jax.tree.leaves(results)]


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("shape,points", [((2, 7, 9, 3), (2, 3)), ((0, 5, 5, 4), (3, 3)), ((2, 8, 6, 5), (7, 7)), ((1, 12, 12, 8), (9, 9))])
def test_agrees_with_the_cpu_back_end(shape, points, dtype, window):
    rng = np.random.default_rng(1)
    with jax.enable_x64(True):
        x = jnp.asarray(rng.integers(-4, 5, shape), dtype)
        w = jnp.asarray(rng.integers(-4, 5, (*points, 1, shape[-1])), dtype)
        function = lambda x, w: convolve(x, w, **WINDOWS[window])  # noqa: E731
        if 0 in jax.eval_shape(function, x, w).shape[1:]:
            pytest.skip("the window has no place")
        functions = [function]
        if dtype in ("float32", "float64"):
            functions.append(jax.grad(lambda x, w: jnp.sum(function(x, w) ** 2), (0, 1)))
        for each in functions:
            for expected, got in zip(on("cpu", each, x, w), on("weft", each, x, w)):
                assert got.shape == expected.shape
                scale = np.maximum(1, np.max(np.abs(expected), initial=0))
                assert np.all(np.abs(got - expected) <= TOLERANCE[dtype] * scale)
