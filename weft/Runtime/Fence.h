// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A place in a queue of a device. Whoever can have his own queue wait for it
// need not wait himself; what a fence is made of is the device's affair.

#pragma once

#include "weft/Support/Ref.h"

namespace weft::runtime {

class Fence : public RefCounted {};

} // namespace weft::runtime
