# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The `weft` command: `python -m weft doctor`."""

import argparse
import sys

from weft import __version__, doctor


def main() -> int:
    parser = argparse.ArgumentParser(prog="weft", description="Weft, a compiler and JAX plugin for array programs.")
    parser.add_argument("--version", action="version", version=f"weft {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("doctor", help="say what Weft finds on this machine, and what to do about what is missing")
    parser.parse_args()
    return doctor.main()


if __name__ == "__main__":
    sys.exit(main())
