// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call of a foreign function in a program.
//
//   auto site = CallSite::create("weft", "my_target", attributes);
//   ...
//   Status status = (*site)->call(arguments, results, environment);

#pragma once

#include "weft/Runtime/FFI/Api.h"
#include "weft/Runtime/FFI/Attributes.h"
#include "weft/Runtime/FFI/Registry.h"

#include <memory>
#include <span>

namespace weft::ffi {

/// A dense row-major array. Types narrower than a byte take one byte per
/// element.
struct BufferView {
  XLA_FFI_DataType type = XLA_FFI_DataType_INVALID;
  void *data = nullptr;
  std::span<const int64_t> dimensions;
};

class CallSite {
public:
  /// Finds the handler for `platform`, else the one for the CPU where that
  /// will do (`hostMemory`), and runs its instantiate stage.
  static StatusOr<std::unique_ptr<CallSite>> create(std::string_view platform,
                                                    std::string_view target,
                                                    Dictionary attributes,
                                                    bool hostMemory = true);

  /// Runs the stages of one execution and waits until the results are there.
  /// May be called from several threads at once.
  Status call(std::span<const BufferView> arguments,
              std::span<const BufferView> results, Environment &environment);

private:
  CallSite(std::string target, Handler handler, Dictionary attributes);
  Status runStage(XLA_FFI_Handler *handler, XLA_FFI_ExecutionStage stage,
                  const XLA_FFI_Args &arguments, const XLA_FFI_Rets &results,
                  XLA_FFI_InvokeContext &context) const;

  std::string targetName;
  Handler handler;
  Dictionary dictionary;
  EncodedAttributes attributes;
  StageStates siteStates;
};

} // namespace weft::ffi
