// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pass of programs that looks at the machine, which its option names.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Plan/Passes.h"

namespace weft::plan {

/// `Base` is what Passes.td makes of the pass.
template <typename Base> struct MachinePass : Base {
  using Base::Base;

  virtual void run(ProgramOp program, const Machine &machine) = 0;

  void runOnOperation() final {
    StatusOr<Machine> found = findMachine(this->machine.getValue());
    if (!found.ok()) {
      this->getOperation().emitError(found.status().message());
      return this->signalPassFailure();
    }
    run(this->getOperation(), *found);
  }
};

} // namespace weft::plan
