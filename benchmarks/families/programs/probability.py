# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statistics, inference and finance."""

import jax
import jax.numpy as jnp
import jax.scipy.linalg
from jax import lax

from ..cases import Family, integers, key, normal, positive_definite, uniform

probability = Family("probability")


@probability.case(normal(2000, 8), normal(16, 8))
def k_means(points, centers):
    def step(i, centers):
        distances = jnp.sum(jnp.square(points[:, None] - centers), -1)
        nearest = jax.nn.one_hot(distances.argmin(1), 16)
        return (nearest.T @ points) / jnp.maximum(nearest.sum(0), 1)[:, None]

    return lax.fori_loop(0, 5, step, centers)


@probability.case(normal(800, 4), normal(5, 4))
def gaussian_mixture(points, means):
    def step(state, _):
        means, variances, shares = state
        score = -0.5 * jnp.sum(jnp.square(points[:, None] - means) / variances + jnp.log(variances), -1) + jnp.log(shares)
        belongs = jax.nn.softmax(score)
        counts = belongs.sum(0)
        means = belongs.T @ points / counts[:, None]
        variances = jnp.einsum("nk,nkd->kd", belongs, jnp.square(points[:, None] - means)) / counts[:, None] + 1e-3
        return (means, variances, counts / points.shape[0]), jax.nn.logsumexp(score, 1).mean()

    return lax.scan(step, (means, jnp.ones_like(means), jnp.full(5, 0.2)), None, length=8)


@probability.case(normal(100, 3), normal(6, 6, scale=0.1), normal(3, 6), positive_definite(6, 6), positive_definite(3, 3))
def kalman_filter(measured, drift, seen, process, noise):
    move = jnp.eye(6) + drift

    def step(state, z):
        mean, cov = state
        mean, cov = move @ mean, move @ cov @ move.T + process
        s = seen @ cov @ seen.T + noise
        gain = jnp.linalg.solve(s, seen @ cov).T
        off = z - seen @ mean
        mean, cov = mean + gain @ off, cov - gain @ seen @ cov
        cov = 0.5 * (cov + cov.T)
        return (mean, cov), (mean, -0.5 * (off @ jnp.linalg.solve(s, off) + jnp.linalg.slogdet(s)[1]))

    return lax.scan(step, (jnp.zeros(6), jnp.eye(6)), measured)[1]


@probability.case(normal(200, 20), normal(20, 20), normal(20))
def hidden_markov_forward(emissions, transitions, start):
    transitions = jax.nn.log_softmax(transitions)
    step = lambda a, e: (jax.nn.logsumexp(a[:, None] + transitions, 0) + e, None)  # noqa: E731
    return jax.nn.logsumexp(lax.scan(step, start + emissions[0], emissions[1:])[0])


probability.add(
    "hidden_markov_gradient", jax.grad(hidden_markov_forward, argnums=(0, 1)), normal(200, 20), normal(20, 20), normal(20)
)


@probability.case(normal(8, 60, 24), normal(24, 24))
def viterbi(emissions, transitions):
    def one(emissions):
        def step(score, e):
            total = score[:, None] + transitions
            return total.max(0) + e, total.argmax(0)

        score, back = lax.scan(step, emissions[0], emissions[1:])
        return lax.scan(lambda s, b: (b[s], b[s]), score.argmax(), back, reverse=True)[1]

    return jax.vmap(one)(emissions)


@probability.case(key(), normal(8, 12), normal(8, 100))
def particle_filters(key, measured, particles):
    def one(key, measured, particles):
        def step(particles, inputs):
            z, key = inputs
            move, choose = jax.random.split(key)
            particles = 0.9 * particles + 0.3 * jax.random.normal(move, particles.shape)
            weight = jax.nn.softmax(-2 * jnp.square(z - particles))
            places = (jnp.arange(100) + jax.random.uniform(choose)) / 100
            index = jnp.searchsorted(jnp.cumsum(weight), places)
            return particles[jnp.minimum(index, 99)], jnp.sum(weight * particles)

        return lax.scan(step, particles, (measured, jax.random.split(key, 12)))[1]

    return jax.vmap(one)(jax.random.split(key, 8), measured, particles)


