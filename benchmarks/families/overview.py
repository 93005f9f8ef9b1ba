# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One program of most kinds: the table of docs/performance.md."""

import math

import jax
import jax.numpy as jnp

from .cases import Family, normal

overview = Family("overview")


@overview.case(normal(384, 320), normal(320, 448))
def product(x, y):
    return x @ y


@overview.case(normal(1536), normal(1536, 1280))
def vector_times_matrix(x, y):
    return x @ y


@overview.case(normal(96, 48, 64), normal(96, 64, 40))
def batched_product(x, y):
    return jnp.einsum("bij,bjk->bik", x, y)


@overview.case(normal(700, 900))
def softmax(x):
    return jax.nn.softmax(x, axis=-1)


@overview.case(normal(512, 768), normal(768), normal(768))
def layer_norm_gradient(x, scale, offset):
    def loss(x, scale, offset):
        centered = x - x.mean(-1, keepdims=True)
        normal = centered * jax.lax.rsqrt((centered * centered).mean(-1, keepdims=True) + 1e-5)
        return jnp.sum(jnp.tanh(normal * scale + offset))

    return jax.grad(loss, argnums=(0, 1, 2))(x, scale, offset)


@overview.case(normal(900, 1100))
def sum_of_columns(x):
    return x.sum(0)


@overview.case(normal(900, 1100))
def turned(x):
    return x.T + 1


@overview.case(normal(640, 500))
def running_sum(x):
    return jnp.cumsum(x, axis=1)


@overview.case(normal(200, 300))
def sorted_rows(x):
    return jnp.sort(x, axis=1)


@overview.case(normal(4, 24, 30, 16), normal(3, 3, 16, 32))
def convolution(x, kernel):
    return jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


@overview.case(normal(2, 4, 160, 48), normal(2, 4, 160, 48), normal(2, 4, 160, 48))
def attention(q, k, v):
    weights = jax.nn.softmax(jnp.einsum("bhid,bhjd->bhij", q, k) / math.sqrt(q.shape[-1]))
    return jnp.einsum("bhij,bhjd->bhid", weights, v)


@overview.case(normal(3000, 48), normal(5000))
def gathered_rows(table, numbers):
    return table[jnp.abs(numbers * 700).astype(jnp.int32) % table.shape[0]]


@overview.case(normal(8))
def loop_of_scalars(x):
    return jax.lax.fori_loop(0, 700, lambda i, y: jnp.sin(y) + 0.1 * y, x)


@overview.case(normal(80, 16, 24), normal(24, 40), normal(40, 40))
def recurrent_network(inputs, wide, square):
    def step(state, x):
        state = jnp.tanh(x @ wide * 0.2 + state @ square * 0.1)
        return state, state.sum()

    return jax.lax.scan(step, jnp.zeros((inputs.shape[1], square.shape[0]), inputs.dtype), inputs)


@overview.case(normal(500, 600))
def random_numbers(x):
    key = jax.random.key(jnp.abs(x[0, 0] * 100).astype(jnp.int32))
    return jax.random.normal(key, x.shape) + x
