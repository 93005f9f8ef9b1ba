# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Physics: fields, particles, light, and gradients through them."""

import jax
import jax.numpy as jnp
from jax import lax

from ..cases import Family, integers, normal, uniform
from .layers import perceptron, perceptron_weights

simulation = Family("simulation")


def around(x):
    return jnp.roll(x, 1, 0) + jnp.roll(x, -1, 0) + jnp.roll(x, 1, 1) + jnp.roll(x, -1, 1)


@simulation.case(normal(100, 100))
def heat_implicit(u):
    """An implicit step, solved by conjugate gradients."""
    apply = lambda x: x - 0.5 * (around(x) - 4 * x)  # noqa: E731
    return jax.scipy.sparse.linalg.cg(apply, u, maxiter=20, tol=0)[0]


@simulation.case(normal(64, 64), normal(64, 64), tolerance=1e-3)
def fluid_step(u, v):
    """Advection backwards along the flow, then a projection that makes it free of divergence."""
    i, j = jnp.meshgrid(jnp.arange(64.0), jnp.arange(64.0), indexing="ij")

    def sample(field, y, x):
        a, b = jnp.floor(y).astype(jnp.int32), jnp.floor(x).astype(jnp.int32)
        dy, dx = y - a, x - b
        at = lambda a, b: field[a % 64, b % 64]  # noqa: E731
        low = at(a, b) * (1 - dx) + at(a, b + 1) * dx
        return low * (1 - dy) + (at(a + 1, b) * (1 - dx) + at(a + 1, b + 1) * dx) * dy

    u, v = (sample(f, i - 0.5 * u, j - 0.5 * v) for f in (u, v))
    divergence = 0.5 * (jnp.roll(u, -1, 0) - jnp.roll(u, 1, 0) + jnp.roll(v, -1, 1) - jnp.roll(v, 1, 1))
    p = lax.fori_loop(0, 20, lambda k, p: 0.25 * (around(p) - divergence), jnp.zeros_like(u))
    return u - 0.5 * (jnp.roll(p, -1, 0) - jnp.roll(p, 1, 0)), v - 0.5 * (jnp.roll(p, -1, 1) - jnp.roll(p, 1, 1))


@simulation.case(uniform(9, 64, 64, low=0.9, high=1.1))
def lattice_boltzmann(f):
    cx = [0, 1, 0, -1, 0, 1, -1, -1, 1]
    cy = [0, 0, 1, 0, -1, 1, 1, -1, -1]
    w = [4 / 9] + [1 / 9] * 4 + [1 / 36] * 4

    def step(k, f):
        f = jnp.stack([jnp.roll(f[i], (cx[i], cy[i]), (0, 1)) for i in range(9)])
        density = f.sum(0)
        ux = sum(cx[i] * f[i] for i in range(9)) / density
        uy = sum(cy[i] * f[i] for i in range(9)) / density
        along = [cx[i] * ux + cy[i] * uy for i in range(9)]
        energy = 1.5 * (ux * ux + uy * uy)
        still = jnp.stack([w[i] * density * (1 + 3 * a + 4.5 * a * a - energy) for i, a in enumerate(along)])
        return f + (still - f) / 0.6

    return lax.fori_loop(0, 10, step, f)


@simulation.case(uniform(80, 80, low=1, high=1.2), normal(80, 80, scale=0.1), normal(80, 80, scale=0.1))
def shallow_water(h, u, v):
    def step(state, _):
        h, u, v = state
        dx = lambda x: 0.5 * (jnp.roll(x, -1, 0) - jnp.roll(x, 1, 0))  # noqa: E731
        dy = lambda x: 0.5 * (jnp.roll(x, -1, 1) - jnp.roll(x, 1, 1))  # noqa: E731
        h, u, v = (x + 0.05 * (around(x) - 4 * x) for x in (h, u, v))
        flow = lambda x, slope: x - 0.05 * (u * dx(x) + v * dy(x) + slope)  # noqa: E731
        return (h - 0.05 * (dx(h * u) + dy(h * v)), flow(u, dx(h)), flow(v, dy(h))), h.max()

    return lax.scan(step, (h, u, v), None, length=20)


