# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from support import COMPLEX, FLOATS, INTEGERS, SIGNED, SMALL_FLOATS, SMALL_INTEGERS, check, sample

UNARY = dict(
    abs=jnp.abs, acos=jnp.arccos, acosh=jnp.arccosh, asin=jnp.arcsin, asinh=jnp.arcsinh, atan=jnp.arctan,
    atanh=jnp.arctanh, cbrt=jnp.cbrt, ceil=jnp.ceil, cos=jnp.cos, cosh=jnp.cosh, exp=jnp.exp, exp2=jnp.exp2,
    expm1=jnp.expm1, floor=jnp.floor, isfinite=jnp.isfinite, log=jnp.log, log1p=jnp.log1p, logistic=jax.nn.sigmoid,
    neg=jnp.negative, round=jnp.round, rsqrt=lax.rsqrt, sign=jnp.sign, sin=jnp.sin, sinh=jnp.sinh, sqrt=jnp.sqrt,
    tan=jnp.tan, tanh=jnp.tanh,
)  # fmt: skip
SPECIAL = dict(
    erf=lax.erf, erfc=lax.erfc, erf_inv=lax.erf_inv, lgamma=lax.lgamma, digamma=lax.digamma, i0e=lax.bessel_i0e,
    i1e=lax.bessel_i1e,
)  # fmt: skip
BINARY = dict(
    add=jnp.add, atan2=jnp.arctan2, div=lax.div, max=jnp.maximum, min=jnp.minimum, mul=jnp.multiply, pow=jnp.power,
    rem=lax.rem, sub=jnp.subtract, nextafter=jnp.nextafter, equal=jnp.equal, less=jnp.less, not_equal=jnp.not_equal,
    greater_equal=jnp.greater_equal,
)  # fmt: skip
# In half precision the last place of these depends on how many digits the back end carries on the way.
LOOSE = 4.0


@pytest.mark.parametrize("dtype", FLOATS)
def test_unary(dtype):
    x = sample((24,), dtype, low=0.05, high=0.95)
    y = sample((24,), dtype, seed=1, low=1.05, high=4)
    check(lambda x, y: {name: f(y if name == "acosh" else x) for name, f in UNARY.items()}, x, y, factor=LOOSE)


@pytest.mark.parametrize("dtype", ("float32", "float64"))
def test_special(dtype):
    x = sample((24,), dtype, low=0.05, high=0.95)
    check(lambda x: {name: f(x) for name, f in SPECIAL.items()}, x, factor=40)
    a, b = sample((24,), dtype, seed=2, low=0.5, high=4), sample((24,), dtype, seed=3, low=0.5, high=4)
    check(lambda a, b, x: (lax.igamma(a, b), lax.igammac(a, b), lax.betainc(a, b, x)), a, b, x, factor=200)
    check(lambda a: (lax.zeta(a + 1.5, a), lax.polygamma(jnp.ones_like(a), a)), a, factor=200)


@pytest.mark.parametrize("dtype", COMPLEX)
def test_unary_complex(dtype):
    names = "abs cos cosh exp expm1 log log1p neg sign sin sinh sqrt tan tanh rsqrt isfinite asinh acos".split()
    x = sample((24,), dtype, low=-1.5, high=1.5)
    check(lambda x: {name: UNARY[name](x) for name in names}, x, factor=8)
    check(lambda x: (x.real, x.imag, jnp.conj(x), jnp.angle(x), lax.complex(x.real, x.imag)), x, factor=4)


@pytest.mark.parametrize("dtype", SIGNED)
def test_unary_integer(dtype):
    names = "abs neg sign".split()
    x = sample((24,), dtype)
    check(lambda x: {name: UNARY[name](x) for name in names}, x)
    check(lambda x: (lax.clz(x), lax.population_count(x), ~x), x)


@pytest.mark.parametrize("dtype", FLOATS)
def test_binary(dtype):
    x, y = sample((24,), dtype, low=0.1), sample((24,), dtype, seed=1)
    check(lambda x, y: {name: f(x, y) for name, f in BINARY.items()}, x, y, factor=LOOSE)


