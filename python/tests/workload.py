# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs whose results could depend on who computes which part: large enough to be divided among threads, and inexact, or
full of ties, so that another order shows.

    for name, (function, arguments) in programs().items():
        result = jax.jit(function)(*arguments)
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

Program = tuple[Callable[..., Any], tuple[np.ndarray, ...]]


def numbers(*shape: int, dtype: Any = np.float32, seed: int = 0) -> np.ndarray:
    """Of very different sizes, so that every order of a sum gives another one."""
    random = np.random.default_rng(seed)
    return (random.normal(size=shape) * 10 ** random.uniform(-3, 3, shape)).astype(dtype)


def ties(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    return np.random.default_rng(1).integers(-9, 9, shape).astype(dtype)


def places(count: int, limit: int) -> np.ndarray:
    return np.random.default_rng(2).integers(0, limit, count).astype(np.int32)


def reductions() -> dict[str, Program]:
    long, wide = numbers(3_000_001), numbers(517, 4099)
    holes = np.where(ties(517, 4099) > 6, np.nan, wide)
    return {
        "sum": (jnp.sum, (long,)),
        "sum_f64": (jnp.sum, (long.astype(np.float64),)),
        "sum_bf16": (lambda x: jnp.sum(x.astype(jnp.bfloat16)), (long,)),
        "sum_complex": (lambda x: jnp.sum(lax.complex(x, -x[::-1])), (long,)),
        "rows": (lambda x: x.sum(1), (wide,)),
        "columns": (lambda x: x.sum(0), (wide,)),
        "inner": (lambda x: x.sum(1), (wide[:, :4096].reshape(517, 64, 64),)),
        "variance": (jnp.var, (long,)),
        "norms": (lambda x: jnp.linalg.norm(x, axis=0), (wide,)),
        "logsumexp": (lambda x: jax.nn.logsumexp(x, axis=-1), (wide,)),
        "softmax": (jax.nn.softmax, (wide,)),
        "extremes": (lambda x: (x.max(0), x.min(1), jnp.argmax(x, 0), jnp.argmin(x, 1)), (ties(517, 4099),)),
        "extremes_with_nan": (lambda x: (x.max(0), jnp.argmax(x, 0), jnp.argmin(x)), (holes,)),
        "products": (lambda x: jnp.prod(1 + x * 1e-6, 1), (wide,)),
        "windows": (lambda x: lax.reduce_window(x, 0.0, lax.add, (5, 7), (2, 3), "SAME"), (wide,)),
        "composition": (
            lambda a, b: lax.reduce((a, b), (np.float32(1), np.float32(0)), lambda f, g: (f[0] * g[0], f[1] * g[0] + g[1]), (0,)),
            (numbers(100_003) * 1e-4 + 1, numbers(100_003)),
        ),
    }


def products() -> dict[str, Program]:
    return {
        "matmul": (jnp.matmul, (numbers(331, 257), numbers(257, 401))),
        "long_dot": (jnp.dot, (numbers(2_000_003), numbers(2_000_003, seed=3))),
        "long_contraction": (lambda x, y: x.T @ y, (numbers(200_001, 5), numbers(200_001, 3, seed=3))),
        "vector": (jnp.dot, (numbers(2049), numbers(2049, 1025))),
        "bf16": (
            lambda x, y: jnp.matmul(x.astype(jnp.bfloat16), y.astype(jnp.bfloat16)),
            (numbers(130, 1000), numbers(1000, 70)),
        ),
        "batched": (lambda x, y: jnp.einsum("bij,bjk->bik", x, y), (numbers(9, 63, 65), numbers(9, 65, 31))),
        "einsum": (lambda x, y: jnp.einsum("abc,cbd->ad", x, y), (numbers(40, 30, 50), numbers(50, 30, 20))),
        "convolution": (
            lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "SAME"),
            (numbers(4, 16, 33, 35), numbers(24, 16, 3, 3)),
        ),
        "fourier": (lambda x: jnp.abs(jnp.fft.fft(x)), (numbers(64, 1000),)),
    }


