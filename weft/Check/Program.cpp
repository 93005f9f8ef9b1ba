// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Check/Program.h"

namespace weft {

CheckedProgram cloneProgram(const CheckedProgram &program) {
  CheckedProgram copy;
  copy.module = program.module.get().clone();
  copy.inputs = program.inputs;
  copy.replicas = program.replicas;
  copy.partitions = program.partitions;
  copy.infeed = program.infeed;
  copy.limits = program.limits;
  copy.isForMachine = program.isForMachine;
  copy.liberties = program.liberties;
  return copy;
}

} // namespace weft
