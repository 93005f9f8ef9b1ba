# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions of groups of several features: windows of every kind, layouts, types, and both gradients."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

TOLERANCE = {"float32": 1e-5, "float64": 1e-12, "bfloat16": 2e-2, "float16": 2e-3, "complex64": 1e-5, "int32": 0, "int8": 0}
WINDOWS = {
    "plain": {}, "strided": {"window_strides": (2, 3)}, "cropped": {"padding": ((-1, 2), (3, 0))},
    "with holes": {"rhs_dilation": (2, 1)}, "of holes": {"lhs_dilation": (2, 2), "padding": ((1, 1), (1, 2))},
}  # fmt: skip
LAST, FIRST = ("NHWC", "HWIO", "NHWC"), ("NCHW", "OIHW", "NCHW")
# Groups, features of each and what each gives: whole vectors, parts of one, and such that hardly anything divides.
GROUPS = [(4, 8, 16), (2, 16, 12), (3, 5, 7), (8, 2, 2), (2, 3, 35), (2, 48, 96), (5, 1, 6), (4, 6, 1)]


def draw(shape, dtype, seed):
    rng = np.random.default_rng(seed)
    if jnp.issubdtype(dtype, jnp.integer):
        return jnp.asarray(rng.integers(-9, 10, shape), dtype)
    numbers = rng.standard_normal(shape)
    if jnp.issubdtype(dtype, jnp.complexfloating):
        numbers = numbers + 1j * rng.standard_normal(shape)
    return jnp.asarray(numbers, dtype)


def on(platform, function, *arguments):
    results = jax.jit(function)(*jax.device_put(arguments, jax.devices(platform)[0]))
    return [np.asarray(result) for result in jax.tree.leaves(results)]


def check(groups, inputs, outputs, dtype, numbers=LAST, size=(9, 11), points=(3, 3), **window):
    window = {"window_strides": (1, 1), "padding": "SAME"} | window
    if numbers is LAST:
        shapes = (2, *size, groups * inputs), (*points, inputs, groups * outputs)
    else:
        shapes = (2, groups * inputs, *size), (groups * outputs, inputs, *points)
    wide = jnp.int32 if dtype == "int8" else None

    def convolve(x, w):
        return lax.conv_general_dilated(
            x, w, dimension_numbers=numbers, feature_group_count=groups, preferred_element_type=wide, **window
        )

    x, w = (draw(shape, dtype, seed) for seed, shape in enumerate(shapes))
    functions = {"forward": (convolve, x, w)}
    if jnp.issubdtype(dtype, jnp.inexact):
        g = draw(jax.eval_shape(convolve, x, w).shape, dtype, 2)
        functions["to the input"] = lambda x, w, g: jax.vjp(lambda x: convolve(x, w), x)[1](g), x, w, g
        functions["to the window"] = lambda x, w, g: jax.vjp(lambda w: convolve(x, w), w)[1](g), x, w, g
    for name, (function, *arguments) in functions.items():
        # JAX's back end has no digits to spare for narrow numbers.
        exact = arguments if dtype not in ("bfloat16", "float16") else [a.astype("float32") for a in arguments]
        for expected, got in zip(on("cpu", function, *exact), on("weft", function, *arguments)):
            assert got.shape == expected.shape
            off = np.abs(got.astype(np.complex128) - expected)
            assert np.max(off) <= TOLERANCE[dtype] * np.max(np.abs(expected)), name


@pytest.mark.parametrize("groups", GROUPS, ids=str)
@pytest.mark.parametrize("numbers", [LAST, FIRST], ids=["last", "first"])
def test_groups(groups, numbers):
    check(*groups, "float32", numbers)


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("groups", [(4, 8, 16), (3, 5, 7)], ids=str)
def test_windows(groups, window):
    check(*groups, "float32", **WINDOWS[window])


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("groups", [(2, 16, 32), (3, 5, 7)], ids=str)
def test_types(groups, dtype):
    with jax.enable_x64(dtype == "float64"):
        check(*groups, dtype)


def test_windows_that_are_packed():
    check(4, 32, 64, "float32", size=(28, 28))
    check(4, 32, 64, "float32", FIRST, size=(20, 28))
    check(2, 64, 40, "float32", size=(20, 20))
