// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/FFI/CallSite.h"

#include <vector>

namespace weft::ffi {

namespace {

/// Buffers in the form a frame refers to them. Points into itself.
class EncodedBuffers {
public:
  explicit EncodedBuffers(std::span<const BufferView> views) {
    buffers.reserve(views.size());
    for (const BufferView &view : views) {
      XLA_FFI_Buffer buffer = {};
      buffer.struct_size = XLA_FFI_Buffer_STRUCT_SIZE;
      buffer.dtype = view.type;
      buffer.data = view.data;
      buffer.rank = static_cast<int64_t>(view.dimensions.size());
      // Only read by handlers; the interface does not say so.
      buffer.dims = const_cast<int64_t *>(view.dimensions.data());
      buffers.push_back(buffer);
    }
    for (XLA_FFI_Buffer &buffer : buffers) {
      pointers.push_back(&buffer);
    }
    argumentTypes.resize(views.size(), XLA_FFI_ArgType_BUFFER);
    resultTypes.resize(views.size(), XLA_FFI_RetType_BUFFER);
  }
  EncodedBuffers(const EncodedBuffers &) = delete;
  EncodedBuffers &operator=(const EncodedBuffers &) = delete;

  XLA_FFI_Args arguments() {
    return {XLA_FFI_Args_STRUCT_SIZE, nullptr,
            static_cast<int64_t>(pointers.size()), argumentTypes.data(),
            pointers.data()};
  }
  XLA_FFI_Rets results() {
    return {XLA_FFI_Rets_STRUCT_SIZE, nullptr,
            static_cast<int64_t>(pointers.size()), resultTypes.data(),
            pointers.data()};
  }

private:
  std::vector<XLA_FFI_Buffer> buffers;
  std::vector<void *> pointers;
  std::vector<XLA_FFI_ArgType> argumentTypes;
  std::vector<XLA_FFI_RetType> resultTypes;
};

} // namespace

CallSite::CallSite(std::string target, Handler handler, Dictionary attributes)
    : targetName(std::move(target)), handler(handler),
      dictionary(std::move(attributes)), attributes(dictionary) {}

StatusOr<std::unique_ptr<CallSite>> CallSite::create(std::string_view platform,
                                                     std::string_view target,
                                                     Dictionary attributes,
                                                     bool hostMemory) {
  std::optional<Handler> handler =
      Registry::process().findHandler(platform, target);
  if (!handler && hostMemory) {
    handler = Registry::process().findHandler("cpu", target);
  }
  if (!handler) {
    return Status::unimplemented(
        "no handler for custom call target '" + std::string(target) +
        "' is registered for platform '" + std::string(platform) +
        "'; register one with jax.ffi.register_ffi_target(..., platform=\"" +
        std::string(platform) + "\")");
  }
  std::unique_ptr<CallSite> site(
      new CallSite(std::string(target), *handler, std::move(attributes)));
  if (handler->stages.instantiate != nullptr) {
    Environment environment;
    XLA_FFI_InvokeContext context = {&environment, &site->siteStates, nullptr};
    WEFT_RETURN_IF_ERROR(site->runStage(
        handler->stages.instantiate, XLA_FFI_ExecutionStage_INSTANTIATE,
        EncodedBuffers({}).arguments(), EncodedBuffers({}).results(), context));
  }
  return site;
}

Status CallSite::runStage(XLA_FFI_Handler *function,
                          XLA_FFI_ExecutionStage stage,
                          const XLA_FFI_Args &arguments,
                          const XLA_FFI_Rets &results,
                          XLA_FFI_InvokeContext &context) const {
  XLA_FFI_CallFrame frame = {};
  // Handlers insist on this number exactly; `future` lies behind it.
  frame.struct_size = XLA_FFI_CallFrame_STRUCT_SIZE;
  frame.api = api();
  frame.ctx = &context;
  frame.stage = stage;
  frame.args = arguments;
  frame.rets = results;
  frame.attrs = attributes.attributes();
  Status status = takeError(function(&frame));
  Status later = takeFuture(frame.future);
  return status.ok() ? later : status;
}

Status CallSite::call(std::span<const BufferView> arguments,
                      std::span<const BufferView> results,
                      Environment &environment) {
  EncodedBuffers encodedArguments(arguments);
  EncodedBuffers encodedResults(results);
  StageStates runStates;
  XLA_FFI_InvokeContext context = {&environment, &siteStates, &runStates};
  const std::array<std::pair<XLA_FFI_Handler *, XLA_FFI_ExecutionStage>, 3>
      stages = {{{handler.stages.prepare, XLA_FFI_ExecutionStage_PREPARE},
                 {handler.stages.initialize, XLA_FFI_ExecutionStage_INITIALIZE},
                 {handler.stages.execute, XLA_FFI_ExecutionStage_EXECUTE}}};
  for (auto [function, stage] : stages) {
    if (function != nullptr) {
      WEFT_RETURN_IF_ERROR(runStage(function, stage,
                                    encodedArguments.arguments(),
                                    encodedResults.results(), context));
    }
  }
  return Status::success();
}

} // namespace weft::ffi
