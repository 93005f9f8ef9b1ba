# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Short programs of many trades: tables and text, sparse matrices, geometry, images, control, recursions."""

import jax
import jax.numpy as jnp
from jax import lax

from ..cases import (
    Family, ascending, booleans, integers, key, normal, permutation, positive_definite, uniform, well_conditioned,
)  # fmt: skip

everyday = Family("everyday")

# Tables and text


@everyday.case(normal(20000, 8), integers(20000, high=300))
def group_means_and_deviations(values, group):
    count = jax.ops.segment_sum(jnp.ones(20000), group, 300)[:, None]
    mean = jax.ops.segment_sum(values, group, 300) / count
    return mean, jnp.sqrt(jax.ops.segment_sum(jnp.square(values - mean[group]), group, 300) / count)


@everyday.case(integers(4000, 24, low=97, high=123, dtype="uint8"))
def hashed_trigrams(text):
    """Counts of three letters in a row, of each line, by hash."""
    t = text.astype(jnp.uint32)
    h = (t[:, :-2] * 31 + t[:, 1:-1]) * 31 + t[:, 2:]
    h = (h ^ (h >> 13)) * jnp.uint32(0x5BD1E995) % 64
    return jax.vmap(lambda row: jnp.zeros(64, jnp.int32).at[row].add(1))(h)


@everyday.case(integers(64, low=0, high=26), integers(80, low=0, high=26))
def edit_distance(a, b):
    def row(before, letter):
        change = jnp.minimum(before[1:] + 1, before[:-1] + (b != letter))
        first = before[0] + 1

        def along(left, best):
            new = jnp.minimum(best, left + 1)
            return new, new

        return jnp.concatenate([first[None], lax.scan(along, first, change)[1]]), None

    return lax.scan(row, jnp.arange(81), a)[0][-1]


@everyday.case(ascending(uniform(5000)), normal(5000), uniform(20000))
def interpolated_table(x, y, at):
    return jnp.interp(at, x, y)


@everyday.case(normal(3000, 40), uniform(3000))
def weighted_quantiles(x, w):
    order = jnp.argsort(x, 0)
    share = jnp.cumsum(w[order], 0)
    place = jnp.argmax(share >= 0.5 * share[-1], 0)
    return jnp.take_along_axis(x, jnp.take_along_axis(order, place[None], 0), 0)


@everyday.case(normal(2000, 30))
def moving_correlations(x):
    """Of neighbouring columns, over windows of fifty rows."""
    total = lambda v: jnp.cumsum(v, 0)[50:] - jnp.cumsum(v, 0)[:-50]  # noqa: E731
    a, b = x[:, :-1], x[:, 1:]
    cov = total(a * b) - total(a) * total(b) / 50
    return cov / jnp.sqrt((total(a * a) - total(a) ** 2 / 50) * (total(b * b) - total(b) ** 2 / 50))


@everyday.case(booleans(1000, 64), booleans(200, 64))
def nearest_by_hamming(a, b):
    far = jnp.sum(a[:, None] != b, -1)
    return jnp.argmin(far, 1), jnp.min(far, 1)


# Sparse matrices


@everyday.case(normal(30000), ascending(integers(30000, high=2000)), integers(30000, high=2000), normal(2000))
def sparse_times_vector(values, row, column, x):
    return jax.ops.segment_sum(values * x[column], row, 2000, indices_are_sorted=True)


@everyday.case(normal(8000), integers(8000, high=500), integers(8000, high=500), normal(500, 16))
def sparse_times_matrix(values, row, column, x):
    return jnp.zeros((500, 16)).at[row].add(values[:, None] * x[column])


@everyday.case(normal(1000, 12), integers(1000, 12, high=1000), normal(1000))
def jacobi_by_rows(values, column, b):
    """Rows of twelve entries each."""
    step = lambda i, x: (b - jnp.sum(values * x[column], 1)) / 60  # noqa: E731
    return lax.fori_loop(0, 20, step, jnp.zeros(1000))


@everyday.case(uniform(300, 300), integers(300, high=10))
def shortest_paths(w, _):
    """Floyd and Warshall's."""
    return lax.fori_loop(0, 60, lambda k, d: jnp.minimum(d, d[:, k, None] + d[k]), w)


