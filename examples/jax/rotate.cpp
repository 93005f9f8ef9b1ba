// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A foreign function for JAX: turns points of the plane by an angle. It is
// built with the headers inside jaxlib and knows nothing of Weft.

#include "xla/ffi/api/ffi.h"

#include <cmath>

namespace ffi = xla::ffi;

static ffi::Error rotate(float angle, ffi::Buffer<ffi::F32> points,
                         ffi::ResultBuffer<ffi::F32> turned) {
  auto dimensions = points.dimensions();
  if (dimensions.size() == 0 || dimensions.back() != 2) {
    return ffi::Error::InvalidArgument("the last dimension must be 2");
  }
  float cosine = std::cos(angle), sine = std::sin(angle);
  for (size_t i = 0; i < points.element_count(); i += 2) {
    float x = points.typed_data()[i], y = points.typed_data()[i + 1];
    turned->typed_data()[i] = cosine * x - sine * y;
    turned->typed_data()[i + 1] = sine * x + cosine * y;
  }
  return ffi::Error::Success();
}

XLA_FFI_DEFINE_HANDLER_SYMBOL(Rotate, rotate,
                              ffi::Ffi::Bind()
                                  .Attr<float>("angle")
                                  .Arg<ffi::Buffer<ffi::F32>>()
                                  .Ret<ffi::Buffer<ffi::F32>>());
