#!/usr/bin/env python3
# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far long sums are off, on Weft and on JAX's own CPU back end, beside the bound of docs/accuracy.md.

JAX_PLATFORMS=weft,cpu PYTHONPATH=python build/venv/bin/python benchmarks/accuracy.py [--longest 100000000]
"""

import argparse
import os
import pathlib
import sys

os.environ.setdefault("WEFT_CACHE", "0")
os.environ["JAX_ENABLE_X64"] = "1"
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "python/tests"))

from sums import FAMILIES, UNIT, bound, errors, inputs  # noqa: E402

# Longer ones are slow to make, or not exact in the wide type.
LONGEST = {"float64": 10**7, "bfloat16": 10**6, "float16": 10**4, "complex64": 10**6}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--longest", type=int, default=10**7)
    parser.add_argument("--platforms", default="weft,cpu")
    options = parser.parse_args()
    platforms = tuple(options.platforms.split(","))
    print(f"| family | type | terms | bound | {' | '.join(platforms)} |")
    print("|" + " --- |" * (4 + len(platforms)))
    for family, (_, _, share, _) in FAMILIES.items():
        for dtype in ("float32", "float64", "bfloat16", "float16", "complex64"):
            most = min(options.longest, LONGEST.get(dtype, options.longest))
            # Terms that are computed are rounded to a narrow type before they are summed.
            if family == "sum of a product" and dtype in ("bfloat16", "float16"):
                continue
            for n in (UNIT * 10**k for k in range(0, 7)):
                if n > 1.1 * most:
                    break
                worst = [0.0] * len(platforms)
                for kind in ("positive", "mixed", "equal"):
                    worst = list(map(max, worst, errors(family, inputs(kind, n, dtype), platforms)))
                print(f"| {family} | {dtype} | {int(n * share)} | {bound(family, n)} | {' | '.join(f'{e:.2g}' for e in worst)} |", flush=True)


if __name__ == "__main__":
    main()
