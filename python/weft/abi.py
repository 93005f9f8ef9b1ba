# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The C structs through which Python reaches the plugin: PJRT's FFI extension, and the FFI itself.

Only the parts that are used. Sizes passed to the other side are those of the interface, which end with the last field
and not with the padding behind it.
"""

import ctypes
from ctypes import POINTER, Structure, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint32, c_void_p

FFI_EXTENSION = 5
METADATA_EXTENSION = 1
STAGE_INSTANTIATE = 0
STAGE_EXECUTE = 3
FFI_VERSION = (0, 4)
# The plugin's own trait: programs that call the handler run in their caller's thread.
TRAIT_CALLS_PYTHON = 1 << 31

HANDLER = ctypes.CFUNCTYPE(c_void_p, c_void_p)


class PjrtApiHead(Structure):
    _fields_ = [("struct_size", c_size_t), ("extension_start", c_void_p)]


class PjrtExtension(Structure):
    _fields_ = [("struct_size", c_size_t), ("type", c_int), ("next", c_void_p)]


def find_extension(first: int | None, kind: int) -> int | None:
    """The address of an extension in a list of them: PJRT's and those of the FFI begin alike."""
    address = first
    while address:
        extension = PjrtExtension.from_address(address)
        if extension.type == kind:
            return address
        address = extension.next
    return None


def find_plugin_extension(library_path: str, kind: int) -> int | None:
    plugin = ctypes.CDLL(library_path)
    plugin.GetPjrtApi.restype = c_void_p
    return find_extension(PjrtApiHead.from_address(plugin.GetPjrtApi()).extension_start, kind)


class PjrtFfiExtension(Structure):
    _fields_ = [
        ("base", PjrtExtension),
        ("type_register", c_void_p),
        ("user_data_add", c_void_p),
        ("register_handler", ctypes.CFUNCTYPE(c_void_p, c_void_p)),
    ]


class PjrtRegisterHandlerArgs(Structure):
    SIZE = 52
    _fields_ = [
        ("struct_size", c_size_t),
        ("target_name", c_char_p),
        ("target_name_size", c_size_t),
        ("handler", c_void_p),
        ("platform_name", c_char_p),
        ("platform_name_size", c_size_t),
        ("traits", c_int),
    ]


class ApiVersion(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("extension_start", c_void_p),
        ("major", c_int),
        ("minor", c_int),
    ]


class ByteSpan(Structure):
    _fields_ = [("data", c_char_p), ("size", c_size_t)]


class HandlerBundle(Structure):
    _fields_ = [(stage, c_void_p) for stage in ("instantiate", "prepare", "initialize", "execute", "record")]


class HandlerRegisterArgs(Structure):
    SIZE = 92
    _fields_ = [
        ("struct_size", c_size_t),
        ("extension_start", c_void_p),
        ("name", ByteSpan),
        ("platform", ByteSpan),
        ("bundle", HandlerBundle),
        ("traits", c_uint32),
    ]


class TypeId(Structure):
    _fields_ = [("number", c_int64)]


class TypeRegisterArgs(Structure):
    SIZE = 48
    _fields_ = [
        ("struct_size", c_size_t),
        ("extension_start", c_void_p),
        ("name", ByteSpan),
        ("type_id", POINTER(TypeId)),
        ("type_info", c_void_p),
    ]


class StateSetArgs(Structure):
    SIZE = 48
    _fields_ = [
        ("struct_size", c_size_t),
        ("extension_start", c_void_p),
        ("context", c_void_p),
        ("stage", c_int),
        ("type_id", POINTER(TypeId)),
        ("state", c_void_p),
    ]


class TypeInfo(Structure):
    SIZE = 24
    _fields_ = [("struct_size", c_size_t), ("extension_start", c_void_p), ("deleter", c_void_p)]


class ErrorCreateArgs(Structure):
    SIZE = 28
    _fields_ = [
        ("struct_size", c_size_t),
        ("extension_start", c_void_p),
        ("message", c_char_p),
        ("code", c_int),
    ]


class ErrorGetDetailsArgs(Structure):
    SIZE = 36
    _fields_ = [
        ("struct_size", c_size_t),
        ("extension_start", c_void_p),
        ("error", c_void_p),
        ("message", c_char_p),
        ("code", c_int),
    ]


class ErrorDestroyArgs(Structure):
    SIZE = 24
    _fields_ = [("struct_size", c_size_t), ("extension_start", c_void_p), ("error", c_void_p)]


class FfiApi(Structure):
    """The table of functions a handler is given, up to the last one used here."""

    _fields_ = [
        ("struct_size", c_size_t),
        ("extension_start", c_void_p),
        ("version", ApiVersion),
        ("internal_api", c_void_p),
        ("error_create", ctypes.CFUNCTYPE(c_void_p, POINTER(ErrorCreateArgs))),
        ("error_get_details", ctypes.CFUNCTYPE(None, POINTER(ErrorGetDetailsArgs))),
        ("error_destroy", ctypes.CFUNCTYPE(None, POINTER(ErrorDestroyArgs))),
        ("handler_register", ctypes.CFUNCTYPE(c_void_p, POINTER(HandlerRegisterArgs))),
        ("stream_get", c_void_p),
        ("type_register", ctypes.CFUNCTYPE(c_void_p, POINTER(TypeRegisterArgs))),
        ("invoke_context_get", c_void_p),
        ("state_set", ctypes.CFUNCTYPE(c_void_p, POINTER(StateSetArgs))),
    ]


class Metadata(Structure):
    _fields_ = [("struct_size", c_size_t), ("version", ApiVersion), ("traits", c_uint32)]


class MetadataExtension(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("type", c_int),
        ("next", c_void_p),
        ("metadata", POINTER(Metadata)),
    ]


class Buffer(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("extension_start", c_void_p),
        ("dtype", c_int),
        ("data", c_void_p),
        ("rank", c_int64),
        ("dims", POINTER(c_int64)),
    ]


class Values(Structure):
    """Arguments or results."""

    _fields_ = [
        ("struct_size", c_size_t),
        ("extension_start", c_void_p),
        ("size", c_int64),
        ("types", c_void_p),
        ("buffers", POINTER(POINTER(Buffer))),
    ]


class Scalar(Structure):
    _fields_ = [("dtype", c_int), ("value", c_void_p)]


class Attributes(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("extension_start", c_void_p),
        ("size", c_int64),
        ("types", POINTER(c_int32)),
        ("names", POINTER(POINTER(ByteSpan))),
        ("values", POINTER(c_void_p)),
    ]


class CallFrame(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("extension_start", c_void_p),
        ("api", POINTER(FfiApi)),
        ("context", c_void_p),
        ("stage", c_int),
        ("arguments", Values),
        ("results", Values),
        ("attributes", Attributes),
    ]