def gaussian_process(lengths, x, y, new):
    def kernel(a, b):
        return jnp.exp(-0.5 * jnp.sum(jnp.square((a[:, None] - b) / lengths), -1))

    factor = jnp.linalg.cholesky(kernel(x, x) + 0.1 * jnp.eye(x.shape[0]))
    alpha = jax.scipy.linalg.cho_solve((factor, True), y)
    near = kernel(new, x)
    spread = jax.scipy.linalg.solve_triangular(factor, near.T, lower=True)
    return near @ alpha, 1 - jnp.sum(spread * spread, 0), -0.5 * y @ alpha - jnp.log(jnp.diag(factor)).sum()


process = uniform(3, low=0.5, high=1.5), normal(150, 3), normal(150), normal(40, 3)
probability.add("gaussian_process", gaussian_process, *process, tolerance=1e-3)
probability.add("gaussian_process_gradient", jax.grad(lambda *a: gaussian_process(*a)[2]), *process, tolerance=1e-3)


@probability.case(key(), uniform(20, low=80, high=120))
def option_prices(key, strikes):
    steps = 0.2 * jnp.sqrt(1 / 50) * jax.random.normal(key, (50, 2000)) + (0.03 - 0.02) / 50
    paths = 100 * jnp.exp(jnp.cumsum(steps, 0))
    mean = paths.mean(0)
    return jnp.exp(-0.03) * jnp.maximum(mean - strikes[:, None], 0).mean(1)


@probability.case(uniform(20000, low=50, high=150), uniform(20000, low=50, high=150), uniform(20000, low=0.1, high=2))
def black_scholes(spot, strike, years):
    def price(spot):
        d1 = (jnp.log(spot / strike) + (0.03 + 0.02) * years) / (0.2 * jnp.sqrt(years))
        d2 = d1 - 0.2 * jnp.sqrt(years)
        return spot * jax.scipy.stats.norm.cdf(d1) - strike * jnp.exp(-0.03 * years) * jax.scipy.stats.norm.cdf(d2)

    return price(spot), jax.grad(lambda s: price(s).sum())(spot)


@probability.case(normal(64, 2), normal(80, 2))
def sinkhorn(x, y):
    cost = jnp.sum(jnp.square(x[:, None] - y), -1)

    def step(i, fg):
        f, g = fg
        f = -0.1 * jax.nn.logsumexp((g - cost) / 0.1, 1) - 0.1 * jnp.log(64.0)
        return f, -0.1 * jax.nn.logsumexp((f[:, None] - cost) / 0.1, 0) - 0.1 * jnp.log(80.0)

    f, g = lax.fori_loop(0, 30, step, (jnp.zeros(64), jnp.zeros(80)))
    return jnp.sum(jnp.exp((f[:, None] + g - cost) / 0.1) * cost)


def log_density(x):
    return -0.5 * jnp.sum(jnp.square(x)) - 0.1 * jnp.sum((x[1:] - jnp.square(x[:-1])) ** 2)


@probability.case(key(), normal(200, 10, scale=0.3))
def metropolis(key, chains):
    def step(x, key):
        move, accept = jax.random.split(key)
        new = x + 0.1 * jax.random.normal(move, x.shape)
        better = jax.vmap(log_density)(new) - jax.vmap(log_density)(x)
        return jnp.where((jnp.log(jax.random.uniform(accept, (200,))) < better)[:, None], new, x), x.mean(0)

    return lax.scan(step, chains, jax.random.split(key, 20))[1]


@probability.case(key(), normal(32, 10, scale=0.3))
def hamiltonian_monte_carlo(key, chains):
    slope = jax.vmap(jax.grad(log_density))

    def step(x, key):
        kick, accept = jax.random.split(key)
        p = jax.random.normal(kick, x.shape)
        leap = lambda i, xp: (y := xp[0] + 0.05 * (q := xp[1] + 0.025 * slope(xp[0])), q + 0.025 * slope(y))  # noqa: E731
        new, q = lax.fori_loop(0, 8, leap, (x, p))
        gain = jax.vmap(log_density)(new) - jax.vmap(log_density)(x) + 0.5 * jnp.sum(p * p - q * q, 1)
        return jnp.where((jnp.log(jax.random.uniform(accept, (32,))) < gain)[:, None], new, x), x.mean()

    return lax.scan(step, chains, jax.random.split(key, 10))


