// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A client whose device is not the processor, for tests of what clients share:
// its memory cannot be reached through pointers (its addresses are disguised),
// it has pinned memory of the host beside it, and everything it does happens
// later, in threads of its own. Programs are launched by whoever makes their
// last argument ready.

#pragma once

#include "FakeProgram.h"

namespace weft::runtime::testing {

Ref<Client> createQueueClient(int devices, uint64_t memoryLimit,
                              std::map<std::string, Body> bodies);

} // namespace weft::runtime::testing
