// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of bytes as people read them: "512 B", "1.5 GiB".

#pragma once

#include <cstdint>
#include <string>

namespace weft {

std::string byteText(int64_t bytes);

} // namespace weft
