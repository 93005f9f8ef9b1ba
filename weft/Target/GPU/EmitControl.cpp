// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow (Target/Code/ControlFlow.h). Conditions are scalars, so all
// threads of a program take the same way.

#include "weft/Target/Code/ControlFlow.h"
#include "weft/Target/GPU/KernelEmitter.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

namespace weft::gpu {

using mlir::failure;
using mlir::LogicalResult;
using mlir::success;
namespace scf = mlir::scf;

namespace {

using code::emitIf;
using code::emitSwitch;

LogicalResult emitFor(KernelEmitter &emitter, scf::ForOp op) {
  const code::LoopState start = {
      emitter.scalar(op.getLowerBound()),
      code::Merge<KernelEmitter>::piecesOf(emitter, op.getInitArgs())};
  mlir::FailureOr<code::LoopState> end =
      code::emitSteps(emitter, op, start, emitter.scalar(op.getUpperBound()));
  if (failed(end)) {
    return failure();
  }
  for (auto [result, pieces] : llvm::zip_equal(op.getResults(), end->carried)) {
    emitter.define(result, pieces);
  }
  return success();
}

LogicalResult emitWhile(KernelEmitter &emitter, scf::WhileOp op) {
  return code::emitWhile(emitter, op);
}

} // namespace

LogicalResult KernelEmitter::emitControl(mlir::Operation *op) {
  return llvm::TypeSwitch<mlir::Operation *, LogicalResult>(op)
      .Case([&](scf::ForOp loop) { return emitFor(*this, loop); })
      .Case([&](scf::WhileOp loop) { return emitWhile(*this, loop); })
      .Case([&](scf::IfOp choice) { return emitIf(*this, choice); })
      .Case(
          [&](scf::IndexSwitchOp choice) { return emitSwitch(*this, choice); });
}

} // namespace weft::gpu
