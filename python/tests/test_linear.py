# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from support import FLOATS, check, close, run, sample


@pytest.mark.parametrize("dtype", FLOATS + ("complex64", "int8", "int32", "uint16", "bool"))
def test_dot(dtype):
    x, y = sample((3, 5, 7), dtype), sample((3, 7, 4), dtype, seed=1)

    def f(x, y):
        return dict(
            batch=x @ y,
            matrix=x[0] @ y[0],
            vector=x[0, 0] @ y[0],
            scalar=x[0, 0] @ y[0, :, 0],
            outer=jnp.outer(x[0, 0], y[0, 0]),
            einsum=jnp.einsum("bij,bjk->ik", x, y),
        )

    check(f, x, y, factor=8)


def test_dot_preferred_type():
    x, y = sample((5, 7), "bfloat16"), sample((7, 4), "bfloat16", seed=1)
    check(lambda x, y: lax.dot(x, y, preferred_element_type=jnp.float32), x, y, factor=8)
    a, b = sample((5, 7), "int8"), sample((7, 4), "int8", seed=1)
    check(lambda x, y: lax.dot(x, y, preferred_element_type=jnp.int32), a, b)


def test_dot_precision():
    x, y = sample((9, 33), "float32"), sample((33, 4), "float32", seed=1)
    for precision in ("default", "high", "highest"):
        check(lambda x, y: lax.dot(x, y, precision=precision), x, y, factor=8)


@pytest.mark.parametrize("dtype", ("float32", "bfloat16", "float64", "complex64"))
def test_convolution(dtype):
    x, w = sample((2, 7, 8, 4), dtype), sample((3, 2, 2, 6), dtype, seed=1)
    numbers = ("NHWC", "HWIO", "NHWC")
    check(
        lambda x, w: lax.conv_general_dilated(
            x, w, (2, 1), ((1, 0), (2, 1)), (1, 2), (2, 1), dimension_numbers=numbers, feature_group_count=2
        ),
        x, w, factor=8,
    )  # fmt: skip


@pytest.mark.parametrize("dtype, wanted", (("int8", "float16"), ("int8", "float32"), ("int16", "bfloat16"), ("int32", "float32"), ("int8", "int32"), ("int64", "float64")))  # fmt: skip
def test_preferred_type_of_another_kind(dtype, wanted):
    x, w = sample((2, 3, 6, 5), dtype), sample((4, 3, 3, 2), dtype, seed=1)
    check(lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "SAME", preferred_element_type=wanted), x, w)
    check(lambda x, w: lax.dot(x[0, 0].T, w[:, 0, 0], preferred_element_type=wanted), x[:, :, :4], w)


