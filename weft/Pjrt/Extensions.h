// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extensions of the table, each in a file of its own.

#pragma once

#include "weft/Pjrt/Abi/Extensions.h"

namespace weft::pjrt {

/// Each fills in its extension; the objects live for the process.
PJRT_Extension_Base *layoutsExtension();
PJRT_Extension_Base *shardingsExtension();
PJRT_Extension_Base *memoryDescriptionsExtension();
PJRT_Extension_Base *foreignFunctionExtension();
PJRT_Extension_Base *customCallExtension();
PJRT_Extension_Base *streamExtension();
PJRT_Extension_Base *lendingExtension();

} // namespace weft::pjrt
