// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An object file, linked to the code object that a driver would load.

#pragma once

#include <llvm/Support/AMDHSAKernelDescriptor.h>

#include <optional>
#include <string>

namespace weft::amd {

/// The code object's bytes; empty, with what the linker has said, if there are
/// none.
std::string linkObject(const std::string &object, std::string &report);

/// Whether these are code for a processor by its number in ELF.
bool isCodeObjectFor(const std::string &code, unsigned processor);

/// What a launch reads of a kernel; nothing if the code object has no such
/// kernel.
std::optional<llvm::amdhsa::kernel_descriptor_t>
findKernel(const std::string &code, const std::string &name);

} // namespace weft::amd
