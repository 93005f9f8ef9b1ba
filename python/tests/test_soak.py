# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A short run of scripts/soak: many threads, several devices, and whatever programs do."""

import pathlib
import subprocess
import sys

import pytest

SOAK = pathlib.Path(__file__).parents[2] / "scripts" / "soak"


def test_nothing_wrong_nothing_left_no_hang():
    run = subprocess.run(
        [sys.executable, SOAK, "--seconds=12", "--legs=devices", "--programs=6", "--seed=1", f"--python={sys.executable}"],
        capture_output=True, text=True, timeout=115, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
    assert "soak: fine" in run.stdout


@pytest.fixture
def growth(monkeypatch):
    monkeypatch.syspath_prepend(str(SOAK.parent))
    import soak_leg

    return soak_leg.growth


MEBIBYTE = 2**20


def test_what_goes_on_growing_is_a_leak(growth):
    per_1000_calls, leaks = growth([(calls, 300 * MEBIBYTE + calls * 6000) for calls in range(500, 3000, 250)])
    assert leaks and per_1000_calls == pytest.approx(6e6)


def test_what_fills_up_and_stays_is_no_leak(growth):
    filling = [(531, 315.0), (737, 317.8), (980, 319.5), (1256, 320.2), (1487, 320.4)]
    assert growth([(calls, int(size * MEBIBYTE)) for calls, size in filling]) == (0.0, False)


def test_a_few_samples_say_nothing(growth):
    filling = [(446, 310.2), (633, 315.1), (827, 316.1), (1052, 317.1), (1223, 320.1)]
    assert growth([(calls, int(size * MEBIBYTE)) for calls, size in filling]) == (0.0, False)


def test_what_goes_up_and_down_is_no_leak(growth):
    assert growth([(calls, (300 + calls % 500 // 50) * MEBIBYTE) for calls in range(250, 5000, 130)]) == (0.0, False)
