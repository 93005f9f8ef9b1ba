// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How every function of the table is entered: the caller's struct is checked
// against what it claims to hold, and a Status becomes a PJRT_Error.

#pragma once

#include "weft/Pjrt/Abi/Api.h"
#include "weft/Support/Status.h"

#include <cstddef>
#include <string_view>

namespace weft::pjrt {

/// Null for success; otherwise an error the caller destroys.
PJRT_Error *makeError(Status status);

/// The status an error carries; success for null.
Status statusOf(const PJRT_Error *error);

/// The status, and the error is destroyed.
Status takeError(PJRT_Error *error);

/// A status from a code and a text that came over the interface.
Status statusFrom(PJRT_Error_Code code, const char *message, size_t size);

/// True if the caller's struct reaches to the end of `field`. Fields that are
/// younger than the oldest caller (0.104) are touched only if it does.
template <class Args, class Field>
bool covers(const Args &args, Field Args::*field) {
  const char *start = reinterpret_cast<const char *>(&args);
  const char *end =
      reinterpret_cast<const char *>(&(args.*field)) + sizeof(Field);
  return args.struct_size >= static_cast<size_t>(end - start);
}

PJRT_Error *structTooSmall(size_t size);

template <class Field, class Args> Args argsOf(Field Args::*);

/// The C function for `Body`, which is Status (Args &). `Last` is the last
/// field that even the oldest caller has.
template <auto Body, auto Last>
PJRT_Error *entry(decltype(argsOf(Last)) *args) {
  if (args == nullptr || !covers(*args, Last)) [[unlikely]] {
    return structTooSmall(args == nullptr ? 0 : args->struct_size);
  }
  return makeError(Body(*args));
}

inline std::string_view textOf(const char *data, size_t size) {
  return data == nullptr ? std::string_view() : std::string_view(data, size);
}

/// Fills the slots of one family.
void fillErrorSlots(PJRT_Api &api);
void fillEventSlots(PJRT_Api &api);
void fillPluginSlots(PJRT_Api &api);
void fillClientSlots(PJRT_Api &api);
void fillDeviceSlots(PJRT_Api &api);
void fillMemorySlots(PJRT_Api &api);
void fillCompileSlots(PJRT_Api &api);
void fillExecutableSlots(PJRT_Api &api);
void fillLoadedExecutableSlots(PJRT_Api &api);
void fillExecuteSlots(PJRT_Api &api);
void fillBufferSlots(PJRT_Api &api);
void fillBufferCreationSlots(PJRT_Api &api);
void fillTransferSlots(PJRT_Api &api);
void fillStreamSlots(PJRT_Api &api);
void fillTopologySlots(PJRT_Api &api);

/// The chain of extensions; lives for the process.
PJRT_Extension_Base *extensions();

} // namespace weft::pjrt
