# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the emulator reads the PTX of every program of the corpus: parse_corpus.py CORPUS FOLDER"""

import pathlib
import subprocess
import sys

corpus, folder = map(pathlib.Path, sys.argv[1:])
files = []
for program in sorted(corpus.glob("*.mlir")):
    run = subprocess.run(["weft", "explain", str(program), "--target=sm_90", "--stage=emit-code"], check=True, capture_output=True)
    files.append(folder / (program.stem + ".ptx"))
    files[-1].write_bytes(run.stdout)
run = subprocess.run(["weft-run-ptx", "--parse", *map(str, files)])
print(f"{len(files)} programs")
sys.exit(run.returncode)
