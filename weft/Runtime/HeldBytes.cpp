// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/HeldBytes.h"

#include "weft/Support/ByteText.h"

namespace weft::runtime {

void HeldBytes::leaveOut(uint64_t bytes) {
  Class &its = classes[classOf(bytes)];
  if (its.count != 0 && its.bytes >= bytes) {
    --its.count;
    its.bytes -= bytes;
  }
}

std::string HeldBytes::text() const {
  constexpr int most = 3;
  uint64_t count = 0;
  uint64_t bytes = 0;
  int shown = 0;
  std::string largest;
  for (size_t i = kClasses; i-- != 0;) {
    const Class &one = classes[i];
    count += one.count;
    bytes += one.bytes;
    if (one.count != 0 && shown++ < most) {
      largest += (largest.empty() ? "" : ", ") + std::to_string(one.count) +
                 " of " + byteText(int64_t(1) << i) + " and more";
    }
  }
  return count == 0
             ? ""
             : byteText(static_cast<int64_t>(bytes)) + " in " +
                   std::to_string(count) +
                   (count == 1 ? " array (" : " arrays (") + largest + ")";
}

} // namespace weft::runtime
