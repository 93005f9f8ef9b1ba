# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Optimisation, graphs, signals, reinforcement: what else people compute."""

import jax
import jax.numpy as jnp
from jax import lax

from ..cases import Family, booleans, integers, key, normal, positive_definite, uniform
from .layers import cross_entropy, descend, perceptron, perceptron_weights, weights

numerics = Family("numerics")


@numerics.case(positive_definite(300, 300), normal(300))
def conjugate_gradient(a, b):
    def step(i, state):
        x, r, p, rr = state
        ap = a @ p
        alpha = rr / (p @ ap)
        x, r = x + alpha * p, r - alpha * ap
        new = r @ r
        return x, r, r + new / rr * p, new

    return lax.fori_loop(0, 10, step, (jnp.zeros(300), b, b, b @ b))[0]


def rosenbrock(x):
    return jnp.sum(100 * jnp.square(x[1:] - jnp.square(x[:-1])) + jnp.square(1 - x[:-1]))


@numerics.case(uniform(50, low=0.9, high=1.1), tolerance=1e-2)
def quasi_newton(x):
    """Steps along directions of a history of five, lengths by halving."""
    slope = jax.grad(rosenbrock)

    def direction(g, s, y):
        alphas = []
        q = g
        for i in range(5):
            rho = 1 / (jnp.sum(s[i] * y[i]) + 1e-10)
            alpha = rho * jnp.sum(s[i] * q)
            q = q - alpha * y[i]
            alphas.append((alpha, rho))
        q = q * jnp.sum(s[0] * y[0]) / (jnp.sum(y[0] * y[0]) + 1e-10)
        for i in reversed(range(5)):
            alpha, rho = alphas[i]
            q = q + (alpha - rho * jnp.sum(y[i] * q)) * s[i]
        return q

    def step(k, state):
        x, g, s, y = state
        d = jnp.where(k < 1, 1e-3 * g, direction(g, s, y))
        too_far = lambda t: (rosenbrock(x - t * d) > rosenbrock(x)) & (t > 1e-3)  # noqa: E731
        length = lax.while_loop(too_far, lambda t: 0.5 * t, jnp.float32(1))
        new = x - length * d
        h = slope(new)
        return new, h, jnp.concatenate([(new - x)[None], s[:-1]]), jnp.concatenate([(h - g)[None], y[:-1]])

    zeros = jnp.zeros((5, 50))
    return lax.fori_loop(0, 10, step, (x, slope(x), zeros, zeros))[0]


@numerics.case(normal(4, scale=0.1), uniform(200), normal(200, scale=0.1))
def levenberg_marquardt(p, t, noise):
    seen = 2 * jnp.exp(-3 * t) + 0.5 + noise * 0.1
    model = lambda p: (1 + p[0]) * jnp.exp(-(2 + p[1]) * t) + p[2] + p[3] * t - seen  # noqa: E731

    def step(i, p):
        r, j = model(p), jax.jacfwd(model)(p)
        return p - jnp.linalg.solve(j.T @ j + 1e-2 * jnp.eye(4), j.T @ r)

    return lax.fori_loop(0, 10, step, p)


@numerics.case(normal(100, 200), normal(100))
def sparse_regression(a, b):
    """Proximal steps with momentum: least squares with a price on the sum of magnitudes."""
    rate = 1 / jnp.sum(a * a)

    def step(i, state):
        x, y, t = state
        z = y - rate * 20 * a.T @ (a @ y - b)
        new = jnp.sign(z) * jnp.maximum(jnp.abs(z) - 0.1 * rate * 20, 0)
        s = 0.5 * (1 + jnp.sqrt(1 + 4 * t * t))
        return new, new + (t - 1) / s * (new - x), s

    return lax.fori_loop(0, 50, step, (jnp.zeros(200), jnp.zeros(200), jnp.float32(1)))[0]


