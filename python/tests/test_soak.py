# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A short run of scripts/soak: many threads, several devices, and whatever programs do."""

import pathlib
import subprocess
import sys

SOAK = pathlib.Path(__file__).parents[2] / "scripts" / "soak"


def test_nothing_wrong_nothing_left_no_hang():
    run = subprocess.run(
        [sys.executable, SOAK, "--seconds=12", "--legs=devices", "--programs=6", "--seed=1", f"--python={sys.executable}"],
        capture_output=True, text=True, timeout=115, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
    assert "soak: fine" in run.stdout
