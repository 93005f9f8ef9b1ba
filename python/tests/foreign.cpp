// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Foreign functions as users write them, built with the headers inside jaxlib.

#include "xla/ffi/api/ffi.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace ffi = xla::ffi;

static ffi::Error axpy(float a, ffi::Buffer<ffi::F32> x,
                       ffi::Buffer<ffi::F32> y,
                       ffi::ResultBuffer<ffi::F32> result) {
  if (x.element_count() != y.element_count()) {
    return ffi::Error::InvalidArgument("x and y differ in size");
  }
  for (size_t i = 0; i < x.element_count(); ++i) {
    result->typed_data()[i] = a * x.typed_data()[i] + y.typed_data()[i];
  }
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(Axpy, axpy,
                              ffi::Ffi::Bind()
                                  .Attr<float>("a")
                                  .Arg<ffi::Buffer<ffi::F32>>()
                                  .Arg<ffi::Buffer<ffi::F32>>()
                                  .Ret<ffi::Buffer<ffi::F32>>());

// What attributes of every kind arrive as.
static ffi::Error describe(std::string_view text, int64_t number, bool flag,
                           ffi::Span<const int64_t> list,
                           ffi::Dictionary dictionary, ffi::RemainingArgs args,
                           ffi::ResultBuffer<ffi::S64> result) {
  int64_t *out = result->typed_data();
  out[0] = static_cast<int64_t>(text.size());
  out[1] = number;
  out[2] = flag;
  out[3] = 0;
  for (int64_t item : list) {
    out[3] += item;
  }
  auto inner = dictionary.get<double>("half");
  if (!inner.has_value()) {
    return ffi::Error::InvalidArgument("no entry 'half'");
  }
  out[4] = static_cast<int64_t>(*inner * 2);
  out[5] = static_cast<int64_t>(args.size());
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(Describe, describe,
                              ffi::Ffi::Bind()
                                  .Attr<std::string_view>("text")
                                  .Attr<int64_t>("number")
                                  .Attr<bool>("flag")
                                  .Attr<ffi::Span<const int64_t>>("list")
                                  .Attr<ffi::Dictionary>("dictionary")
                                  .RemainingArgs()
                                  .Ret<ffi::Buffer<ffi::S64>>());

static ffi::Error fail(ffi::AnyBuffer, ffi::Result<ffi::AnyBuffer>) {
  return ffi::Error(ffi::ErrorCode::kFailedPrecondition, "meant to fail");
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(
    Fail, fail, ffi::Ffi::Bind().Arg<ffi::AnyBuffer>().Ret<ffi::AnyBuffer>());

// A state that is made when the program is loaded and counts its calls.
struct Counter {
  static ffi::TypeId id;
  static ffi::TypeInfo info;
  int64_t calls = 0;
};
ffi::TypeId Counter::id = {};
ffi::TypeInfo Counter::info = ffi::MakeTypeInfo<Counter>();

static ffi::ErrorOr<std::unique_ptr<Counter>> makeCounter() {
  return std::make_unique<Counter>();
}
static ffi::Error count(Counter *counter, ffi::ResultBuffer<ffi::S64> result) {
  *result->typed_data() = ++counter->calls;
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(MakeCounter, makeCounter,
                              ffi::Ffi::BindInstantiate());
XLA_FFI_DEFINE_HANDLER_SYMBOL(
    Count, count,
    ffi::Ffi::Bind().Ctx<ffi::State<Counter>>().Ret<ffi::Buffer<ffi::S64>>());
extern "C" void *counterTypeId() { return &Counter::id; }
extern "C" void *counterTypeInfo() { return &Counter::info; }

// Memory and threads of the runtime.
static ffi::Error scratch(ffi::ScratchAllocator allocator,
                          ffi::ThreadPool threads,
                          ffi::ResultBuffer<ffi::S64> result) {
  auto memory = allocator.Allocate(1000, 64);
  if (!memory.has_value()) {
    return ffi::Error::Internal("no scratch memory");
  }
  static_cast<char *>(*memory)[999] = 1;
  *result->typed_data() = threads.num_threads();
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(Scratch, scratch,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::ScratchAllocator>()
                                  .Ctx<ffi::ThreadPool>()
                                  .Ret<ffi::Buffer<ffi::S64>>());

// As one for CUDA: arrays of the device, work in its stream. The functions of
// the driver are found where the runtime found them.
#include <cstdlib>
#include <dlfcn.h>

static ffi::Error keepHalf(void *stream, ffi::ScratchAllocator scratch,
                           ffi::Buffer<ffi::S32> x,
                           ffi::ResultBuffer<ffi::S32> result) {
  using Copy = int (*)(unsigned long long, unsigned long long, size_t, void *);
  using Fill = int (*)(unsigned long long, unsigned, size_t, void *);
  void *driver = dlopen(std::getenv("WEFT_CUDA_DRIVER"), RTLD_NOW);
  auto copy = reinterpret_cast<Copy>(dlsym(driver, "cuMemcpyDtoDAsync_v2"));
  auto fill = reinterpret_cast<Fill>(dlsym(driver, "cuMemsetD32Async"));
  auto addressOf = [](const void *data) {
    return reinterpret_cast<unsigned long long>(data);
  };
  const size_t count = x.element_count();
  // Through memory of its own: the first half of the array, then sevens.
  std::optional<void *> own = scratch.Allocate(x.size_bytes());
  if (!own || stream == nullptr || count < 2) {
    return ffi::Error::Internal("no memory, no stream, or too small");
  }
  if (fill(addressOf(*own), 7, count, stream) != 0 ||
      copy(addressOf(*own), addressOf(x.typed_data()), count / 2 * 4, stream) !=
          0 ||
      copy(addressOf(result->typed_data()), addressOf(*own), count * 4,
           stream) != 0) {
    return ffi::Error::Internal("the driver refused");
  }
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(OnDevice, keepHalf,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::PlatformStream<void *>>()
                                  .Ctx<ffi::ScratchAllocator>()
                                  .Arg<ffi::Buffer<ffi::S32>>()
                                  .Ret<ffi::Buffer<ffi::S32>>());