@numerics.case(
    {f"layer_{i}": {"w": normal(64, 48), "b": normal(48), "s": [normal(7), normal(3, 5)]} for i in range(12)}, normal(1),
)  # fmt: skip
def adam_over_tree(parameters, scale):
    """An update of many small arrays, moments from their squares."""

    def update(p):
        g = jnp.sin(p) * scale
        m, v = 0.1 * g + 0.9 * p, 0.001 * g * g + 0.999 * p * p
        return p - 1e-3 * m / (jnp.sqrt(v) + 1e-8), m, v

    norm = jnp.sqrt(sum(jnp.sum(x * x) for x in jax.tree.leaves(parameters)))
    return jax.tree.map(lambda p: update(p * jnp.minimum(1.0, 1.0 / norm)), parameters)


@numerics.case(normal(200, 200), tolerance=1e-3)
def lanczos_values(a):
    a = (a + a.T) / 20

    def step(state, _):
        v, before, beta = state
        w = a @ v - beta * before
        alpha = w @ v
        w = w - alpha * v
        beta = jnp.linalg.norm(w)
        return (w / beta, v, beta), (alpha, beta)

    start = jnp.ones(200) / jnp.sqrt(200.0)
    _, (alpha, beta) = lax.scan(step, (start, jnp.zeros(200), jnp.float32(0)), None, length=10)
    return jnp.linalg.eigvalsh(jnp.diag(alpha) + jnp.diag(beta[:-1], 1) + jnp.diag(beta[:-1], -1))


@numerics.case(normal(50, 8, 8, dtype="float64"))
def eigenvalues_by_rotations(a):
    """Jacobi's method: five rounds over all pairs of rows and columns."""
    first, second = (jnp.array(numbers) for numbers in zip(*((i, j) for i in range(8) for j in range(i + 1, 8))))

    def rotate(step, m):
        i, j = first[step % 28], second[step % 28]
        angle = 0.5 * jnp.arctan2(2 * m[i, j], m[j, j] - m[i, i])
        c, s = jnp.cos(angle), jnp.sin(angle)
        m = m.at[i].set(c * m[i] - s * m[j]).at[j].set(s * m[i] + c * m[j])
        return m.at[:, i].set(c * m[:, i] - s * m[:, j]).at[:, j].set(s * m[:, i] + c * m[:, j])

    return jnp.sort(jax.vmap(lambda m: jnp.diag(lax.fori_loop(0, 140, rotate, m)))(a + a.swapaxes(1, 2)), -1)


@numerics.case(normal(40, 40), normal(60, 3), normal(60, 3))
def matched_points(noise, x, y):
    """The rotation that turns one cloud of points into the other, and what is left."""
    x, y = x - x.mean(0), y - y.mean(0)
    u, _, vt = jnp.linalg.svd(x.T @ (y + 2 * x))
    turned = x @ u @ vt
    return turned, jnp.sqrt(jnp.mean(jnp.square(turned - y))) + noise.sum()


# Graphs.


@numerics.case(integers(20000, high=2000), integers(20000, high=2000))
def page_rank(source, target):
    degree = jnp.zeros(2000).at[source].add(1.0)

    def step(i, rank):
        flow = jnp.zeros(2000).at[target].add((rank / jnp.maximum(degree, 1))[source])
        return 0.15 / 2000 + 0.85 * (flow + jnp.sum(jnp.where(degree == 0, rank, 0)) / 2000)

    return lax.fori_loop(0, 20, step, jnp.full(2000, 1 / 2000))


@numerics.case(uniform(500, 500))
def page_rank_dense(links):
    a = (links < 0.02) / jnp.maximum((links < 0.02).sum(0), 1)
    return lax.fori_loop(0, 20, lambda i, r: 0.15 / 500 + 0.85 * (a @ r), jnp.full(500, 1 / 500))


@numerics.case(integers(5000, high=1000), integers(5000, high=1000))
def connected_components(source, target):
    def step(state):
        label, _ = state
        low = jnp.minimum(label[source], label[target])
        new = label.at[source].min(low).at[target].min(low)
        new = new[new]
        return new, jnp.any(new != label)

    return lax.while_loop(lambda s: s[1], step, (jnp.arange(1000), True))[0]


@numerics.case(integers(4000, high=500), integers(4000, high=500), uniform(4000))
def bellman_ford(source, target, length):
    far = jnp.full(500, 1e9).at[0].set(0)
    return lax.fori_loop(0, 30, lambda i, d: d.at[target].min(d[source] + length), far)


