# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Foreign functions: telling the plugin about handlers and types that other libraries define.

The plugin takes handlers through PJRT's FFI extension, one function each. Everything richer (several stages, types with
a deleter) goes through the FFI's own table of functions, which a handler is shown when it registers.
"""

import ctypes
from typing import Any

from weft import abi

STAGES = ("instantiate", "prepare", "initialize", "execute")


class FfiError(RuntimeError):
    """The plugin refused a registration."""


def capsule_pointer(capsule: Any) -> int:
    """The address in a PyCapsule of any name."""
    # Not ctypes.pythonapi: others set their own prototypes there.
    python = ctypes.PyDLL(None)
    python.PyCapsule_GetName.restype = ctypes.c_char_p
    python.PyCapsule_GetName.argtypes = [ctypes.py_object]
    python.PyCapsule_GetPointer.restype = ctypes.c_void_p
    python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    try:
        return python.PyCapsule_GetPointer(capsule, python.PyCapsule_GetName(capsule))
    except (ValueError, TypeError) as error:
        raise FfiError(f"a foreign function must be a PyCapsule, not {type(capsule).__name__}") from error


def _span(text: bytes) -> abi.ByteSpan:
    return abi.ByteSpan(text, len(text))


class Ffi:
    """The FFI of one loaded plugin library."""

    def __init__(self, library_path: str) -> None:
        address = abi.find_plugin_extension(library_path, abi.FFI_EXTENSION)
        if address is None:
            raise FfiError("this plugin library has no FFI extension")
        self._extension = abi.PjrtFfiExtension.from_address(address)
        self._api: abi.FfiApi | None = None

    def register_function(self, name: str, platform: str, address: int, traits: int = 0) -> None:
        target, device = name.encode(), platform.encode()
        args = abi.PjrtRegisterHandlerArgs(
            abi.PjrtRegisterHandlerArgs.SIZE, target, len(target), address, device, len(device), traits
        )
        if self._extension.register_handler(ctypes.addressof(args)):
            raise FfiError(f"the plugin refused the foreign function '{name}' for platform '{platform}'")

    def api(self) -> abi.FfiApi:
        """The FFI's table of functions."""
        if self._api is None:
            seen: list[Any] = []

            @abi.HANDLER
            def probe(address: int) -> None:
                frame = abi.CallFrame.from_address(address)
                answer_metadata(frame)
                seen.append(frame.api.contents)

            # The plugin keeps the function's address for good.
            self._probe = probe
            self.register_function("weft_probe", "weft", ctypes.cast(probe, ctypes.c_void_p).value)
            self._api = seen[0]
        return self._api

    def register_stages(self, name: str, platform: str, stages: dict[str, int], traits: int = 0) -> None:
        args = abi.HandlerRegisterArgs(
            abi.HandlerRegisterArgs.SIZE,
            None,
            _span(name.encode()),
            _span(platform.encode()),
            abi.HandlerBundle(**stages),
            traits,
        )
        self._check(self.api().handler_register(ctypes.byref(args)))

    def register_type(self, name: str, type_id: abi.TypeId, type_info: int | None) -> None:
        """Numbers the type; a number it has already (from another runtime in the process) is kept."""
        args = abi.TypeRegisterArgs(
            abi.TypeRegisterArgs.SIZE, None, _span(name.encode()), ctypes.pointer(type_id), type_info
        )
        self._check(self.api().type_register(ctypes.byref(args)))

    def _check(self, error: int | None) -> None:
        if not error:
            return
        api = self.api()
        details = abi.ErrorGetDetailsArgs(abi.ErrorGetDetailsArgs.SIZE, None, error)
        api.error_get_details(ctypes.byref(details))
        message = (details.message or b"").decode(errors="replace")
        api.error_destroy(ctypes.byref(abi.ErrorDestroyArgs(abi.ErrorDestroyArgs.SIZE, None, error)))
        raise FfiError(message)

    # What jaxlib calls for every target and type that anybody registers.

    def handle_target(self, name: str, target: Any, platform: str, api_version: int = 0, traits: Any = 0) -> None:
        if api_version != 1:
            raise FfiError(
                f"the custom call '{name}' has API version {api_version}; Weft takes typed foreign functions "
                "(api_version=1) only"
            )
        if isinstance(target, dict):
            unknown = sorted(set(target) - set(STAGES))
            if unknown:
                raise FfiError(f"unknown stages of the foreign function '{name}': {', '.join(unknown)}")
            stages = {stage: capsule_pointer(capsule) for stage, capsule in target.items()}
            self.register_stages(name, platform, stages, int(traits))
        else:
            self.register_stages(name, platform, {"execute": capsule_pointer(target)}, int(traits))

    def handle_type(self, name: str, registration: Any) -> None:
        if not isinstance(registration, dict) or "type_id" not in registration:
            raise FfiError(f"the foreign type '{name}' needs a dictionary with 'type_id'")
        type_id = abi.TypeId.from_address(capsule_pointer(registration["type_id"]))
        info = registration.get("type_info")
        self.register_type(name, type_id, capsule_pointer(info) if info is not None else None)


def answer_metadata(frame: abi.CallFrame) -> bool:
    """Tells the plugin which version a handler in Python speaks; true if that was the question."""
    address = abi.find_extension(frame.extension_start, abi.METADATA_EXTENSION)
    if address is None:
        return False
    metadata = abi.MetadataExtension.from_address(address).metadata.contents
    metadata.version.major, metadata.version.minor = abi.FFI_VERSION
    metadata.traits = 0
    return True
