# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops over arrays: stencils, loops in loops, buffers updated in place, recurrences, dynamic programming."""

import functools

import jax
import jax.numpy as jnp
from jax import lax

from .cases import Family, integers, named, normal, uniform

loops = Family("loops")


def repeat(count, body):
    """A program that applies a body `count` times."""
    return lambda state, *rest: lax.fori_loop(0, count, lambda i, s: body(s, *rest), state)


# Stencils, written with rolls, slices, pads, and as convolutions.


def heat_roll(x):
    return x + 0.1 * (jnp.roll(x, 1, 0) + jnp.roll(x, -1, 0) + jnp.roll(x, 1, 1) + jnp.roll(x, -1, 1) - 4 * x)


def heat_slice(x):
    inside = x[1:-1, 1:-1]
    return x.at[1:-1, 1:-1].set(inside + 0.1 * (x[2:, 1:-1] + x[:-2, 1:-1] + x[1:-1, 2:] + x[1:-1, :-2] - 4 * inside))


def heat_pad(x):
    p = jnp.pad(x, 1)
    return x + 0.1 * (p[2:, 1:-1] + p[:-2, 1:-1] + p[1:-1, 2:] + p[1:-1, :-2] - 4 * x)


def heat_edge(x):
    p = jnp.pad(x, 1, mode="edge")
    return x + 0.1 * (p[2:, 1:-1] + p[:-2, 1:-1] + p[1:-1, 2:] + p[1:-1, :-2] - 4 * x)


def heat_concatenate(x):
    up, down = jnp.concatenate([x[1:], x[:1]]), jnp.concatenate([x[-1:], x[:-1]])
    return x + 0.1 * (up + down - 2 * x)


def heat_convolution(x):
    kernel = jnp.array([[0, 0.1, 0], [0.1, 0.6, 0.1], [0, 0.1, 0]], x.dtype)
    return jax.scipy.signal.convolve2d(x, kernel, mode="same")


for body in (heat_roll, heat_slice, heat_pad, heat_edge, heat_concatenate, heat_convolution):
    loops.add(f"{body.__name__}_128x128_50", repeat(50, body), normal(128, 128))
for n, count in ((16, 500), (61, 100), (512, 5)):
    loops.add(f"heat_roll_{n}x{n}_{count}", repeat(count, heat_roll), normal(n, n))
    loops.add(f"heat_slice_{n}x{n}_{count}", repeat(count, heat_slice), normal(n, n))
loops.add("heat_roll_f64_128x128_50", repeat(50, heat_roll), normal(128, 128, dtype="float64"))
loops.add("heat_roll_bf16_128x128_20", repeat(20, heat_roll), normal(128, 128, dtype="bfloat16"))
loops.add(
    "heat_3d_roll_24_20",
    repeat(20, lambda x: x + 0.1 * (sum(jnp.roll(x, s, a) for a in range(3) for s in (1, -1)) - 6 * x)), normal(24, 24, 24),
)  # fmt: skip
loops.add("line_roll_10000_100", repeat(100, lambda x: x - 0.2 * (x - jnp.roll(x, 1))), normal(10000))
loops.add("line_slices_1000_200", repeat(200, lambda x: x.at[1:-1].add(0.2 * (x[2:] - 2 * x[1:-1] + x[:-2]))), normal(1000))


@loops.case(normal(100, 100), normal(100, 100))
def wave_equation(now, before):
    def step(state, _):
        now, before = state
        around = jnp.roll(now, 1, 0) + jnp.roll(now, -1, 0) + jnp.roll(now, 1, 1) + jnp.roll(now, -1, 1)
        return (2 * now - before + 0.2 * (around - 4 * now), now), jnp.sum(now * now)

    return lax.scan(step, (now, before), None, length=60)


