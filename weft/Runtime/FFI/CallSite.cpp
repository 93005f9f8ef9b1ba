// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/FFI/CallSite.h"

#include "weft/Runtime/FFI/Outcome.h"

#include <array>
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>
#include <vector>

namespace weft::ffi {

namespace {

/// Buffers in the form a frame refers to them. Points into itself.
class EncodedBuffers {
public:
  explicit EncodedBuffers(size_t count = 0) {
    buffers.reserve(count);
    pointers.reserve(count);
  }
  EncodedBuffers(const EncodedBuffers &) = delete;
  EncodedBuffers &operator=(const EncodedBuffers &) = delete;

  void add(const ArrayType &type, void *data) {
    XLA_FFI_Buffer buffer = {};
    buffer.struct_size = XLA_FFI_Buffer_STRUCT_SIZE;
    buffer.dtype = dataTypeOf(type.element);
    buffer.data = data;
    buffer.rank = static_cast<int64_t>(type.rank());
    // Only read by handlers; the interface does not say so.
    buffer.dims = const_cast<int64_t *>(type.dimensions.data());
    buffers.push_back(buffer);
  }

  /// After the last `add`.
  XLA_FFI_Args arguments() {
    collect();
    argumentTypes.assign(pointers.size(), XLA_FFI_ArgType_BUFFER);
    return {XLA_FFI_Args_STRUCT_SIZE, nullptr,
            static_cast<int64_t>(pointers.size()), argumentTypes.data(),
            pointers.data()};
  }
  XLA_FFI_Rets results() {
    collect();
    resultTypes.assign(pointers.size(), XLA_FFI_RetType_BUFFER);
    return {XLA_FFI_Rets_STRUCT_SIZE, nullptr,
            static_cast<int64_t>(pointers.size()), resultTypes.data(),
            pointers.data()};
  }

private:
  void collect() {
    pointers.clear();
    for (XLA_FFI_Buffer &buffer : buffers) {
      pointers.push_back(&buffer);
    }
  }

  std::vector<XLA_FFI_Buffer> buffers;
  std::vector<void *> pointers;
  std::vector<XLA_FFI_ArgType> argumentTypes;
  std::vector<XLA_FFI_RetType> resultTypes;
};

/// What a call may use of the runtime.
class CallEnvironment final : public Environment {
public:
  explicit CallEnvironment(runtime::CustomCallFrame &frame) : frame(frame) {}

  int32_t deviceOrdinal() const override { return frame.deviceOrdinal; }
  int64_t runId() const override { return frame.runId; }
  void *stream() const override {
    return frame.device == nullptr ? nullptr : frame.device->queue;
  }
  StatusOr<void *> allocate(size_t bytes, size_t alignment) override {
    return frame.device == nullptr ? Environment::allocate(bytes, alignment)
                                   : frame.device->allocate(bytes);
  }
  void deallocate(void *data, size_t bytes) override {
    // Memory of a device is held until the queue is past the call.
    if (frame.device == nullptr) {
      Environment::deallocate(data, bytes);
    }
  }
  int64_t threadCount() const override { return frame.threadCount; }
  void schedule(std::function<void()> task) override {
    if (frame.schedule && *frame.schedule) {
      (*frame.schedule)(std::move(task));
    } else {
      task();
    }
  }
  void *userData(int64_t typeNumber) const override {
    return frame.context == nullptr
               ? nullptr
               : static_cast<const UserData *>(frame.context)->find(typeNumber);
  }

private:
  runtime::CustomCallFrame &frame;
};

/// For threads that must not return: what is above them is gone or going.
void stayForever(void *) {
  while (true) {
    pause();
  }
}

/// A handler may end its thread instead of returning: Python does that to those
/// who want its lock while it shuts down. No frame above is made to be unwound,
/// so such a thread stays here until the process is over.
XLA_FFI_Error *callForeign(XLA_FFI_Handler *function,
                           XLA_FFI_CallFrame *frame) {
  XLA_FFI_Error *error = nullptr;
  pthread_cleanup_push(stayForever, nullptr);
  error = function(frame);
  pthread_cleanup_pop(/*execute=*/0);
  return error;
}

/// Whether Python, if this process has one, has begun to shut down.
bool pythonHasEnded() {
  static auto *const isInitialized =
      reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "Py_IsInitialized"));
  return isInitialized != nullptr && isInitialized() == 0;
}

} // namespace