@probability.case(key(), integers(100, 100, high=2))
def ising_sweeps(key, spins):
    spins = 2 * spins - 1
    color = jnp.indices((100, 100)).sum(0) % 2

    def sweep(spins, key):
        chance = jax.random.uniform(key, (2, 100, 100))
        for c in (0, 1):
            around = jnp.roll(spins, 1, 0) + jnp.roll(spins, -1, 0) + jnp.roll(spins, 1, 1) + jnp.roll(spins, -1, 1)
            flip = (chance[c] < jnp.exp(-0.88 * spins * around)) & (color == c)
            spins = jnp.where(flip, -spins, spins)
        return spins, spins.sum()

    return lax.scan(sweep, spins, jax.random.split(key, 10))[1]


def factors_step(u, v, user, item, rating):
    def loss(u, v):
        off = jnp.sum(u[user] * v[item], 1) - rating
        return jnp.mean(jnp.square(off)) + 1e-3 * (jnp.sum(u * u) + jnp.sum(v * v))

    gu, gv = jax.grad(loss, (0, 1))(u, v)
    return u - 0.1 * gu, v - 0.1 * gv


probability.add(
    "matrix_factorisation_step", factors_step, normal(1000, 16), normal(800, 16), integers(5000, high=1000),
    integers(5000, high=800), normal(5000),
)  # fmt: skip


@probability.case(normal(100, 8), normal(120, 8), normal(100, 120))
def alternating_least_squares(u, v, ratings):
    def step(i, uv):
        u, v = uv
        u = jnp.linalg.solve(v.T @ v + 0.1 * jnp.eye(8), v.T @ ratings.T).T
        return u, jnp.linalg.solve(u.T @ u + 0.1 * jnp.eye(8), u.T @ ratings).T

    u, v = lax.fori_loop(0, 5, step, (u, v))
    return u @ v.T


@probability.case(normal(500, 10), integers(500, high=2))
def logistic_regression_newton(x, labels):
    def loss(w):
        return jnp.sum(jax.nn.softplus(x @ w) - labels * (x @ w)) + 0.5 * w @ w

    return lax.fori_loop(0, 5, lambda i, w: w - jnp.linalg.solve(jax.hessian(loss)(w), jax.grad(loss)(w)), jnp.zeros(10))


@probability.case(normal(400, 30), tolerance=1e-3)
def principal_components(x):
    centered = x - x.mean(0)
    values, vectors = jnp.linalg.eigh(centered.T @ centered / 400)
    near = centered @ vectors[:, -5:]
    return values, jnp.square(near).sum(0), near @ vectors[:, -5:].T


@probability.case(normal(200, 2), uniform(200, 200))
def embedding_step(places, similar):
    similar = (similar + similar.T) / jnp.sum(similar) / 2

    def loss(places):
        near = 1 / (1 + jnp.sum(jnp.square(places[:, None] - places), -1)) * (1 - jnp.eye(200))
        return -jnp.sum(similar * jnp.log(near / near.sum() + 1e-12))

    return places - 10 * jax.grad(loss)(places)


def flow_loss(p, x):
    total = jnp.zeros(x.shape[0])
    for first, second in p:
        a, b = jnp.split(x, 2, 1)
        scale, shift = jnp.split(jnp.tanh(a @ first) @ second, 2, 1)
        scale = jnp.tanh(scale)
        x, total = jnp.concatenate([b * jnp.exp(scale) + shift, a], 1), total + scale.sum(1)
    return -jnp.mean(-0.5 * jnp.sum(x * x, 1) + total)


flow = [(normal(4, 64, scale=0.5), normal(64, 8, scale=0.1)) for _ in range(6)]
probability.add("normalising_flow_gradient", jax.grad(flow_loss), flow, normal(256, 8))


@probability.case(normal(100, 5))
def stein_descent(particles):
    def step(i, x):
        apart = x[:, None] - x
        near = jnp.exp(-0.5 * jnp.sum(apart * apart, -1))
        return x + 0.1 * (near @ -x + jnp.sum(near[..., None] * apart, 1)) / 100

    return lax.fori_loop(0, 20, step, particles)


@probability.case(key(), normal(300))
def bootstrap_means(key, x):
    draws = jax.vmap(lambda k: jax.random.choice(k, x, (300,)).mean())(jax.random.split(key, 200))
    return jnp.quantile(draws, jnp.array([0.025, 0.975]))