@everyday.case(booleans(400, 400, share=0.01))
def triangles_of_a_graph(a):
    a = (a | a.T).astype(jnp.float32)
    return jnp.sum((a @ a) * a) / 6


# Geometry


@everyday.case(integers(1500, 4, high=1500), uniform(8, 1500))
def independent_sets(near, weights):
    """Of neighbours the heaviest is chosen, round after round, and those beside it are out."""

    def step(state, weight):
        free, chosen = state
        weight = jnp.where(free, weight, -1)
        best = jnp.full_like(weight, -1).at[near].max(weight[:, None])
        best = jnp.maximum(best, weight[near].max(1))
        winner = free & (weight > best)
        beside = jnp.zeros_like(winner).at[near].max(winner[:, None]) | winner[near].any(1)
        return (free & ~winner & ~beside, chosen | winner), winner.sum()

    return lax.scan(step, (jnp.ones(1500, bool), jnp.zeros(1500, bool)), weights)


@everyday.case(permutation(10000))
def nearest_seeds_by_jumping(places):
    """A Voronoi diagram: the nearest of 70 seeds, handed on over shorter and shorter distances."""
    n = 100
    seeds = places[:70]
    owner = jnp.full(n * n, 70, jnp.int32).at[seeds].set(jnp.arange(70, dtype=jnp.int32)).reshape(n, n)
    table = jnp.concatenate([jnp.stack([seeds // n, seeds % n], 1), jnp.full((1, 2), 10000, jnp.int32)])
    y, x = jnp.mgrid[:n, :n]

    def distance(owner):
        return (table[owner, 0] - y) ** 2 + (table[owner, 1] - x) ** 2

    def step(owner, jump):
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                other = jnp.roll(owner, (dy * jump, dx * jump), (0, 1))
                owner = jnp.where(distance(other) < distance(owner), other, owner)
        return owner, None

    return lax.scan(step, owner, 2 ** jnp.arange(6, -1, -1))[0]


@everyday.case(normal(4000, 3), normal(4000, 4))
def rotated_by_quaternions(v, q):
    q = q / jnp.linalg.norm(q, axis=-1, keepdims=True)
    w, u = q[:, :1], q[:, 1:]
    t = 2 * jnp.cross(u, v)
    return v + w * t + jnp.cross(u, t)


@everyday.case(normal(100, 40, 3), normal(100, 40, 3), tolerance=1e-2)
def aligned_by_svd(a, b):
    """Kabsch's rotations."""
    a, b = a - a.mean(1, keepdims=True), b - b.mean(1, keepdims=True)
    u, _, vt = jnp.linalg.svd(jnp.einsum("nki,nkj->nij", a, b))
    d = jnp.linalg.det(u @ vt)
    turned = jnp.concatenate([u[..., :2], u[..., 2:] * d[:, None, None]], -1) @ vt
    return jnp.einsum("nki,nij->nkj", a, turned)


@everyday.case(normal(500, 2), normal(40, 2))
def points_in_polygon(p, corner):
    a, b = corner, jnp.roll(corner, -1, 0)
    x, y = p[:, :1], p[:, 1:]
    crosses = (a[:, 1] > y) != (b[:, 1] > y)
    at = (b[:, 0] - a[:, 0]) * (y - a[:, 1]) / (b[:, 1] - a[:, 1] + 1e-9) + a[:, 0]
    return jnp.sum(crosses & (x < at), 1) % 2


@everyday.case(normal(2000, 3), integers(3000, 3, high=2000))
def normals_of_mesh(vertex, face):
    a, b, c = (vertex[face[:, i]] for i in range(3))
    n = jnp.cross(b - a, c - a)
    at = jnp.zeros_like(vertex).at[face.reshape(-1)].add(jnp.repeat(n, 3, 0))
    return at / (jnp.linalg.norm(at, axis=1, keepdims=True) + 1e-9)


@everyday.case(normal(800, 2), normal(800, 2))
def chamfer_distance(a, b):
    far = jnp.sum(jnp.square(a[:, None] - b), -1)
    return far.min(0).mean() + far.min(1).mean()


# Images


@everyday.case(uniform(8, 64, 64, 3), uniform(8))
def rotated_images(images, angle):
    def one(image, angle):
        y, x = jnp.meshgrid(jnp.arange(64.0) - 31.5, jnp.arange(64.0) - 31.5, indexing="ij")
        c, s = jnp.cos(angle), jnp.sin(angle)
        at = jnp.stack([c * y - s * x, s * y + c * x]) + 31.5
        return jax.vmap(lambda p: jax.scipy.ndimage.map_coordinates(p, at, 1), -1, -1)(image)

    return jax.vmap(one)(images, angle)


@everyday.case(integers(16, 64, 64, 3, high=256, dtype="uint8"), integers(16, 2, high=8), booleans(16))
def cropped_flipped_normalised(images, corner, flips):
    def one(image, corner, flip):
        image = lax.dynamic_slice(image, (corner[0], corner[1], 0), (56, 56, 3))
        image = jnp.where(flip, image[:, ::-1], image).astype(jnp.float32) / 255
        return (image - jnp.array([0.485, 0.456, 0.406])) / jnp.array([0.229, 0.224, 0.225])

    return jax.vmap(one)(images, corner, flips)


@everyday.case(uniform(200, 300))
def median_filter(image):
    around = jnp.stack([jnp.roll(image, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)])
    return jnp.sort(around, 0)[4]


@everyday.case(uniform(240, 320))
def edges_of_image(image):
    p = jnp.pad(image, 1, mode="edge")
    dx = (p[:-2, 2:] + 2 * p[1:-1, 2:] + p[2:, 2:]) - (p[:-2, :-2] + 2 * p[1:-1, :-2] + p[2:, :-2])
    dy = (p[2:, :-2] + 2 * p[2:, 1:-1] + p[2:, 2:]) - (p[:-2, :-2] + 2 * p[:-2, 1:-1] + p[:-2, 2:])
    size = jnp.hypot(dx, dy)
    return jnp.where(size > 0.5 * size.max(), jnp.arctan2(dy, dx), 0)


@everyday.case(booleans(128, 128, share=0.6))
def labelled_regions(mask):
    label = jnp.where(mask, jnp.arange(128 * 128).reshape(128, 128) + 1, 0)

    def step(i, label):
        p = jnp.pad(label, 1)
        most = jnp.maximum(jnp.maximum(p[2:, 1:-1], p[:-2, 1:-1]), jnp.maximum(p[1:-1, 2:], p[1:-1, :-2]))
        return jnp.where(mask, jnp.maximum(label, most), 0)

    return lax.fori_loop(0, 40, step, label)


@everyday.case(normal(4, 28, 30, 5), normal(5, 3, 5, 11, scale=0.3), normal(3, 3, 1, 11, scale=0.3), normal(11, 7, scale=0.3))
def odd_convolutions(x, first, second, last):
    numbers = ("NHWC", "HWIO", "NHWC")
    x = jax.nn.relu(lax.conv_general_dilated(x, first, (2, 1), "SAME", dimension_numbers=numbers))
    x = lax.conv_general_dilated(x, second, (1, 2), [(0, 1), (2, 0)], dimension_numbers=numbers, feature_group_count=11)
    return jax.nn.softmax(jax.nn.gelu(x).mean((1, 2)) @ last)


# Models


@everyday.case(normal(60, 16, 24), normal(24, 96, scale=0.2), normal(32, 96, scale=0.2), normal(96))
def gated_recurrence(x, w, u, b):
    def step(h, x):
        r, z, n = jnp.split(x @ w + h @ u + b, 3, -1)
        h = (1 - jax.nn.sigmoid(z)) * jnp.tanh(jax.nn.sigmoid(r) * n) + jax.nn.sigmoid(z) * h
        return h, h

    return lax.scan(step, jnp.zeros((16, 32)), x)[1]


@everyday.case(normal(2, 96, 8, 32), normal(2, 96, 2, 32), normal(2, 96, 2, 32), integers(2, low=50, high=96))
def grouped_query_attention(q, k, v, length):
    """Eight heads of queries, two of keys, slopes by distance, lines of their own length."""
    q = q.reshape(2, 96, 2, 4, 32)
    score = jnp.einsum("bqghd,bkgd->bghqk", q, k) / 32**0.5
    far = jnp.arange(96)[:, None] - jnp.arange(96)
    score = score - 0.1 * jnp.abs(far)
    seen = (far >= 0) & (jnp.arange(96) < length[:, None, None])
    score = jnp.where(seen[:, None, None], score, -1e9)
    return jnp.einsum("bghqk,bkgd->bqghd", jax.nn.softmax(score), v).reshape(2, 96, 256)


@everyday.case(normal(256, 64), normal(64, 8), normal(8, 64, 128, scale=0.1), normal(8, 128, 64, scale=0.1))
def sparse_experts(x, gate, up, down):
    share, chosen = lax.top_k(jax.nn.softmax(x @ gate), 2)
    weight = jnp.sum(jax.nn.one_hot(chosen, 8) * (share / share.sum(-1, keepdims=True))[..., None], 1)
    hidden = jax.nn.silu(jnp.einsum("td,edf->etf", x, up))
    return jnp.einsum("etf,efd,te->td", hidden, down, weight)


@everyday.case(integers(64, 512, low=-127, high=128, dtype="int8"), integers(512, 256, low=-127, high=128, dtype="int8"), uniform(64), uniform(256))
def quantised_layer(x, w, scale, scales):
    total = lax.dot(x, w, preferred_element_type=jnp.int32).astype(jnp.float32) * (0.01 * scale[:, None] * scales)
    size = jnp.max(jnp.abs(total), 1, keepdims=True) / 127
    return jnp.round(total / size).astype(jnp.int8), size


@everyday.case(normal(40, 30, 7), normal(7, 30, 5, 4), normal(5, 40))
def odd_einsum(a, b, c):
    return jnp.einsum("ijk,kjlm,li->mil", a, b, c)


@everyday.case(normal(32, 10, 16), normal(32, 16))
def capsules_by_routing(votes, bias):
    def step(i, logits):
        c = jax.nn.softmax(logits, 1)
        s = jnp.sum(c[..., None] * votes, 1) + bias
        v = s * jnp.sqrt(jnp.sum(s * s, -1, keepdims=True)) / (1 + jnp.sum(s * s, -1, keepdims=True))
        return logits + jnp.einsum("bij,bj->bi", votes, v)

    return lax.fori_loop(0, 3, step, jnp.zeros((32, 10)))


# Control, statistics, recursions


@everyday.case(normal(64, 4, 4, scale=0.3), normal(64, 4, 2), positive_definite(4, 4), positive_definite(2, 2), tolerance=1e-3)
def riccati_recursions(a, b, q, r):
    def step(i, p):
        k = jnp.linalg.solve(r + b.mT @ p @ b, b.mT @ p @ a)
        return q + a.mT @ p @ (a - b @ k)

    return lax.fori_loop(0, 20, step, jnp.broadcast_to(q, (64, 4, 4)))


@everyday.case(normal(200, 6, scale=0.2), normal(6, 6, scale=0.3), uniform(200, 6, low=0.1))
def hidden_states_smoothed(evidence, transition, start):
    """Forwards and backwards, in logarithms."""
    log_sum = lambda a: jax.nn.logsumexp(a, -1)  # noqa: E731
    step = lambda alpha, e: ((new := log_sum(alpha[None] + transition.T) + e), new)  # noqa: E731
    back = lambda beta, e: ((new := log_sum(transition + (beta + e)[None])), new)  # noqa: E731
    forward = lax.scan(step, start[0], evidence)[1]
    backward = lax.scan(back, jnp.zeros(6), evidence, reverse=True)[1]
    return jax.nn.softmax(forward + backward)


@everyday.case(normal(300), normal(300), key())
def random_walk_chains(mean, start, k):
    """Three hundred chains of two hundred steps."""

    def step(state, k):
        x, p = state
        a, b = jax.random.split(jax.random.wrap_key_data(k))
        y = x + 0.5 * jax.random.normal(a, (300,))
        q = -0.5 * jnp.square(y - mean)
        taken = jnp.log(jax.random.uniform(b, (300,))) < q - p
        x = jnp.where(taken, y, x)
        return (x, jnp.where(taken, q, p)), x

    keys = jax.random.key_data(jax.random.split(jax.random.wrap_key_data(k), 200))
    return lax.scan(step, (start, -0.5 * jnp.square(start - mean)), keys)[1].mean(0)


@everyday.case(uniform(50000, low=-1.0))
def chebyshev_series(x):
    def step(state, c):
        b, bb = state
        return (2 * x * b - bb + c, b), None

    c = 1 / jnp.square(jnp.arange(20.0, 0, -1))
    return lax.scan(step, (jnp.zeros_like(x), jnp.zeros_like(x)), c)[0][0]


@everyday.case(normal(8, 4096), normal(2, 3), normal(2, 2))
def biquad_filters(x, b, a):
    def section(x, b, a):
        def step(state, x):
            s, t = state
            y = b[0] * x + s
            return (b[1] * x - 0.3 * a[0] * y + t, b[2] * x - 0.1 * a[1] * y), y

        return lax.scan(step, (jnp.zeros(8), jnp.zeros(8)), x.T)[1].T

    return section(section(x, b[0], a[0]), b[1], a[1])


@everyday.case(uniform(256, 3, low=0.1), uniform(256, low=0.5, high=2.0))
def roots_by_newton(c, start):
    f = lambda x: ((x + c[:, 0]) * x - c[:, 1]) * x - c[:, 2]  # noqa: E731
    slope = lambda x: (3 * x + 2 * c[:, 0]) * x - c[:, 1]  # noqa: E731
    return lax.fori_loop(0, 30, lambda i, x: x - f(x) / (jnp.abs(slope(x)) + 0.1), start)


@everyday.case(normal(64, 64), normal(64, 64))
def diffusion_with_reaction(u, v):
    around = lambda a: sum(jnp.roll(a, s, d) for s in (1, -1) for d in (0, 1)) - 4 * a  # noqa: E731

    def step(i, uv):
        u, v = uv
        r = u * v * v
        return u + 0.16 * around(u) - r + 0.03 * (1 - u), v + 0.08 * around(v) + r - 0.09 * v

    return lax.fori_loop(0, 50, step, (jnp.clip(u, 0, 1), jnp.clip(v, 0, 1)))


@everyday.case(normal(1000, 20), normal(1000), normal(20))
def robust_regression(x, y, w):
    """Weighted least squares, again and again."""

    def step(i, w):
        weight = 1 / jnp.maximum(jnp.abs(y - x @ w), 0.1)
        return jnp.linalg.solve((x * weight[:, None]).T @ x + 1e-3 * jnp.eye(20), (x * weight[:, None]).T @ y)

    return lax.fori_loop(0, 10, step, w)


@everyday.case(normal(100, 5), normal(100), normal(50, 5), tolerance=1e-2)
def kriging(x, y, at):
    kernel = lambda a, b: jnp.exp(-0.5 * jnp.sum(jnp.square(a[:, None] - b), -1))  # noqa: E731
    factor = jnp.linalg.cholesky(kernel(x, x) + 0.1 * jnp.eye(100))
    across = kernel(at, x)
    half = jax.scipy.linalg.solve_triangular(factor, across.T, lower=True)
    return across @ jax.scipy.linalg.cho_solve((factor, True), y), 1 - jnp.sum(half * half, 0)


@everyday.case(permutation(4096), normal(4096))
def bits_reversed_butterflies(order, x):
    x = x[order]
    for stage in range(6):
        pairs = x.reshape(-1, 2, 1 << stage)
        x = jnp.concatenate([pairs[:, :1] + pairs[:, 1:], pairs[:, :1] - pairs[:, 1:]], 1).reshape(-1)
    return x


@everyday.case(well_conditioned(30, 6, 6), normal(30, 6), tolerance=1e-3)
def exponentials_of_matrices(a, x):
    return jnp.einsum("nij,nj->ni", jax.vmap(jax.scipy.linalg.expm)(0.1 * a), x)