@simulation.case(normal(2000))
def burgers_upwind(u):
    def step(i, u):
        flux = 0.5 * u * u
        left = jnp.where(u > 0, flux - jnp.roll(flux, 1), jnp.roll(flux, -1) - flux)
        return u - 0.1 * left + 0.05 * (jnp.roll(u, 1) - 2 * u + jnp.roll(u, -1))

    return lax.fori_loop(0, 100, step, u)


@simulation.case(normal(200), uniform(200))
def diffusion_by_tridiagonal_solves(u, k):
    def step(i, u):
        side = -0.1 * k
        return lax.linalg.tridiagonal_solve(side.at[0].set(0), 1 + 0.3 * k, side.at[-1].set(0), u[:, None])[:, 0]

    return lax.fori_loop(0, 20, step, u)


@simulation.case(normal(60, 60, scale=0.1), normal(60, 60, scale=0.1), normal(60, 60, scale=0.1))
def electromagnetic_waves(ez, hx, hy):
    def step(state, t):
        ez, hx, hy = state
        hx = hx.at[:, :-1].add(-0.5 * (ez[:, 1:] - ez[:, :-1]))
        hy = hy.at[:-1].add(0.5 * (ez[1:] - ez[:-1]))
        ez = ez.at[1:, 1:].add(0.5 * (hy[1:, 1:] - hy[:-1, 1:] - hx[1:, 1:] + hx[1:, :-1]))
        return (ez.at[30, 30].add(jnp.sin(0.2 * t)), hx, hy), ez[10, 10]

    return lax.scan(step, (ez, hx, hy), jnp.arange(50.0))


@simulation.case(normal(200, 3), normal(200, 3, scale=0.1), uniform(200))
def n_body(x, v, mass):
    def pull(x):
        apart = x - x[:, None]
        return jnp.einsum("ijk,ij,j->ik", apart, (jnp.sum(apart * apart, -1) + 0.1) ** -1.5, mass)

    def step(i, state):
        x, v = state
        v = v + 5e-4 * pull(x)
        x = x + 1e-3 * v
        return x, v + 5e-4 * pull(x)

    return lax.fori_loop(0, 4, step, (x, v))


@simulation.case(uniform(100, 3, high=5.0))
def molecular_forces(x):
    def energy(x):
        apart = x[:, None] - x
        apart = apart - 5 * jnp.round(apart / 5)
        square = jnp.sum(apart * apart, -1) + jnp.eye(100) + 0.5
        inverse = jnp.where(square < 6, 1 / square**3, 0)
        return 2 * jnp.sum((inverse * inverse - inverse) * (1 - jnp.eye(100)))

    return jax.value_and_grad(energy)(x)


@simulation.case(uniform(500, 2), normal(500, 2, scale=0.01))
def particles_on_grid(x, v):
    """Mass and momentum to a grid, forces there, and back."""

    def step(i, state):
        x, v = state
        cell = jnp.floor(x * 30).astype(jnp.int32)
        part = x * 30 - cell
        mass, momentum, stencil = jnp.zeros((32, 32)), jnp.zeros((32, 32, 2)), []
        for a in (0, 1):
            for b in (0, 1):
                w = jnp.abs(1 - a - part[:, 0]) * jnp.abs(1 - b - part[:, 1])
                stencil.append((cell[:, 0] + a, cell[:, 1] + b, w))
                mass = mass.at[cell[:, 0] + a, cell[:, 1] + b].add(w)
                momentum = momentum.at[cell[:, 0] + a, cell[:, 1] + b].add(w[:, None] * v)
        flow = momentum / jnp.maximum(mass, 1e-6)[..., None] - jnp.array([0, 1e-3])
        v = sum(w[:, None] * flow[a, b] for a, b, w in stencil)
        return jnp.clip(x + v * 0.01, 0, 1), v

    return lax.fori_loop(0, 10, step, (x, v))