@loops.case(uniform(80, 80), uniform(80, 80))
def reaction_diffusion(u, v):
    def laplacian(x):
        return sum(jnp.roll(x, s, a) for a in (0, 1) for s in (1, -1)) - 4 * x

    def step(i, state):
        u, v = state
        reaction = u * v * v
        return u + 0.16 * laplacian(u) - reaction + 0.03 * (1 - u), v + 0.08 * laplacian(v) + reaction - 0.09 * v

    return lax.fori_loop(0, 50, step, (u, v))


@loops.case(integers(128, 128, high=2))
def life(board):
    def step(i, board):
        around = sum(jnp.roll(board, (a, b), (0, 1)) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0))
        return ((around == 3) | ((board == 1) & (around == 2))).astype(board.dtype)

    return lax.fori_loop(0, 30, step, board)


@loops.case(normal(64, 64), uniform(64, 64))
def jacobi_until_small(x, source):
    def body(state):
        x, _, count = state
        new = 0.25 * (jnp.roll(x, 1, 0) + jnp.roll(x, -1, 0) + jnp.roll(x, 1, 1) + jnp.roll(x, -1, 1) - 0.01 * source)
        return new, jnp.max(jnp.abs(new - x)), count + 1

    return lax.while_loop(lambda s: (s[1] > 1e-6) & (s[2] < 200), body, (x, jnp.float32(1), 0))[0]


# Loops in loops.


@loops.case(normal(64, 32))
def loop_in_loop(x):
    def inner(j, x):
        return jnp.sin(x) + 0.1 * x

    return lax.fori_loop(0, 20, lambda i, x: lax.fori_loop(0, 10, inner, x) * 0.99, x)


@loops.case(normal(40, 40))
def loops_over_elements(x):
    def row(i, x):
        def column(j, x):
            return x.at[i, j].set(0.5 * (x[i - 1, j] + x[i, j - 1]))

        return lax.fori_loop(1, 40, column, x)

    return lax.fori_loop(1, 40, row, x)


@loops.case(normal(48, 48))
def elimination(a):
    a = a + 10 * jnp.eye(48)

    def step(k, a):
        factor = jnp.where(jnp.arange(48) > k, a[:, k] / a[k, k], 0.0)
        return a - factor[:, None] * a[k]

    return lax.fori_loop(0, 47, step, a)


@loops.case(uniform(60, 60))
def shortest_paths(distance):
    return lax.fori_loop(0, 60, lambda k, d: jnp.minimum(d, d[:, k, None] + d[None, k, :]), distance)


@loops.case(normal(64, 64))
def power_iteration_in_scan(a):
    a = a @ a.T

    def one(a, _):
        v = lax.fori_loop(0, 20, lambda i, v: (w := a @ v) / jnp.linalg.norm(w), jnp.ones(64) / 8)
        value = v @ a @ v
        return a - value * jnp.outer(v, v), value

    return lax.scan(one, a, None, length=5)[1]


# Buffers updated in place.


@loops.case(normal(2000, 64))
def rows_written_in_turn(x):
    return lax.fori_loop(0, 2000, lambda i, b: b.at[i].set(jnp.tanh(x[i]) + 1), jnp.zeros_like(x))


@loops.case(normal(100000))
def elements_written_in_turn(x):
    return lax.fori_loop(1, 2000, lambda i, b: b.at[i].set(0.9 * b[i - 1] + b[i]), x)


@loops.case(normal(300, 16), normal(512, 16))
def ring_buffer(xs, buffer):
    def step(buffer, x):
        i, x = x
        buffer = lax.dynamic_update_slice(buffer, x[None], (i % 512, 0))
        return buffer, buffer.sum(0)

    return lax.scan(step, buffer, (jnp.arange(300), xs))


@loops.case(normal(64, 256, 64), normal(64, 64, scale=0.1), normal(64))
def cache_of_keys(cache, weights, x):
    def step(state, i):
        cache, x = state
        x = jnp.tanh(weights @ x)
        cache = lax.dynamic_update_slice(cache, jnp.broadcast_to(x, (64, 1, 64)), (0, i, 0))
        return (cache, x), cache[:, 0, 0].sum()

    return lax.scan(step, (cache, x), jnp.arange(100))


