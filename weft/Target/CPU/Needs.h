// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a processor must have to run an object file, noted in the file. Code for
// SVE registers of one width computes nonsense with those of another, and code
// with instructions that a processor lacks ends the process: programs are kept
// and sent to other machines, so it is looked at when code is loaded.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Support/Status.h"

#include <llvm/IR/Module.h>
#include <llvm/Object/ObjectFile.h>

namespace weft::cpu {

/// Notes what `cpu` has. The module becomes an object file.
void noteNeeds(llvm::Module &module, const Machine &cpu);

/// Fails with what `host` lacks. Code without a note needs nothing.
Status checkNeeds(const llvm::object::ObjectFile &file, const Machine &host);

} // namespace weft::cpu