@pytest.mark.parametrize("dtype", COMPLEX)
def test_binary_complex(dtype):
    x, y = sample((24,), dtype), sample((24,), dtype, seed=1)
    names = "add div mul pow sub equal not_equal".split()
    check(lambda x, y: {name: BINARY[name](x, y) for name in names}, x, y, factor=20)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_binary_integer(dtype):
    x, y = sample((24,), dtype), sample((24,), dtype, seed=1)
    names = "add div max min mul rem sub equal less not_equal greater_equal".split()
    check(lambda x, y: {name: BINARY[name](x, y) for name in names}, x, jnp.where(y == 0, 1, y))
    check(lambda x, y: (x & y, x | y, x ^ y), x, y)
    shift = np.arange(24).astype(dtype) % 9
    check(
        lambda x, s: (lax.shift_left(x, s), lax.shift_right_logical(x, s), lax.shift_right_arithmetic(x, s)), x, shift
    )


@pytest.mark.parametrize("dtype", ("int8", "int32", "uint16", "int64"))
def test_integer_corners(dtype):
    info = np.iinfo(dtype)
    x = np.array([info.min, info.max, 0, 1, info.max - 1], dtype)
    check(lambda x: (x + x, x * x, -x, abs(x), lax.div(x, jnp.zeros_like(x)), lax.rem(x, jnp.zeros_like(x))), x)
    if info.min < 0:
        check(lambda x: (lax.div(x, -jnp.ones_like(x)), lax.rem(x, -jnp.ones_like(x))), x)


@pytest.mark.parametrize("dtype", FLOATS)
def test_float_corners(dtype):
    x = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0], jax.dtypes.canonicalize_dtype(dtype))

    def f(x):
        y = x[:, None]
        return x + y, x * y, x / y, jnp.maximum(x, y), jnp.minimum(x, y), x < y, x == y, x != y, lax.sign(x), jnp.fmod(x, y)

    check(f, x)
    check(lambda x: (jnp.exp(x), jnp.tanh(x), jnp.sqrt(x), jnp.cos(x), jnp.round(x), jnp.isnan(x)), x)


def test_logic():
    p, q = sample((16,), "bool"), sample((16,), "bool", seed=1)
    check(lambda p, q: (p & q, p | q, p ^ q, ~p, p == q, jnp.where(p, 1.5, 2.5), p.astype(jnp.float32)), p, q)


def test_select_and_clamp():
    x = sample((4, 5), "float32")
    check(lambda x: (jnp.clip(x, -1, 1), jnp.where(x > 0, x, -x), lax.clamp(jnp.float32(-1), x, jnp.float32(1))), x)


@pytest.mark.parametrize("source", FLOATS + ("bool", "int8", "uint32", "int64", "complex64"))
def test_convert(source):
    x = sample((12,), source, low=0, high=100)
    targets = FLOATS + INTEGERS + COMPLEX + ("bool",)
    if source == "complex64":
        targets = COMPLEX
    check(lambda x: {target: x.astype(target) for target in targets}, x)


@pytest.mark.parametrize("dtype", SMALL_FLOATS)
def test_small_floats(dtype):
    x = np.linspace(0.25 if dtype == "float8_e8m0fnu" else -20, 20, 41, dtype=np.float32)
    check(lambda x: x.astype(dtype).astype(jnp.float32), x)
    y = np.asarray(x, jax.dtypes.canonicalize_dtype(dtype))
    check(lambda y: y.astype(jnp.float32) * 2, y)


@pytest.mark.parametrize("dtype", SMALL_INTEGERS)
def test_small_integers(dtype):
    x = sample((10,), dtype)
    check(lambda x: (x.astype(jnp.int32) + 1, (x + x).astype(jnp.int32), x.astype(jnp.float32)), x)


@pytest.mark.parametrize("dtype", COMPLEX)
def test_complex_infinities(dtype):
    parts = (-np.inf, -1.0, -0.0, 0.0, 1.0, np.inf, np.nan)
    x = np.array([complex(real, imaginary) for real in parts for imaginary in parts], dtype)
    check(lambda x: dict(exp=jnp.exp(x), expm1=jnp.expm1(x), tan=jnp.tan(x), tanh=jnp.tanh(x), log=jnp.log(x)), x)
    check(lambda x: dict(sin=jnp.sin(x), cos=jnp.cos(x), sqrt=jnp.sqrt(x), log1p=jnp.log1p(x)), x)
    check(lambda x: dict(sinh=jnp.sinh(x), cosh=jnp.cosh(x)), x)


def test_bitcast():
    x = sample((4, 8), "float32")
    check(lambda x: lax.bitcast_convert_type(x, jnp.uint32), x)
    check(lambda x: lax.bitcast_convert_type(x, jnp.uint8), x)
    check(lambda x: lax.bitcast_convert_type(x.reshape(4, 4, 2), jnp.float64), x)


def test_precision():
    x = sample((32,), "float32", high=100)
    check(lambda x: lax.reduce_precision(x, 5, 10), x)
