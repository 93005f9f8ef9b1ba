// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Foreign functions registered through the table reach every client.

#pragma once

#include "weft/Runtime/Client.h"

namespace weft::pjrt {

void connectForeignFunctions(runtime::Client &client);
void disconnectForeignFunctions(runtime::Client &client);

} // namespace weft::pjrt
