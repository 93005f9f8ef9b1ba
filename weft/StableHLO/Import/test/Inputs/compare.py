# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare.py EXPECTED FOLDER: every file there imports to the expected text."""

import pathlib
import subprocess
import sys


def main():
    expected = pathlib.Path(sys.argv[1]).read_text()
    files = [file for file in sorted(pathlib.Path(sys.argv[2]).glob("*.bc")) if file.stem != "truncated"]
    failed = 0
    for file in files:
        run = subprocess.run(["weft-opt", str(file)], capture_output=True, text=True)
        if run.stdout != expected:
            failed += 1
            print(f"{file.name} differs\n{run.stderr}{run.stdout}", file=sys.stderr)
    if failed or len(files) < 20:
        sys.exit(f"{failed} of {len(files)} differ")


main()
