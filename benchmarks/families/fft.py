# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fourier transforms: powers of two, mixed radices, primes, batches, several dimensions, and what solvers do with them."""

import math

import jax
import jax.numpy as jnp

from .cases import Family, named, normal, uniform

fft = Family("fft")


def transform(kind, *shape, dtype=None):
    dtype = dtype or ("float32" if kind == "rfft" or kind == "rfft2" else "complex64")
    fft.add(
        named(kind, dtype if dtype in ("float64", "complex128") else "", shape), getattr(jnp.fft, kind),
        normal(*shape, dtype=dtype),
    )  # fmt: skip


# One line: powers of two, mixed radices, primes, twice a prime, a prime's square.
for n in (8, 64, 256, 1024, 4096, 16384, 131072, 60, 360, 1000, 1536, 10000, 44100, 97, 997, 4099, 2018, 10007, 961):
    transform("fft", n)
for n in (1024, 1000, 997, 44100):
    transform("ifft", n)
for n in (16, 1024, 65536, 1000, 441, 997, 44100):
    transform("rfft", n)
for n in (513, 32769, 501, 499):
    transform("irfft", n)
# Long ones with large primes: a prime itself, and what is left when small factors are taken off.
for n in (44101, 65537, 66558, 133116, 262147):
    transform("fft", n)
    transform("rfft", n)
transform("irfft", 33280)
transform("fft", 16, 65537)
# Batches, short and long, along the last axis and the first.
for shape in ((10000, 8), (1000, 64), (256, 256), (64, 1024), (37, 360), (100, 101), (12, 4096), (500, 7)):
    transform("fft", *shape)
for shape in ((1000, 64), (64, 1000), (100, 127), (16, 4096)):
    transform("rfft", *shape)
transform("irfft", 128, 129)
fft.add("fft_over_0_256x200", lambda x: jnp.fft.fft(x, axis=0), normal(256, 200, dtype="complex64"))
fft.add("rfft_over_0_240x200", lambda x: jnp.fft.rfft(x, axis=0), normal(240, 200))
fft.add("fft_of_real_64x512", jnp.fft.fft, normal(64, 512))
fft.add("fft_padded_100x300_to_512", lambda x: jnp.fft.fft(x, n=512), normal(100, 300, dtype="complex64"))
# Two and three dimensions.
for shape in ((64, 64), (256, 256), (120, 90), (101, 103), (16, 32, 32), (512, 64)):
    transform("fft2", *shape)
for shape in ((256, 256), (8, 100, 100)):
    transform("rfft2", *shape)
transform("irfft2", 256, 129)
transform("ifft2", 200, 200)
for shape in ((16, 16, 16), (32, 32, 32), (24, 20, 30), (13, 17, 19)):
    transform("fftn", *shape)
fft.add("rfft3_32x32x32", jnp.fft.rfftn, normal(32, 32, 32))
for n in (1024, 1000, 997):
    transform("fft", n, dtype="complex128")
transform("rfft", 32, 500, dtype="float64")
transform("fft2", 100, 128, dtype="complex128")


@fft.case(normal(20000), normal(500))
def convolve_by_fft(x, y):
    n = 1 << math.ceil(math.log2(x.size + y.size - 1))
    return jnp.fft.irfft(jnp.fft.rfft(x, n) * jnp.fft.rfft(y, n), n)


@fft.case(normal(65536), normal(1023))
def convolve_at_any_length(x, y):
    return jax.scipy.signal.fftconvolve(x, y, mode="same")


@fft.case(normal(16, 2000))
def autocorrelation(x):
    spectrum = jnp.fft.rfft(x - x.mean(-1, keepdims=True), 4096)
    return jnp.fft.irfft(spectrum * spectrum.conj(), 4096)[:, :2000]


@fft.case(normal(16000))
def spectrogram(x):
    starts = jnp.arange(0, x.size - 400, 160)
    frames = x[starts[:, None] + jnp.arange(400)] * jnp.hanning(400)
    return jnp.log1p(jnp.square(jnp.abs(jnp.fft.rfft(frames, 512))))


@fft.case(normal(128, 128))
def poisson_solve(f):
    k = jnp.fft.fftfreq(128, 1 / 128)
    square = k[:, None] ** 2 + k[None, :128 // 2 + 1] ** 2
    inverse = jnp.where(square > 0, -1 / jnp.where(square > 0, square, 1), 0)
    return jnp.fft.irfft2(jnp.fft.rfft2(f) * inverse)


def vorticity_step(w, dt=1e-3, viscosity=1e-3):
    """A pseudo-spectral step of the vorticity equation, two-thirds of the modes kept."""
    n = w.shape[0]
    kx, ky = jnp.fft.fftfreq(n, 1 / n)[:, None], jnp.fft.rfftfreq(n, 1 / n)[None, :]
    square = kx**2 + ky**2
    keep = (jnp.abs(kx) < n / 3) & (jnp.abs(ky) < n / 3)
    spectrum = jnp.fft.rfft2(w)
    stream = spectrum / jnp.where(square > 0, square, 1)
    back = lambda s: jnp.fft.irfft2(s, w.shape)  # noqa: E731
    advection = back(1j * ky * stream) * back(1j * kx * spectrum) - back(1j * kx * stream) * back(1j * ky * spectrum)
    right = -jnp.fft.rfft2(advection) * keep
    return back((spectrum + dt * right) / (1 + dt * viscosity * square))


fft.add("vorticity_step_64", vorticity_step, normal(64, 64))
fft.add("vorticity_step_128", vorticity_step, normal(128, 128))
fft.add("vorticity_8_steps_64", lambda w: jax.lax.fori_loop(0, 8, lambda i, w: vorticity_step(w), w), normal(64, 64))
fft.add("vorticity_step_gradient_64", jax.grad(lambda w: jnp.sum(jnp.square(vorticity_step(w)))), normal(64, 64))


@fft.case(normal(256, dtype="complex64"), uniform(256))
def split_step_schroedinger(wave, potential):
    k = jnp.fft.fftfreq(256, 1 / 256)
    kinetic = jnp.exp(-0.5e-3j * k**2)

    def step(i, wave):
        wave = wave * jnp.exp(-0.5e-3j * potential)
        return jnp.fft.ifft(jnp.fft.fft(wave) * kinetic) * jnp.exp(-0.5e-3j * potential)

    return jax.lax.fori_loop(0, 50, step, wave)


@fft.case(normal(4, 64, 64, 8), normal(12, 12, 8, 8, dtype="complex64"))
def fourier_layer(x, weights):
    spectrum = jnp.fft.rfft2(x, axes=(1, 2))
    mixed = jnp.einsum("bxyi,xyio->bxyo", spectrum[:, :12, :12], weights)
    return jnp.fft.irfft2(jnp.zeros_like(spectrum).at[:, :12, :12].set(mixed), axes=(1, 2))
