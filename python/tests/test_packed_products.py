# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products large enough that their operands are packed before: by a kernel, before a loop, or when compiling."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

# Whole panels and others, with more of rows, of columns and of terms.
SHAPES = [(256, 256, 256), (200, 260, 300), (512, 128, 130), (129, 512, 513), (1000, 96, 200), (96, 384, 1000)]


def draw(rng, shape, dtype):
    if jnp.issubdtype(dtype, jnp.integer):
        return jnp.asarray(rng.integers(-100, 100, shape), dtype)
    return jnp.asarray(rng.standard_normal(shape), dtype)


def agrees(got, x, y, dtype):
    x, y = (np.asarray(a.astype(jnp.float64 if a.dtype == jnp.float64 else jnp.float32)).astype(np.float64) for a in (x, y))
    expected = x @ y
    got = np.asarray(got).astype(np.float64)
    if jnp.issubdtype(dtype, jnp.integer):
        return np.array_equal(got, expected)
    allowed = min(x.shape[1], 526) * 2.0**-24 * (np.abs(x) @ np.abs(y))
    return np.all(np.abs(got - expected) <= allowed)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int8", "uint8"])
@pytest.mark.parametrize("turned", ["nn", "nt", "tn"])
def test_products(dtype, turned):
    rng = np.random.default_rng(11)
    result = jnp.int32 if "int" in dtype else jnp.float32
    for m, k, n in SHAPES:
        x, y = draw(rng, (m, k), dtype), draw(rng, (k, n), dtype)
        left, right = (x.T if turned[0] == "t" else x), (y.T if turned[1] == "t" else y)
        contracting = (((0 if turned[0] == "t" else 1,), (1 if turned[1] == "t" else 0,)), ((), ()))
        product = jax.jit(lambda a, b, c=contracting: lax.dot_general(a, b, c, preferred_element_type=result))
        assert agrees(product(left, right), x, y, result), f"{m}x{k}x{n}"


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_weights_that_are_constants(dtype):
    rng = np.random.default_rng(12)
    for m, k, n in SHAPES:
        x, y = draw(rng, (m, k), dtype), draw(rng, (k, n), dtype)
        weights = np.asarray(y)
        given = jax.jit(lambda a, b: jnp.matmul(a, b, preferred_element_type=jnp.float32))
        known = jax.jit(lambda a, w=weights: jnp.matmul(a, w, preferred_element_type=jnp.float32))
        assert agrees(known(x), x, y, jnp.float32)
        assert np.array_equal(known(x), given(x, y)), "the same sums, whoever packs"


def test_weights_that_a_loop_does_not_change():
    rng = np.random.default_rng(13)
    x, w = draw(rng, (256, 300), jnp.float32), draw(rng, (300, 300), jnp.float32) / 32

    def step(x, w):
        return jnp.tanh(x @ w)

    looped = jax.jit(lambda x, w: lax.fori_loop(0, 5, lambda _, y: step(y, w), x))(x, w)
    expected = x
    for _ in range(5):
        expected = jax.jit(step)(expected, w)
    assert np.allclose(looped, expected, rtol=1e-5, atol=1e-5)


def test_one_array_as_both_operands():
    rng = np.random.default_rng(14)
    x = draw(rng, (300, 300), jnp.float32)
    assert agrees(jax.jit(lambda x: x @ x)(x), x, x, jnp.float32)
    got = jax.jit(lambda x: x @ x + x)(x) - x
    assert np.allclose(got, np.asarray(x) @ np.asarray(x), atol=1e-3)


def test_rows_in_several_dimensions():
    rng = np.random.default_rng(15)
    x, w = draw(rng, (4, 96, 256), jnp.float32), draw(rng, (256, 320), jnp.float32)
    got = jax.jit(lambda x, w: jnp.einsum("bsd,df->bsf", x, w))(x, w)
    assert agrees(got.reshape(384, 320), x.reshape(384, 256), w, jnp.float32)


def test_convolutions():
    rng = np.random.default_rng(16)
    x, w = draw(rng, (4, 24, 24, 32), jnp.float32), draw(rng, (3, 3, 32, 80), jnp.float32)
    convolve = lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))  # noqa: E731
    host = jax.devices("cpu")[0]
    expected = jax.jit(convolve)(jax.device_put(x, host), jax.device_put(w, host))
    assert np.allclose(jax.jit(convolve)(x, w), expected, atol=1e-3)


@pytest.mark.parametrize("window", ["padded", "strided", "with holes", "backwards"])
def test_images_that_a_loop_does_not_change(window):
    """A window that sees a whole image and more has one place: images are lines, and are packed before the loop."""
    rng = np.random.default_rng(17)
    size, points, strides, holes, padding = {
        "padded": (3, 5, 1, 1, (1, 1)), "strided": (3, 4, 2, 1, (2, 0)), "with holes": (4, 3, 1, 2, (0, 1)),
        "backwards": (3, 5, 1, 1, (2, 0)),
    }[window]  # fmt: skip
    # A few images too many for whole panels.
    x, w = draw(rng, (67, size, size, 32), jnp.float32), draw(rng, (points, points, 32, 128), jnp.float32)

    def convolve(x, w):
        if window == "backwards":
            x, w = x[:, ::-1], w[::-1, ::-1]
        numbers = ("NHWC", "HWIO", "NHWC")
        return lax.conv_general_dilated(
            x, w, (strides,) * 2, [padding] * 2, rhs_dilation=(holes,) * 2, dimension_numbers=numbers
        )

    def looped(x, w):
        step = lambda _, carried: (carried[0] * 0.5, carried[1] + convolve(x, carried[0]))  # noqa: E731
        return lax.fori_loop(0, 3, step, (w, jnp.zeros((67, 1, 1, 128))))[1]

    # Sums of three, each half of the one before.
    host = jax.devices("cpu")[0]
    expected = 1.75 * jax.jit(convolve)(jax.device_put(x, host), jax.device_put(w, host))
    assert expected.shape == (67, 1, 1, 128)
    assert np.allclose(jax.jit(looped)(x, w), expected, rtol=1e-5, atol=1e-3)


@pytest.mark.parametrize("move", ["transposed", "backwards", "reshaped", "two steps"])
def test_operands_that_are_moved(move):
    rng = np.random.default_rng(18)
    m, k, n = 512, 192, 320
    x, y = draw(rng, (m, k), jnp.float32), draw(rng, (k, n), jnp.float32)
    # How an operand lies, and what the program makes of it.
    lie, turn = {
        "transposed": (lambda y: y.T, lambda y: y.T),
        "backwards": (lambda y: y[::-1], lambda y: y[::-1]),
        "reshaped": (lambda y: y.reshape(12, 16, n), lambda y: y.reshape(k, n)),
        "two steps": (lambda y: y.T[::-1].reshape(n, 12, 16), lambda y: y.reshape(n, k)[::-1].T),
    }[move]
    lying = lie(y)
    assert agrees(jax.jit(lambda x, y: x @ turn(y))(x, lying), x, y, jnp.float32)
    assert agrees(jax.jit(lambda x, known=np.asarray(lying): x @ turn(known))(x), x, y, jnp.float32)
    looped = jax.jit(lambda x, y: lax.fori_loop(0, 3, lambda i, s: s + (x * 2.0**i) @ turn(y), jnp.zeros((m, n))))
    assert agrees(looped(x, lying) / 7, x, y, jnp.float32)