def scene(p):
    """The distance to two balls and a floor."""
    ball = jnp.linalg.norm(p - jnp.array([0.0, 0.0, 4.0])) - 1
    other = jnp.linalg.norm(p - jnp.array([1.2, -0.3, 3.2])) - 0.5
    return jnp.minimum(jnp.minimum(ball, other), p[1] + 1)


@simulation.case(uniform(48, 64, 2, low=-0.01, high=0.01), tolerance=2e-2)
def ray_marcher(jitter):
    y, x = jnp.meshgrid(jnp.linspace(0.6, -0.6, 48), jnp.linspace(-0.8, 0.8, 64), indexing="ij")

    def pixel(y, x, jitter):
        ray = jnp.stack([x + jitter[0], y + jitter[1], 1.0])
        ray = ray / jnp.linalg.norm(ray)
        t = lax.fori_loop(0, 40, lambda i, t: t + 0.9 * scene(t * ray), 0.0)
        normal = jax.grad(scene)(jnp.minimum(t, 20.0) * ray)
        return jnp.where(t < 20, jnp.maximum(normal @ jnp.array([0.5, 0.7, -0.5]), 0), 0.1)

    # Edges of balls are where a ray may hit or miss by rounding: what is compared is a mean of neighbours.
    return jax.vmap(jax.vmap(pixel))(y, x, jitter).reshape(6, 8, 8, 8).mean((1, 3))


@simulation.case(uniform(1, 2, 64, 64))
def spots_by_convolution(chemicals):
    """A reaction that spreads by a filter of each chemical by itself, around a torus."""
    spread = jnp.array([[0.05, 0.2, 0.05], [0.2, -1, 0.2], [0.05, 0.2, 0.05]])
    filters = jnp.broadcast_to(spread, (2, 1, 3, 3))
    rates = jnp.array([1.0, 0.5])[:, None, None]

    def step(_, c):
        padded = jnp.pad(c, ((0, 0), (0, 0), (1, 1), (1, 1)), mode="wrap")
        spreading = lax.conv_general_dilated(padded, filters, (1, 1), "VALID", feature_group_count=2)
        u, v = c[:, :1], c[:, 1:]
        reaction = u * v**2
        return c + rates * spreading + jnp.concatenate([0.055 * (1 - u) - reaction, reaction - 0.117 * v], 1)

    return lax.fori_loop(0, 50, step, chemicals)


@simulation.case(integers(200, 200, high=2, dtype="uint8"))
def game_of_life(board):
    def step(board, _):
        rows = board + jnp.roll(board, 1, 0) + jnp.roll(board, -1, 0)
        count = rows + jnp.roll(rows, 1, 1) + jnp.roll(rows, -1, 1)
        board = ((count == 3) | ((count == 4) & (board == 1))).astype(jnp.uint8)
        return board, board.sum(dtype=jnp.int32)

    return lax.scan(step, board, None, length=20)


# Gradients through time.


def runge_kutta(field, x, steps, dt):
    def step(x, _):
        k1 = field(x)
        k2 = field(x + 0.5 * dt * k1)
        k3 = field(x + 0.5 * dt * k2)
        k4 = field(x + dt * k3)
        return x + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4), x

    return lax.scan(step, x, None, length=steps)


def neural_ode_loss(p, start, seen):
    path = runge_kutta(lambda x: perceptron(x, p, jnp.tanh), start, 20, 0.05)[1]
    return jnp.mean(jnp.square(path - seen))


simulation.add(
    "neural_ode_gradient", jax.grad(neural_ode_loss), perceptron_weights(4, 32, 4), normal(16, 4), normal(20, 16, 4)
)


@simulation.case(uniform(4, low=0.5), uniform(50, 2, low=0.5, high=2))
def predator_prey_fit(rates, seen):
    def loss(rates):
        field = lambda x: x * (jnp.stack([rates[0], -rates[1]]) + jnp.stack([-rates[2], rates[3]]) * x[::-1])  # noqa: E731
        return jnp.mean(jnp.square(runge_kutta(field, jnp.ones(2), 50, 0.05)[1] - seen))

    return jax.value_and_grad(loss)(rates)