@loops.case(integers(5000, high=256))
def histogram_in_turn(values):
    return lax.fori_loop(0, 5000, lambda i, h: h.at[values[i]].add(1), jnp.zeros(256, jnp.int32))


@loops.case(uniform(3000))
def sieve(x):
    marks = jnp.ones(3000, bool) & (x < 2)

    def step(i, marks):
        multiples = (jnp.arange(3000) % i == 0) & (jnp.arange(3000) > i)
        return jnp.where(marks[i], marks & ~multiples, marks)

    return lax.fori_loop(2, 55, step, marks)


@loops.case(normal(200))
def bubble_sort(x):
    def step(i, x):
        a, b = x[i % 199], x[i % 199 + 1]
        return x.at[i % 199].set(jnp.minimum(a, b)).at[i % 199 + 1].set(jnp.maximum(a, b))

    return lax.fori_loop(0, 4000, step, x)


# Recurrences.


@loops.case(normal(100, 16, 32), normal(32, 64, scale=0.2), normal(64, 64, scale=0.1))
def recurrent(xs, wide, square):
    def step(h, x):
        h = jnp.tanh(x @ wide + h @ square)
        return h, h

    return lax.scan(step, jnp.zeros((16, 64)), xs)[1]


def lstm(xs, wide, square, bias):
    def step(state, x):
        h, c = state
        i, f, g, o = jnp.split(x @ wide + h @ square + bias, 4, -1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    zeros = jnp.zeros((xs.shape[1], square.shape[0]), xs.dtype)
    return lax.scan(step, (zeros, zeros), xs)[1]


for batch, width in ((1, 32), (16, 64), (32, 128)):
    square = normal(width, 4 * width, scale=0.1)
    arguments = normal(40, batch, width), square, square, normal(4 * width)
    loops.add(named("lstm", (40, batch, width)), lstm, *arguments)
    loops.add(
        named("lstm_gradient", (40, batch, width)), jax.grad(lambda *a: jnp.sum(jnp.square(lstm(*a))), argnums=(1, 2, 3)),
        *arguments,
    )  # fmt: skip


@loops.case(uniform(1000, 64), normal(1000, 64))
def linear_recurrence(a, b):
    return lax.scan(lambda h, ab: (h := ab[0] * h + ab[1], h), jnp.zeros(64), (a, b))[1]


@loops.case(uniform(200, 8, 64, low=0.8), normal(200, 8, 64), normal(200, 16), normal(200, 16))
def state_space(a, x, b, c):
    def step(h, inputs):
        a, x, b, c = inputs
        h = a[..., None] * h + x[..., None] * b
        return h, h @ c

    return lax.scan(step, jnp.zeros((8, 64, 16)), (a, x, b, c))[1]


@loops.case(normal(5000))
def exponential_average(x):
    return lax.scan(lambda m, x: (m := 0.99 * m + 0.01 * x, m), jnp.float32(0), x)[1]


@loops.case(normal(2000))
def second_order_filter(x):
    def step(state, x):
        y1, y2 = state
        y = 0.1 * x + 1.6 * y1 - 0.7 * y2
        return (y, y1), y

    return lax.scan(step, (jnp.float32(0), jnp.float32(0)), x)[1]


# Dynamic programming.


@loops.case(integers(200, high=20), integers(250, high=20))
def edit_distance(a, b):
    def row(before, ai):
        i, letter = ai

        def column(left, inputs):
            up, diagonal, other = inputs
            new = jnp.minimum(jnp.minimum(up, left) + 1, diagonal + (letter != other))
            return new, new

        _, rest = lax.scan(column, i, (before[1:], before[:-1], b))
        return jnp.concatenate([i[None], rest]), None

    return lax.scan(row, jnp.arange(251), (jnp.arange(1, 201), a))[0][-1]


@loops.case(integers(60, low=1, high=50), uniform(60))
def knapsack(weights, values):
    def item(best, item):
        weight, value = item
        with_it = jnp.where(jnp.arange(1000) >= weight, jnp.roll(best, weight) + value, -1.0)
        return jnp.maximum(best, with_it), None

    return lax.scan(item, jnp.zeros(1000), (weights, values))[0]


@loops.case(normal(100, 50), normal(50, 50))
def viterbi_scores(emissions, transitions):
    def step(score, emission):
        total = score[:, None] + transitions
        return total.max(0) + emission, total.argmax(0)

    score, back = lax.scan(step, emissions[0], emissions[1:])
    return lax.scan(lambda s, b: (b[s], s), score.argmax(), back, reverse=True)[1]


@loops.case(normal(120, 120))
def time_warping(cost):
    def row(before, cost):
        best = jnp.minimum(before, jnp.concatenate([jnp.full(1, jnp.inf), before[:-1]]))
        _, new = lax.scan(lambda left, bc: (v := jnp.minimum(left, bc[0]) + bc[1], v), jnp.float32(jnp.inf), (best, cost))
        return new, None

    return lax.scan(row, jnp.cumsum(cost[0] ** 2), cost[1:] ** 2)[0]


# Scans over layers, and small loops of scalars.


def layers(x, weights, biases):
    return lax.scan(lambda x, wb: (x + jax.nn.gelu(x @ wb[0] + wb[1]), None), x, (weights, biases))[0]


for rows in (1, 64):
    arguments = normal(rows, 128), normal(12, 128, 128, scale=0.05), normal(12, 128)
    loops.add(f"layers_{rows}x128_12", layers, *arguments)
    loops.add(
        f"layers_gradient_{rows}x128_12", jax.grad(lambda *a: jnp.sum(jnp.square(layers(*a))), argnums=(1, 2)), *arguments
    )
loops.add(
    "layers_rematerialised_gradient_64x128_12",
    jax.grad(lambda *a: jnp.sum(jnp.square(jax.checkpoint(layers)(*a))), argnums=(1, 2)), *arguments,
)  # fmt: skip


@loops.case(normal(3))
def lorenz(state):
    def field(s):
        return jnp.stack([10 * (s[1] - s[0]), s[0] * (28 - s[2]) - s[1], s[0] * s[1] - 8 / 3 * s[2]])

    def step(i, s):
        k1 = field(s)
        k2 = field(s + 5e-4 * k1)
        return s + 1e-3 * k2

    return lax.fori_loop(0, 1000, step, state)


@loops.case(uniform(8))
def collatz_lengths(x):
    def length(n):
        def step(state):
            n, count = state
            return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), count + 1

        return lax.while_loop(lambda s: s[0] > 1, step, (n, 0))[1]

    return jax.vmap(length)((x * 10000).astype(jnp.int32) + 1)


@loops.case(uniform(100, 100, low=-2, high=1), uniform(100, 100, low=-1.5, high=1.5))
def mandelbrot(real, imaginary):
    c = real + 1j * imaginary

    def step(i, state):
        z, count = state
        z = jnp.where(jnp.abs(z) < 4, z * z + c, z)
        return z, count + (jnp.abs(z) < 4)

    return lax.fori_loop(0, 40, step, (c, jnp.zeros(c.shape, jnp.int32)))[1]


@loops.case(normal(64, 64), integers(50, high=4))
def branch_in_loop(x, which):
    branches = (jnp.sin, jnp.cos, lambda x: x * 0.5, lambda x: jnp.roll(x, 1))
    return lax.scan(lambda x, w: (lax.switch(w, branches, x), None), x, which)[0]


loops.add("map_of_rows_500x200", functools.partial(lax.map, lambda r: jnp.cumsum(r)[-1] / (1 + r @ r)), normal(500, 200))