def scans_and_orders() -> dict[str, Program]:
    long, wide = numbers(1_000_003), numbers(257, 2049)
    tied = ties(200_001)
    return {
        "cumsum": (jnp.cumsum, (long,)),
        "cumsum_rows": (lambda x: jnp.cumsum(x, 1), (wide,)),
        "cumsum_columns": (lambda x: jnp.cumsum(x, 0), (wide,)),
        "cumlogsumexp": (lambda x: lax.cumlogsumexp(x, 1), (wide,)),
        "associative_scan": (lambda x: lax.associative_scan(lambda a, b: a * 0.5 + b, x), (long[:50_001],)),
        "scan": (lambda c, x: lax.scan(lambda c, x: (jnp.tanh(c * 0.9 + x), c.sum()), c, x), (numbers(999), numbers(50, 999))),
        "sort": (jnp.sort, (long,)),
        "argsort_with_ties": (jnp.argsort, (tied,)),
        "sort_by_two_keys": (
            lambda x, y: lax.sort((x, y, jnp.arange(x.size)), num_keys=2, is_stable=True),
            (tied, ties(200_001, dtype=np.int32)),
        ),
        "top_k": (lambda x: lax.top_k(x, 100), (ties(64, 5000),)),
        "unique": (lambda x: jnp.unique(x, size=20, return_counts=True), (tied,)),
    }


def updates() -> dict[str, Program]:
    where = places(300_000, 1000)
    values = numbers(300_000)
    return {
        "scatter_add": (lambda x, i, v: x.at[i].add(v), (numbers(1000), where, values)),
        "scatter_add_rows": (lambda x, i, v: x.at[i].add(v), (numbers(1000, 32), places(9000, 1000), numbers(9000, 32))),
        "scatter_mul": (lambda x, i, v: x.at[i].multiply(1 + v * 1e-6), (numbers(1000), where, values)),
        "scatter_set": (lambda x, i, v: x.at[i].set(v), (numbers(1000), where, values)),
        "scatter_max": (lambda x, i, v: x.at[i].max(v), (numbers(1000), where, values)),
        "segment_sum": (lambda v, i: jax.ops.segment_sum(v, i, num_segments=1000), (values, where)),
        "histogram": (lambda x: jnp.histogram(x, bins=50)[0], (values,)),
        "gather": (lambda x, i: jnp.exp(-jnp.abs(x[i])), (numbers(1000, 16), where)),
        "pooling_gradient": (
            jax.grad(lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3), (1, 2, 2), "SAME").sum()),
            (ties(3, 129, 131),),
        ),
        "random": (lambda seed: jax.random.normal(jax.random.key(seed[0]), (400, 501)), (np.array([7], np.int32),)),
    }


def training_steps() -> dict[str, Program]:
    def perceptron(x, y, *weights):
        def loss(weights):
            h = x
            for w in weights[:-1]:
                h = jax.nn.gelu(h @ w)
                h = (h - h.mean(-1, keepdims=True)) / jnp.sqrt(h.var(-1, keepdims=True) + 1e-5)
            logits = jax.nn.log_softmax(h @ weights[-1])
            return -jnp.take_along_axis(logits, y[:, None], 1).mean()

        def step(state, _):
            weights, moments = state
            value, gradients = jax.value_and_grad(loss)(weights)
            moments = [0.9 * m + 0.1 * g for m, g in zip(moments, gradients)]
            return ([w - 0.1 * m for w, m in zip(weights, moments)], moments), value

        weights = [w * 1e-3 for w in weights]
        return lax.scan(step, (weights, [jnp.zeros_like(w) for w in weights]), None, length=5)

    def attention(q, k, v):
        def loss(q, k, v):
            scores = jnp.einsum("hqd,hkd->hqk", q, k) * 1e-4
            scores = jnp.where(jnp.tril(jnp.ones(scores.shape[1:], bool)), scores, -1e9)
            return jnp.sum((jax.nn.softmax(scores) @ v) ** 2)

        return jax.value_and_grad(loss, (0, 1, 2))(q, k, v)

    def convolutional(x, w1, w2):
        def loss(w1, w2):
            h = jax.nn.relu(lax.conv_general_dilated(x, w1, (1, 1), "SAME"))
            h = lax.reduce_window(h, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
            return jnp.mean(lax.conv_general_dilated(h, w2, (1, 1), "SAME") ** 2)

        return jax.value_and_grad(loss, (0, 1))(w1, w2)

    head = tuple(numbers(4, 129, 32, seed=seed) for seed in range(3))
    weights = (numbers(100, 200), numbers(200, 150), numbers(150, 10))
    return {
        "train_perceptron": (perceptron, (numbers(257, 100), places(257, 10), *weights)),
        "train_attention": (attention, head),
        "train_convolutional": (convolutional, (numbers(4, 3, 32, 32), numbers(8, 3, 3, 3), numbers(8, 8, 3, 3))),
    }


def programs() -> dict[str, Program]:
    return {**reductions(), **products(), **scans_and_orders(), **updates(), **training_steps()}
