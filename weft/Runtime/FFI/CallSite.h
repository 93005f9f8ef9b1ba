// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call of a foreign function in a program.

#pragma once

#include "weft/Runtime/CustomCall.h"
#include "weft/Runtime/FFI/Attributes.h"
#include "weft/Runtime/FFI/Context.h"

#include <memory>
#include <span>

namespace weft::ffi {

/// A trait of our own, beside those of the interface: the handler calls Python.
///
/// Programs that call it run in their caller's thread. A thread of the client's
/// would want Python's lock while, at the end of the process, whoever holds
/// that lock waits for the client's threads.
constexpr XLA_FFI_Handler_Traits kCallsPython = XLA_FFI_Handler_Traits(1) << 31;

/// Another one: the handler takes arrays in the memory of the device, and puts
/// what it does into the device's queue.
constexpr XLA_FFI_Handler_Traits kWorksOnDevice = XLA_FFI_Handler_Traits(1)
                                                  << 30;

/// The functions of one target, by stage. Only `execute` is certain.
struct Handler {
  /// What the functions find in their frames.
  const XLA_FFI_Api *api = nullptr;
  XLA_FFI_Handler_Bundle stages = {};
  XLA_FFI_Handler_Traits traits = 0;
};

/// Runs the instantiate stage when it is made, the others at each call.
class CallSite {
public:
  static StatusOr<std::unique_ptr<CallSite>>
  create(const Handler &handler, const runtime::CustomCallSite &site);

  /// Waits until the results are there. Any thread, several calls at once.
  Status call(runtime::CustomCallFrame &frame);

private:
  CallSite(const Handler &handler, const runtime::CustomCallSite &site);
  Status runStage(XLA_FFI_Handler *function, XLA_FFI_ExecutionStage stage,
                  const XLA_FFI_Args &arguments, const XLA_FFI_Rets &results,
                  XLA_FFI_InvokeContext &context) const;

  const Handler handler;
  const runtime::CallAttribute dictionary;
  const EncodedAttributes attributes;
  StageStates siteStates;
};

/// The foreign function as the runtime calls its own.
runtime::CustomCallHandler asCustomCall(const Handler &handler);

} // namespace weft::ffi
