// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/RunPlaces.h"

namespace weft::cuda {

uint64_t RunPlaces::addressOf(const CommandAddress &address) const {
  using Base = CommandAddress::Base;
  switch (address.base) {
  case Base::Nowhere:
    return 0;
  case Base::Argument:
    return arguments[address.index] + address.offset;
  case Base::Result:
    return results[address.index] + address.offset;
  case Base::Constants:
    return constants + address.offset;
  case Base::Temporary:
    return temporary + address.offset;
  case Base::Words:
    return words;
  }
  return 0;
}

} // namespace weft::cuda
