// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime must know of a program's native code, beside the code
// (SectionKind::Code), its constants and its calls.

#pragma once

#include "weft/Executable/Bytes.h"
#include "weft/Executable/CollectiveCall.h"
#include "weft/Support/Status.h"

#include <optional>
#include <variant>

namespace weft {

/// A call that a function of SectionKind::Calls makes.
struct OutlinedCall {
  /// The function is one custom call that takes the code's arrays as they are.
  bool isInPlace = false;
  /// Of the copies that it is made on otherwise.
  uint64_t copiedBytes = 0;

  friend bool operator==(const OutlinedCall &, const OutlinedCall &) = default;
};

/// What code asks of the runtime.
using NativeCall = std::variant<OutlinedCall, CollectiveCall>;

void writeCall(ByteWriter &writer, const NativeCall &call);
/// Nothing if the bytes are no call.
std::optional<NativeCall> readCall(ByteReader &reader);

struct NativeProgram {
  /// Memory of a run beside arguments, results and constants; a multiple of
  /// kNativeAlignment.
  uint64_t temporaryBytes = 0;
  /// Memory that kernels need in the caller's thread.
  uint64_t scratchBytes = 0;
  /// By the number that code knows them by.
  std::vector<NativeCall> calls;
  /// What to say when a check of the program fails, by its number.
  std::vector<std::string> checks;
};

std::string encodeNativeProgram(const NativeProgram &program);
/// Checks everything: the bytes may come from anywhere.
StatusOr<NativeProgram> decodeNativeProgram(std::string_view bytes);

/// The function of SectionKind::Calls that makes a call.
inline std::string callName(size_t number) {
  return "call_" + std::to_string(number);
}

} // namespace weft