@pytest.mark.parametrize("stride", (1, 2))
@pytest.mark.parametrize("holes", (2, 3))
@pytest.mark.parametrize("dilation", (1, 2))
@pytest.mark.parametrize("padding", ((0, 0), (1, 2), (-1, 3)))
def test_convolution_of_an_input_with_holes(stride, holes, dilation, padding):
    x, w = sample((2, 7, 3), "float32"), sample((3, 3, 5), "float32", seed=1)
    # Where it meets a hole, the product is NaN.
    w[1, 1, 2] = np.inf
    wide = np.zeros((2, 6 * holes + 1, 3))
    wide[:, ::holes] = x
    wide = np.pad(wide, ((0, 0), (max(padding[0], 0), max(padding[1], 0)), (0, 0)))[:, max(-padding[0], 0) :]
    count = (wide.shape[1] - 2 * dilation - 1) // stride + 1
    with np.errstate(invalid="ignore"):
        expected = np.stack([sum(wide[:, o * stride + k * dilation] @ w[k] for k in range(3)) for o in range(count)], 1)
    actual = run(
        "weft",
        lambda x, w: lax.conv_general_dilated(
            x, w, (stride,), [padding], (holes,), (dilation,), dimension_numbers=("NWC", "WIO", "NWC")
        ),
        x, w,
    )  # fmt: skip
    np.testing.assert_allclose(actual, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("layout", (("NHWC", "HWIO", "NHWC"), ("NCHW", "OIHW", "NCHW")))
@pytest.mark.parametrize("shape", ((2, 7, 5, 40, 3, 24), (1, 5, 5, 13, 2, 17), (2, 4, 4, 3, 4, 100), (1, 11, 19, 8, 1, 36)))
@pytest.mark.parametrize("stride", (1, 2))
def test_convolutions_as_products(layout, shape, stride):
    batch, height, width, features, window, results = shape
    x, w = sample((batch, height, width, features), "float32"), sample((window, window, features, results), "float32", seed=1)
    if layout[0] == "NCHW":
        x, w = x.transpose(0, 3, 1, 2), w.transpose(3, 2, 0, 1)
    f = lambda x, w: lax.conv_general_dilated(x, w, (stride, stride), "SAME", dimension_numbers=layout)
    check(f, x, w, factor=20)
    check(jax.grad(lambda x, w: jnp.sum(jnp.sin(f(x, w))), (0, 1)), x, w, factor=200)


def test_convolution_gradient():
    x, w = sample((2, 3, 6, 5), "float32"), sample((4, 3, 3, 2), "float32", seed=1)
    f = lambda x, w: (lax.conv(x, w, (1, 1), "SAME") ** 2).sum()
    check(jax.grad(f, (0, 1)), x, w, factor=20)
    one = sample((2, 3, 9), "float32")
    check(lambda x: lax.conv_general_dilated_patches(x, (3,), (2,), "VALID"), one)


def test_fft():
    x = sample((2, 4, 6), "complex64")
    check(lambda x: (jnp.fft.fft(x), jnp.fft.ifft(x), jnp.fft.fft2(x), jnp.fft.fftn(x)), x, factor=8)
    y = sample((3, 8), "float32")
    check(lambda y: (jnp.fft.rfft(y), jnp.fft.irfft(jnp.fft.rfft(y)), jnp.fft.fftshift(y)), y, factor=8)
    check(jax.grad(lambda y: jnp.abs(jnp.fft.rfft(y)).sum()), y, factor=20)


@pytest.mark.parametrize("n", (1, 2, 3, 8, 13, 37, 111, 127, 128, 131, 154, 262))
@pytest.mark.parametrize("lines", (1, 21))
def test_fft_of_length(n, lines):
    """Factors of every kind, of lines one by one and side by side, with lanes that are not used."""
    x = sample((lines, n), "complex64")
    check(lambda x: (jnp.fft.fft(x), jnp.fft.ifft(x), jnp.fft.rfft(x.real), jnp.fft.irfft(x, n)), x, factor=40)


@pytest.mark.parametrize("n", (65536, 3**10, 2 * 3**10, 65537))
@pytest.mark.parametrize("dtype", ("complex64", "complex128"))
def test_fft_of_long_lines(n, dtype):
    """Roots are products of two, of all points and of half a spectrum; a line with a large prime is a convolution of arrays."""
    x = sample((n,), dtype)
    wide = x.astype("complex128")
    half = x[: n // 2 + 1]
    for actual, expected in (
        (run("weft", jnp.fft.fft, x), np.fft.fft(wide)),
        (run("weft", jnp.fft.ifft, x), np.fft.ifft(wide)),
        (run("weft", jnp.fft.rfft, x.real), np.fft.rfft(wide.real)),
        (run("weft", lambda half: jnp.fft.irfft(half, n), half), np.fft.irfft(wide[: n // 2 + 1], n)),
    ):
        assert actual.shape == expected.shape
        assert np.abs(actual - expected).max() < 8 * np.finfo(dtype).eps * np.abs(expected).max()


@pytest.mark.parametrize("axis", (0, 1, 2))
@pytest.mark.parametrize("shape", ((6, 9, 20), (15, 14, 2), (131, 2, 11)))
def test_fft_along(axis, shape):
    x, y = sample(shape, "complex64"), sample(shape, "float32")
    check(lambda x: (jnp.fft.fft(x, axis=axis), jnp.fft.ifft(x, axis=axis)), x, factor=40)
    check(lambda y: jnp.fft.irfft(jnp.fft.rfft(y, axis=axis), shape[axis], axis=axis), y, factor=40)


@pytest.mark.parametrize("dtype", ("float32", "float64"))
def test_fft_of_several_axes(dtype):
    x = sample((3, 8, 10, 9), dtype)

    def f(x):
        return dict(
            last=jnp.fft.fftn(x, axes=(1, 2, 3)),
            middle=jnp.fft.rfft2(x, axes=(1, 2)),
            first=jnp.fft.irfft2(jnp.fft.rfft2(x, axes=(0, 1)), x.shape[:2], axes=(0, 1)),
            back=jnp.fft.ifft2(x, axes=(3, 0)),
        )

    check(f, x, factor=40)


def test_fft_of_no_points():
    check(lambda x: jnp.fft.fft2(x), sample((0, 3, 4), "complex64"))


def test_ragged_dot():
    x, w = sample((6, 3), "float32"), sample((2, 3, 4), "float32", seed=1)
    check(lambda x, w: lax.ragged_dot(x, w, np.array([2, 4])), x, w, factor=8)


def test_attention():
    q, k, v = (sample((1, 5, 2, 4), "float32", seed=seed) for seed in range(3))
    check(lambda q, k, v: jax.nn.dot_product_attention(q, k, v, is_causal=True), q, k, v, factor=8)


def test_tensordot_kron():
    x, y = sample((2, 3, 4), "float64"), sample((4, 3, 5), "float64", seed=1)
    check(lambda x, y: (jnp.tensordot(x, y, ((1, 2), (1, 0))), jnp.kron(x[0], y[0]), jnp.vdot(x, x)), x, y, factor=8)


@pytest.mark.parametrize("dtype", ("bfloat16", "float32"))
def test_block_scaled_product(dtype):
    """Rows of 8-bit floats, each 32 numbers with a power of two as their scale."""
    values = [sample((2, rows, 64), "float32").astype(jnp.float8_e4m3fn) for rows in (5, 7)]
    scales = [np.exp2(np.arange(2 * rows * 2) % 7 - 3.0).reshape(2, rows, 2) for rows in (5, 7)]
    scales = [scale.astype(jnp.float8_e8m0fnu) for scale in scales]
    product = run("weft", lambda *x: jax.nn.scaled_matmul(*x, preferred_element_type=dtype), *values, *scales)
    left, right = (v.astype("float64") * np.repeat(s.astype("float64"), 32, axis=2) for v, s in zip(values, scales))
    close(product, np.einsum("bmk,bnk->bmn", left, right).astype(dtype), factor=4)