def graph_loss(p, nodes, source, target, labels):
    norm = lax.rsqrt(jnp.zeros(nodes.shape[0]).at[target].add(1.0) + 1)[:, None]
    for layer in p:
        x = nodes @ layer * norm
        nodes = jax.nn.relu((jnp.zeros_like(x).at[target].add(x[source]) + x) * norm)
    return cross_entropy(nodes, labels)


def attention_over_edges(p, nodes, source, target):
    x = nodes @ p["w"]
    score = jax.nn.leaky_relu((x @ p["from"])[source] + (x @ p["to"])[target])
    e = jnp.exp(score - jax.ops.segment_max(score, target, 500)[target])
    share = e / jax.ops.segment_sum(e, target, 500)[target]
    return jax.nn.elu(jax.ops.segment_sum(share[:, None] * x[source], target, 500))


def passing_loss(p, nodes, source, target):
    messages = perceptron(jnp.concatenate([nodes[source], nodes[target]], 1), p)
    return jnp.mean(jnp.square(nodes + jax.ops.segment_sum(messages, target, nodes.shape[0])))


edges = integers(3000, high=500), integers(3000, high=500)
numerics.add(
    "graph_network_step", descend(graph_loss), [weights(32, 32), weights(32, 8)], normal(500, 32), *edges,
    integers(500, high=8),
)  # fmt: skip
attention = {"w": weights(32, 32), "from": weights(32, 1)}
numerics.add(
    "graph_attention",
    lambda p, *a: attention_over_edges({"w": p["w"], "from": p["from"][:, 0], "to": p["from"][:, 0] * 0.5}, *a),
    attention, normal(500, 32), *edges,
)  # fmt: skip
numerics.add(
    "message_passing_step",
    descend(passing_loss),
    perceptron_weights(32, 48, 16), normal(300, 16), integers(1500, high=300), integers(1500, high=300),
)  # fmt: skip


# Signals.


@numerics.case(normal(4, 8000), uniform(40, 129))
def mel_spectrogram(waves, bank):
    frames = waves[:, jnp.arange(0, 7744, 128)[:, None] + jnp.arange(256)]
    power = jnp.square(jnp.abs(jnp.fft.rfft(frames * jnp.hanning(256))))
    return jnp.log(power @ bank.T + 1e-6)


@numerics.case(normal(4000), normal(32, scale=0.05))
def adaptive_filter(x, start):
    def step(state, sample):
        w, window = state
        window = jnp.concatenate([sample[None], window[:-1]])
        error = jnp.sin(sample) - w @ window
        return (w + 0.01 * error * window, window), error

    return lax.scan(step, (start, jnp.zeros(32)), x)[1]


@numerics.case(normal(1024))
def wavelets(x):
    parts = []
    for _ in range(6):
        even, odd = x[::2], x[1::2]
        detail = odd - 0.5 * (even + jnp.roll(even, -1))
        x = even + 0.25 * (detail + jnp.roll(detail, 1))
        parts.append(detail)
    return parts, x


@numerics.case(normal(8, 4000), uniform(8, low=0.2, high=0.8))
def compressor(x, threshold):
    """A gain that follows how loud the sound is, quickly up and slowly down."""

    def step(level, sample):
        loud = jnp.abs(sample)
        level = jnp.where(loud > level, 0.9 * level + 0.1 * loud, 0.999 * level + 0.001 * loud)
        return level, sample * jnp.minimum(1.0, threshold / (level + 1e-6))

    return lax.scan(step, jnp.zeros(8), x.T)[1].T


@numerics.case(integers(4096, high=2**31, dtype="uint32"))
def integer_hash(x):
    def mix(i, x):
        x = (x ^ (x >> 16)) * jnp.uint32(0x85EBCA6B)
        x = (x ^ (x >> 13)) * jnp.uint32(0xC2B2AE35)
        return x ^ (x >> 16)

    return lax.fori_loop(0, 16, mix, x)


