# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the plugin's shared library is."""

import os
import pathlib

NAME = "libweft_pjrt.so"
VARIABLE = "WEFT_LIBRARY_PATH"


class LibraryNotFoundError(RuntimeError):
    """No shared library; the message says where it was looked for."""


def candidates() -> list[pathlib.Path]:
    """The places a library may be in, the preferred first."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return [pathlib.Path(chosen)]
    package = pathlib.Path(__file__).resolve().parent
    places = [package / NAME]
    source_tree = package.parent.parent
    if (source_tree / "CMakePresets.json").exists():
        places += [source_tree / "build" / preset / "lib" / NAME for preset in ("dev", "release")]
    return places


def library_path() -> str:
    """The library inside the installed wheel, or the one a source tree built.

    The environment variable WEFT_LIBRARY_PATH overrides both.
    """
    places = candidates()
    for place in places:
        if place.is_file():
            return str(place)
    tried = ", ".join(map(str, places))
    raise LibraryNotFoundError(
        f"{NAME} not found (looked for {tried}); install the weft wheel, run `make build` in the source tree, "
        f"or set {VARIABLE}"
    )
