# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A pendulum by the Runge-Kutta method inside lax.scan, and its starting push found by differentiating the solver."""

import jax
import jax.numpy as jnp

STEPS, TIME = 60, 3.0


def derivative(state):
    angle, speed = state
    return jnp.stack([speed, -9.81 * jnp.sin(angle) - 0.2 * speed])


def swing(push):
    """Angles over time after a push from rest."""
    h = TIME / STEPS

    def step(state, _):
        k1 = derivative(state)
        k2 = derivative(state + h / 2 * k1)
        k3 = derivative(state + h / 2 * k2)
        k4 = derivative(state + h * k3)
        state = state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return state, state[0]

    return jax.lax.scan(step, jnp.stack([0.0, push]), length=STEPS)[1]


def main():
    angles = jax.jit(swing)(3.0)
    for i in range(0, STEPS, 4):
        print(f"{(i + 1) * TIME / STEPS:4.2f} s  " + " " * int(20 + 18 * float(angles[i])) + "o")

    target = 0.5
    improve = jax.jit(lambda push: push - (swing(push)[-1] - target) / jax.grad(lambda p: swing(p)[-1])(push))
    push = jnp.float32(3.0)
    for _ in range(6):
        push = improve(push)
    print(f"a push of {float(push):.4f} ends at {float(swing(push)[-1]):.4f} (wanted {target})")


if __name__ == "__main__":
    main()
