# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results are the same bit for bit, whatever the number of threads, in every run."""

import functools
import json
import pathlib

import pytest

from support import python

# Each program alone, alone again, and beside itself; the bits of all results as one number.
RUN = f"""
import concurrent.futures, hashlib, json, sys
sys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})
import jax, numpy as np
from workload import programs

def digest(results):
    bits = hashlib.sha256()
    for leaf in jax.tree.leaves(results):
        bits.update(np.asarray(leaf).tobytes())
    return bits.hexdigest()[:16]

digests = {{}}
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for name, (function, arguments) in programs().items():
        program = jax.jit(function).lower(*arguments).compile()
        alone = [digest(program(*arguments)) for _ in range(2)]
        beside_itself = list(pool.map(lambda _: digest(program(*arguments)), range(2)))
        digests[name] = alone + beside_itself
print(json.dumps(digests))
"""


@functools.cache
def digests(threads: int) -> dict[str, list[str]]:
    run = python(RUN, JAX_PLATFORMS="weft", JAX_PJRT_CLIENT_CREATE_OPTIONS=f"num_threads:{threads}")
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_every_run_is_the_first(threads):
    assert {name: runs for name, runs in digests(threads).items() if len(set(runs)) > 1} == {}


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_every_number_of_threads_is_one(threads):
    alone, shared = digests(1), digests(threads)
    assert alone.keys() == shared.keys()
    assert [name for name in alone if alone[name][0] != shared[name][0]] == []
