// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom calls by name that programs were lowered with for other machines.

#pragma once

#include <string_view>

namespace weft::runtime {

/// What to do about a call that nobody handles.
std::string_view adviceOnMissing(std::string_view target);

} // namespace weft::runtime
