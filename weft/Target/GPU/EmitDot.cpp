// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products: the instruction that inference has chosen, repeated over the
// registers of a warp. Operands and accumulator lie in registers as the
// instruction wants them, so every use of it names registers and no more.

#include "weft/Target/GPU/KernelEmitter.h"
#include "weft/Tile/Layout/Matrix.h"

namespace weft::gpu {
namespace {

using llvm::SmallVector;
using llvm::Value;
using mlir::LogicalResult;
using mlir::success;

/// The registers of one use of the instruction, whose part of the tile starts
/// at a row and a column.
Pieces fragment(const KernelEmitter::Hold &hold, llvm::ArrayRef<Value *> all,
                const Layout &instruction, int64_t row, int64_t column) {
  Pieces registers;
  const int64_t count = int64_t(1) << instruction.registers.size();
  for (int64_t i = 0; i < count; ++i) {
    Place place = instruction.registerPlace(instruction.base, i);
    place[0] += row;
    place[1] += column;
    registers.push_back(all[hold.at(place)]);
  }
  return registers;
}

} // namespace

LogicalResult emitDot(KernelEmitter &emitter, tile::DotOp op) {
  auto name = op->getAttrOfType<mlir::StringAttr>("instruction");
  auto found = llvm::find_if(emitter.machine.instructions,
                             [&](const MatrixInstruction &one) {
                               return name && name.getValue() == one.name;
                             });
  if (found == emitter.machine.instructions.end()) {
    return op.emitOpError("has no matrix instruction on ")
           << emitter.gpu.family << " yet";
  }
  const Layout left = tile::fragmentLayout(found->lhs, found->m, found->k);
  const Layout right = tile::fragmentLayout(found->rhs, found->k, found->n);
  const Layout sums =
      tile::fragmentLayout(found->accumulator, found->m, found->n);
  Builder &builder = emitter.builder;
  const KernelEmitter::Hold &lhs = emitter.hold(op.getLhs());
  const KernelEmitter::Hold &rhs = emitter.hold(op.getRhs());
  const KernelEmitter::Hold &sum = emitter.hold(op.getResult());
  Pieces registers(emitter.pieces(op.getAccumulator()));
  llvm::ArrayRef<Value *> a = emitter.pieces(op.getLhs());
  llvm::ArrayRef<Value *> b = emitter.pieces(op.getRhs());
  // A base is one use per warp, so it is how far the next use of this warp is.
  for (int64_t k = 0; k < lhs.shape[1]; k += found->k) {
    SmallVector<Pieces> columns;
    for (int64_t n = 0; n < sum.shape[1]; n += sum.layout.base[1]) {
      columns.push_back(
          emitter.gpu.operand(builder, *found, fragment(rhs, b, right, k, n)));
    }
    for (int64_t m = 0; m < sum.shape[0]; m += sum.layout.base[0]) {
      const Pieces row =
          emitter.gpu.operand(builder, *found, fragment(lhs, a, left, m, k));
      for (auto [i, column] : llvm::enumerate(columns)) {
        const int64_t n = static_cast<int64_t>(i) * sum.layout.base[1];
        const Pieces after = emitter.gpu.multiply(
            builder, *found, row, column, fragment(sum, registers, sums, m, n));
        for (auto [j, value] : llvm::enumerate(after)) {
          Place place = sums.registerPlace(sums.base, static_cast<int64_t>(j));
          place[0] += m;
          place[1] += n;
          registers[sum.at(place)] = value;
        }
      }
    }
  }
  emitter.define(op.getResult(), std::move(registers));
  return success();
}

} // namespace weft::gpu
