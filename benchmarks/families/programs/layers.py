# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the networks of several programs are made of."""

import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ..cases import Input, integers, normal


def weights(*shape, lead=()):
    """Scaled so that what comes out is about as large as what goes in; `lead` are dimensions of a stack of layers."""
    return normal(*lead, *shape, scale=math.prod(shape[:-1]) ** -0.5)


def descend(loss, rate=1e-2):
    """A step of gradient descent on the first argument of a loss."""

    def step(parameters, *data):
        value, gradient = jax.value_and_grad(loss)(parameters, *data)
        return value, jax.tree.map(lambda p, g: (p - rate * g).astype(p.dtype), parameters, gradient)

    return step


def adam(loss, rate=1e-3):
    """A step of Adam; the first argument is (parameters, first moments, second moments, count)."""

    def step(state, *data):
        parameters, first, second, count = state
        value, gradient = jax.value_and_grad(loss)(parameters, *data)
        count = count + 1
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradient)
        rescale = rate * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
        parameters = jax.tree.map(lambda p, m, v: p - rescale * m / (jnp.sqrt(v) + 1e-8), parameters, first, second)
        return value, (parameters, first, second, count)

    return step


def adam_state(parameters):
    """After some steps: moments are there."""
    square = lambda p: Input(lambda random: np.square(p.make(random)))  # noqa: E731
    squares = jax.tree.map(square, parameters, is_leaf=lambda p: isinstance(p, Input))
    return parameters, parameters, squares, integers(low=1, high=9)


def layer_norm(x, scale, offset):
    mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + offset


def rms_norm(x, scale):
    return x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * scale


def batch_norm(x, scale, offset):
    axes = tuple(range(x.ndim - 1))
    return (x - x.mean(axes)) * lax.rsqrt(x.var(axes) + 1e-5) * scale + offset


def cross_entropy(logits, labels):
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), labels[..., None], -1).mean()


def convolve(x, kernel, stride=1, groups=1):
    return lax.conv_general_dilated(
        x, kernel, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=groups
    )


def upsample(x):
    return jnp.repeat(jnp.repeat(x, 2, 1), 2, 2)


def dense(x, layer):
    return x @ layer["w"] + layer["b"]


def dense_weights(m, n):
    return {"w": weights(m, n), "b": normal(n, scale=0.1)}


def perceptron(x, layers, activation=jax.nn.relu):
    for layer in layers[:-1]:
        x = activation(dense(x, layer))
    return dense(x, layers[-1])


def perceptron_weights(*widths):
    return [dense_weights(m, n) for m, n in zip(widths, widths[1:])]


def attend(q, k, v, mask=None):
    """Attention of (batch, time, heads, width)."""
    scores = jnp.einsum("bihd,bjhd->bhij", q, k) * q.shape[-1] ** -0.5
    if mask is not None:
        scores = jnp.where(mask, scores, -1e9)
    return jnp.einsum("bhij,bjhd->bihd", jax.nn.softmax(scores), v)


def block(p, x, mask=None, heads=4):
    """A layer of a transformer, normalised before its parts."""
    b, t, d = x.shape
    q, k, v = jnp.split(layer_norm(x, p["n1"], p["o1"]) @ p["qkv"], 3, -1)
    q, k, v = (y.reshape(b, t, heads, d // heads) for y in (q, k, v))
    x = x + attend(q, k, v, mask).reshape(b, t, d) @ p["out"]
    return x + jax.nn.gelu(layer_norm(x, p["n2"], p["o2"]) @ p["up"]) @ p["down"]


def block_weights(d, lead=()):
    norms = {name: normal(*lead, d) for name in ("n1", "o1", "n2", "o2")}
    shapes = {"qkv": (d, 3 * d), "out": (d, d), "up": (d, 4 * d), "down": (4 * d, d)}
    return norms | {name: weights(*shape, lead=lead) for name, shape in shapes.items()}
