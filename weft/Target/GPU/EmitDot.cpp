// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products: the instruction that inference has chosen, repeated over the
// registers of a warp. Operands and accumulator lie in registers as the
// instruction wants them, so every use of it names registers and no more.

#include "weft/Target/Code/Multiply.h"
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

/// A product that lanes compute by themselves, each its rows and columns.
class LaneProduct {
public:
  LaneProduct(KernelEmitter &emitter, tile::DotOp op)
      : builder(emitter.builder), isRounded(op.getRounded()),
        computed(code::elementTypeOf(op.getAccumulator().getType())) {}

  Pieces operand(mlir::Value factor, bool isUnsigned, Pieces elements) const {
    const mlir::Type element = code::elementTypeOf(factor.getType());
    for (Value *&one : elements) {
      one = code::convertFactor(builder, one, element, computed, isUnsigned);
    }
    return elements;
  }

  Pieces multiply(const Pieces &rows, const Pieces &columns,
                  Pieces sums) const {
    auto sum = sums.begin();
    for (Value *row : rows) {
      for (Value *column : columns) {
        *sum = code::multiplyAdd(builder, row, column, *sum, isRounded);
        ++sum;
      }
    }
    return sums;
  }

private:
  Builder &builder;
  const bool isRounded;
  const mlir::Type computed;
};

} // namespace

LogicalResult emitDot(KernelEmitter &emitter, tile::DotOp op) {
  const std::optional<MatrixInstruction> found =
      tile::instructionOf(op, emitter.machine);
  if (!found) {
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
  const bool byLanes = found->name == tile::productOfLanesName;
  const LaneProduct lanes(emitter, op);
  Pieces registers(emitter.pieces(op.getAccumulator()));
  llvm::ArrayRef<Value *> a = emitter.pieces(op.getLhs());
  llvm::ArrayRef<Value *> b = emitter.pieces(op.getRhs());
  // A base is one use per warp, so it is how far the next use of this warp is.
  for (int64_t k = 0; k < lhs.shape[1]; k += found->k) {
    SmallVector<Pieces> columns;
    for (int64_t n = 0; n < sum.shape[1]; n += sum.layout.base[1]) {
      Pieces elements = fragment(rhs, b, right, k, n);
      columns.push_back(byLanes
                            ? lanes.operand(op.getRhs(), op.getRhsUnsigned(),
                                            std::move(elements))
                            : emitter.gpu.operand(builder, *found, elements));
    }
    for (int64_t m = 0; m < sum.shape[0]; m += sum.layout.base[0]) {
      Pieces elements = fragment(lhs, a, left, m, k);
      const Pieces row = byLanes
                             ? lanes.operand(op.getLhs(), op.getLhsUnsigned(),
                                             std::move(elements))
                             : emitter.gpu.operand(builder, *found, elements);
      for (auto [i, column] : llvm::enumerate(columns)) {
        const int64_t n = static_cast<int64_t>(i) * sum.layout.base[1];
        Pieces before = fragment(sum, registers, sums, m, n);
        const Pieces after =
            byLanes
                ? lanes.multiply(row, column, std::move(before))
                : emitter.gpu.multiply(builder, *found, row, column, before);
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