CallSite::CallSite(const Handler &handler, const runtime::CustomCallSite &site)
    : handler(handler), dictionary(site.attributes), attributes(dictionary) {}

StatusOr<std::unique_ptr<CallSite>>
CallSite::create(const Handler &handler, const runtime::CustomCallSite &given) {
  constexpr int typedVersion = 4;
  if (given.apiVersion != typedVersion && !given.backendConfig.empty()) {
    return Status::invalidArgument(
        "custom call '" + given.target + "' has api version " +
        std::to_string(given.apiVersion) +
        " and a configuration in text, but its handler takes typed "
        "attributes (version 4)");
  }
  std::unique_ptr<CallSite> site(new CallSite(handler, given));
  if (handler.stages.instantiate != nullptr) {
    Environment environment;
    EncodedBuffers none;
    XLA_FFI_InvokeContext context = {&environment, &site->siteStates, nullptr};
    WEFT_RETURN_IF_ERROR(site->runStage(
        handler.stages.instantiate, XLA_FFI_ExecutionStage_INSTANTIATE,
        none.arguments(), none.results(), context));
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
  frame.api = handler.api;
  frame.ctx = &context;
  frame.stage = stage;
  frame.args = arguments;
  frame.rets = results;
  frame.attrs = attributes.attributes();
  if ((handler.traits & kCallsPython) != 0 && pythonHasEnded()) {
    stayForever(nullptr);
  }
  Status status = takeError(callForeign(function, &frame));
  Status later = takeFuture(frame.future);
  return status.ok() ? later : status;
}

Status CallSite::call(runtime::CustomCallFrame &frame) {
  EncodedBuffers arguments(frame.operands.size());
  for (const runtime::CallOperand &operand : frame.operands) {
    arguments.add(operand.type, const_cast<void *>(operand.data));
  }
  EncodedBuffers results(frame.results.size());
  for (const runtime::CallResult &result : frame.results) {
    results.add(result.type, result.data);
  }
  CallEnvironment environment(frame);
  StageStates runStates;
  XLA_FFI_InvokeContext context = {&environment, &siteStates, &runStates};
  XLA_FFI_Args encodedArguments = arguments.arguments();
  XLA_FFI_Rets encodedResults = results.results();
  const std::array<std::pair<XLA_FFI_Handler *, XLA_FFI_ExecutionStage>, 3>
      stages = {{{handler.stages.prepare, XLA_FFI_ExecutionStage_PREPARE},
                 {handler.stages.initialize, XLA_FFI_ExecutionStage_INITIALIZE},
                 {handler.stages.execute, XLA_FFI_ExecutionStage_EXECUTE}}};
  for (auto [function, stage] : stages) {
    if (function != nullptr) {
      WEFT_RETURN_IF_ERROR(
          runStage(function, stage, encodedArguments, encodedResults, context));
    }
  }
  return Status::success();
}

runtime::CustomCallHandler asCustomCall(const Handler &handler) {
  runtime::CustomCallHandler result;
  result.instantiate = [handler](runtime::CustomCallSite &site) -> Status {
    WEFT_ASSIGN_OR_RETURN(std::unique_ptr<CallSite> made,
                          CallSite::create(handler, site));
    site.state = std::shared_ptr<CallSite>(std::move(made));
    return Status::success();
  };
  result.execute = [](runtime::CustomCallFrame &frame) {
    return static_cast<CallSite *>(frame.site.state.get())->call(frame);
  };
  result.needsCallersThread = (handler.traits & kCallsPython) != 0;
  result.worksOnDevice = (handler.traits & kWorksOnDevice) != 0;
  return result;
}

} // namespace weft::ffi