@numerics.case(booleans(64, 1000), uniform(1000))
def genetic_step(population, values):
    fit = jnp.where(population, values, 0).sum(1) - 0.4 * population.sum(1)
    best = jnp.argsort(-fit)[:32]
    mothers, fathers = population[best], population[best][::-1]
    children = jnp.where(jnp.arange(1000) % 3 == 0, mothers, fathers)
    return jnp.concatenate([mothers, children])


# Reinforcement.


def discounted(rewards):
    return lax.scan(lambda r, x: (r := x + 0.99 * r, r), jnp.zeros(rewards.shape[1]), rewards, reverse=True)[1]


def policy_loss(p, states, actions, rewards):
    logits = jax.nn.log_softmax(perceptron(states, p, jnp.tanh))
    returns = discounted(rewards)
    gain = (returns - returns.mean()) / (returns.std() + 1e-6)
    return -jnp.mean(jnp.take_along_axis(logits, actions[..., None], -1)[..., 0] * gain)


def clipped_loss(p, states, actions, rewards, before):
    out = perceptron(states, p, jnp.tanh)
    logits, value = jax.nn.log_softmax(out[..., :4]), out[..., 4]
    returns = discounted(rewards)
    gain = lax.stop_gradient(returns - value)
    ratio = jnp.exp(jnp.take_along_axis(logits, actions[..., None], -1)[..., 0] - before)
    surrogate = jnp.minimum(ratio * gain, jnp.clip(ratio, 0.8, 1.2) * gain)
    return jnp.mean(0.5 * jnp.square(returns - value) - surrogate) + 0.01 * jnp.mean(jnp.sum(jnp.exp(logits) * logits, -1))


def value_loss(p, target, states, actions, rewards, following):
    best = rewards + 0.99 * perceptron(following, target).max(-1)
    chosen = jnp.take_along_axis(perceptron(states, p), actions[:, None], 1)[:, 0]
    off = jnp.abs(chosen - lax.stop_gradient(best))
    return jnp.mean(jnp.where(off < 1, 0.5 * off * off, off - 0.5))


episode = normal(50, 8, 6), integers(50, 8, high=4), normal(50, 8)
numerics.add("policy_gradient_step", descend(policy_loss), perceptron_weights(6, 64, 4), *episode)
numerics.add(
    "clipped_policy_step", descend(clipped_loss), perceptron_weights(6, 64, 64, 5), *episode, normal(50, 8, scale=0.1)
)
numerics.add(
    "value_learning_step", descend(value_loss), perceptron_weights(8, 64, 64, 4), perceptron_weights(8, 64, 64, 4),
    normal(128, 8), integers(128, high=4), normal(128), normal(128, 8),
)  # fmt: skip


@numerics.case(key(), perceptron_weights(4, 32, 2))
def cart_pole_episodes(key, policy):
    def step(state, key):
        x, v, angle, turn = state.T
        logits = perceptron(state, policy, jnp.tanh)
        force = jnp.where(jax.random.bernoulli(key, jax.nn.sigmoid(logits[:, 0])), 10.0, -10.0)
        pushed = (force + 0.05 * turn**2 * jnp.sin(angle)) / 1.1
        swing = (9.8 * jnp.sin(angle) - jnp.cos(angle) * pushed) / (0.5 * (4 / 3 - 0.1 * jnp.cos(angle) ** 2 / 1.1))
        speed = pushed - 0.05 * swing * jnp.cos(angle) / 1.1
        new = jnp.stack([x + 0.02 * v, v + 0.02 * speed, angle + 0.02 * turn, turn + 0.02 * swing], 1)
        return jnp.where(jnp.abs(angle)[:, None] < 0.4, new, state), jnp.abs(angle) < 0.4

    return lax.scan(step, jnp.zeros((64, 4)) + 0.01, jax.random.split(key, 50))[1].sum(0)


@numerics.case(uniform(100, 4, 100), normal(100, 4))
def value_iteration(transitions, rewards):
    transitions = transitions / transitions.sum(-1, keepdims=True)
    return lax.fori_loop(0, 50, lambda i, v: (rewards + 0.9 * transitions @ v).max(1), jnp.zeros(100))
