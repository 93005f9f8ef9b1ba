# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole programs of the libraries people use. Small, but through every layer."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from support import check, device, run


def test_optax_training():
    optax = pytest.importorskip("optax")
    x = np.linspace(-1, 1, 16, dtype=np.float32)[:, None]
    y = np.sin(3 * x)

    def train():
        k1, k2 = jax.random.split(jax.random.key(0))
        params = {"a": jax.random.normal(k1, (1, 16), jnp.float32), "b": jax.random.normal(k2, (16, 1), jnp.float32)}
        optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(optax.cosine_decay_schedule(3e-2, 40)))
        loss = lambda p: jnp.mean((jnp.tanh(x @ p["a"]) @ p["b"] - y) ** 2)

        def step(carry, _):
            params, state = carry
            value, gradient = jax.value_and_grad(loss)(params)
            updates, state = optimizer.update(gradient, state, params)
            return (optax.apply_updates(params, updates), state), value

        return jax.lax.scan(step, (params, optimizer.init(params)), length=40)[1]

    losses = run("weft", train)
    assert losses[-1] < 0.5 * losses[0]
    np.testing.assert_allclose(losses, run("cpu", train), rtol=2e-3)


def test_equinox_network():
    eqx = pytest.importorskip("equinox")

    class Block(eqx.Module):
        attention: eqx.nn.MultiheadAttention
        norm: eqx.nn.LayerNorm
        mlp: eqx.nn.MLP

        def __init__(self, key):
            first, second = jax.random.split(key)
            self.attention = eqx.nn.MultiheadAttention(2, 8, key=first)
            self.norm = eqx.nn.LayerNorm(8)
            self.mlp = eqx.nn.MLP(8, 8, 16, 1, key=second)

        def __call__(self, x):
            h = jax.vmap(self.norm)(x)
            x = x + self.attention(h, h, h)
            return x + jax.vmap(self.mlp)(x)

    def f():
        block = Block(jax.random.key(1))
        x = jax.random.normal(jax.random.key(2), (5, 8))
        value, gradient = eqx.filter_value_and_grad(lambda b: jnp.mean(b(x) ** 2))(block)
        return value, jax.tree.leaves(eqx.filter(gradient, eqx.is_array))

    check(f, factor=1e4)


def test_equinox_convolution():
    eqx = pytest.importorskip("equinox")

    def f():
        conv = eqx.nn.Conv2d(2, 3, 3, padding=1, key=jax.random.key(0))
        pool = eqx.nn.MaxPool2d(2, 2)
        x = jax.random.normal(jax.random.key(1), (2, 6, 6))
        return jax.value_and_grad(lambda x: pool(jax.nn.relu(conv(x))).sum())(x)

    check(f, factor=1e4)


@pytest.mark.filterwarnings("default")
def test_flax_network():
    nnx = pytest.importorskip("flax.nnx")
    with jax.default_device(device()):
        model = nnx.Sequential(nnx.Linear(4, 8, rngs=nnx.Rngs(0)), nnx.relu, nnx.Linear(8, 2, rngs=nnx.Rngs(1)))
        value, gradient = nnx.jit(nnx.value_and_grad(lambda m: jnp.mean(m(jnp.ones((3, 4))) ** 2)))(model)
    assert np.isfinite(float(value)) and jax.tree.leaves(gradient)


@pytest.mark.filterwarnings("default")
def test_diffrax_ode():
    diffrax = pytest.importorskip("diffrax")

    def solve(y0):
        term = diffrax.ODETerm(lambda t, y, args: jnp.stack([y[1], -y[0] - 0.1 * y[1]]))
        return diffrax.diffeqsolve(
            term, diffrax.Tsit5(), 0.0, 2.0, 0.1, y0, saveat=diffrax.SaveAt(ts=jnp.linspace(0, 2, 4)),
            stepsize_controller=diffrax.PIDController(rtol=1e-6, atol=1e-6),
        ).ys  # fmt: skip

    y0 = np.array([1.0, 0.0])
    np.testing.assert_allclose(run("weft", solve, y0), run("cpu", solve, y0), rtol=1e-9)


@pytest.mark.filterwarnings("default")
def test_numpyro_mcmc():
    numpyro = pytest.importorskip("numpyro")
    from numpyro import distributions, infer

    data = np.random.default_rng(0).normal(1.5, 0.5, 20)

    def model(data):
        mean = numpyro.sample("mean", distributions.Normal(0, 2))
        scale = numpyro.sample("scale", distributions.HalfNormal(1))
        numpyro.sample("data", distributions.Normal(mean, scale), obs=data)

    with jax.default_device(device()):
        sampler = infer.MCMC(infer.NUTS(model, max_tree_depth=3), num_warmup=20, num_samples=20, progress_bar=False)
        sampler.run(jax.random.key(0), data)
        mean = float(sampler.get_samples()["mean"].mean())
    assert abs(mean - data.mean()) < 0.5


def test_gaussian_process():
    def f(x, y):
        distance = (x[:, None] - x[None]) ** 2

        def loss(log_scale):
            kernel = jnp.exp(-0.5 * distance / jnp.exp(log_scale)) + 0.1 * jnp.eye(len(x))
            chol = jnp.linalg.cholesky(kernel)
            alpha = jax.scipy.linalg.cho_solve((chol, True), y)
            return 0.5 * y @ alpha + jnp.log(jnp.diag(chol)).sum()

        return jax.value_and_grad(loss)(0.3)

    x = np.linspace(0, 2, 8)
    check(f, x, np.sin(x), factor=1e3)


def test_newton_with_line_search():
    f = lambda x: (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2

    def minimise(x):
        def step(x, _):
            direction = -jnp.linalg.solve(jax.hessian(f)(x), jax.grad(f)(x))
            size = jax.lax.while_loop(lambda t: f(x + t * direction) > f(x), lambda t: t / 2, 1.0)
            return x + size * direction, f(x)

        return jax.lax.scan(step, x, length=15)[0]

    check(minimise, np.array([-1.0, 1.5]), factor=1e6)


def test_graph_network():
    senders, receivers = np.array([0, 1, 2, 3, 0]), np.array([1, 2, 3, 0, 2])

    def f(nodes, weights):
        for w in weights:
            messages = jnp.tanh(nodes[senders] @ w)
            nodes = nodes + jax.ops.segment_sum(messages, receivers, 4)
        return nodes.sum()

    nodes, weights = np.ones((4, 3)), [np.full((3, 3), 0.1), np.eye(3) * 0.2]
    check(jax.value_and_grad(f, (0, 1)), nodes, weights, factor=100)