@simulation.case(normal(40, scale=0.1))
def pendulum_control(forces):
    def cost(forces):
        def step(state, force):
            angle, speed = state
            speed = speed + 0.05 * (jnp.sin(angle) + force)
            return (angle + 0.05 * speed, speed), jnp.square(angle) + 0.1 * jnp.square(force)

        return lax.scan(step, (jnp.float32(1), jnp.float32(0)), forces)[1].sum()

    return lax.fori_loop(0, 10, lambda i, f: f - 0.1 * jax.grad(cost)(f), forces)


@simulation.case(uniform(40, 40, low=0.9, high=1.1))
def wave_speed_inversion(speed):
    def loss(speed):
        def step(state, t):
            now, before = state
            new = 2 * now - before + 0.1 * speed * (around(now) - 4 * now)
            new = new.at[20, 20].add(jnp.sin(0.3 * t))
            return (new, now), new[5, 5:35]

        zeros = jnp.zeros((40, 40))
        return jnp.sum(jnp.square(lax.scan(step, (zeros, zeros), jnp.arange(40.0))[1]))

    return jax.grad(loss)(speed)


@simulation.case(normal(32, 32, dtype="float64"))
def cahn_hilliard_f64(c):
    laplacian = lambda x: around(x) - 4 * x  # noqa: E731
    return lax.fori_loop(0, 50, lambda i, c: c + 0.005 * laplacian(c**3 - c - 0.5 * laplacian(c)), 0.1 * c)


@simulation.case(normal(100, 2), normal(100, 2))
def adaptive_orbits(x, v):
    """Every orbit has steps of its own length, until its time is over."""

    def one(x, v):
        def step(state):
            x, v, t = state
            r = jnp.linalg.norm(x) + 0.5
            dt = jnp.minimum(0.05 * r, 1 - t)
            v = v - dt * x / r**3
            return x + dt * v, v, t + dt

        return lax.while_loop(lambda s: s[2] < 0.999, step, (x, v, jnp.float32(0)))[:2]

    return jax.vmap(one)(x, v)


def circuit(angles, bits):
    """Layers of rotations of each bit and signs of neighbouring ones, as quantum circuits are simulated."""

    def layer(state, turn):
        for bit in range(bits):
            c, s = jnp.cos(turn[bit]), jnp.sin(turn[bit])
            gate = jnp.stack([jnp.stack([c, -s]), jnp.stack([s, c])]).astype(state.dtype)
            state = jnp.moveaxis(jnp.tensordot(gate, state, (1, bit)), 0, bit)
        for bit in range(bits - 1):
            state = state.at[(slice(None),) * bit + (1, 1)].multiply(-1)
        return state, None

    ground = jnp.zeros((2,) * bits, jnp.complex64).at[(0,) * bits].set(1)
    return jnp.square(jnp.abs(lax.scan(layer, ground, angles)[0]))


for bits in (4, 10, 13):
    simulation.add(f"circuit_of_{bits}_bits", lambda angles, bits=bits: circuit(angles, bits), normal(8, bits))


@simulation.case(normal(4, 8))
def circuit_gradient(angles):
    def energy(angles):
        likely = circuit(angles, 8)
        return sum((jnp.take(likely, 0, bit) - jnp.take(likely, 1, bit)).sum() * (bit + 1) for bit in range(8))

    return jax.grad(energy)(angles)


@simulation.case(normal(50, 16, 2, 16, scale=0.3))
def matrix_product_norm_gradient(tensors):
    """Of a chain of spins."""

    def norm(tensors):
        step = lambda left, a: (jnp.einsum("ij,isk,jsl->kl", left, a, a) / 4, None)  # noqa: E731
        return jnp.trace(lax.scan(step, jnp.eye(16), tensors)[0])

    return jax.grad(norm)(tensors)
