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

/// Where a use of the instruction begins in the tiles of a product.
struct Use {
  /// The matrix, where there are several.
  llvm::SmallVector<int64_t, 1> matrix;

  /// Of one of its registers in a tile, of which its part begins at a row and a
  /// column.
  Place at(const Layout &instruction, int64_t number, int64_t row,
           int64_t column) const {
    const Place inside = instruction.registerPlace(instruction.base, number);
    Place place(matrix.begin(), matrix.end());
    place.append({row + inside[0], column + inside[1]});
    return place;
  }

  /// The registers of one use.
  Pieces fragment(const KernelEmitter::Hold &hold, llvm::ArrayRef<Value *> all,
                  const Layout &instruction, int64_t row,
                  int64_t column) const {
    Pieces registers;
    const int64_t count = int64_t(1) << instruction.registers.size();
    for (int64_t i = 0; i < count; ++i) {
      registers.push_back(all[hold.at(at(instruction, i, row, column))]);
    }
    return registers;
  }
};

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
  const int64_t rank = sum.layout.rank();
  const int64_t rowStep = sum.layout.base[rank - 2];
  const int64_t columnStep = sum.layout.base[rank - 1];
  auto multiplyMatrices = [&](const Use &use, int64_t k) {
    SmallVector<Pieces> columns;
    for (int64_t n = 0; n < sum.shape[rank - 1]; n += columnStep) {
      Pieces elements = use.fragment(rhs, b, right, k, n);
      columns.push_back(byLanes
                            ? lanes.operand(op.getRhs(), op.getRhsUnsigned(),
                                            std::move(elements))
                            : emitter.gpu.operand(builder, *found, elements));
    }
    for (int64_t m = 0; m < sum.shape[rank - 2]; m += rowStep) {
      Pieces elements = use.fragment(lhs, a, left, m, k);
      const Pieces row = byLanes
                             ? lanes.operand(op.getLhs(), op.getLhsUnsigned(),
                                             std::move(elements))
                             : emitter.gpu.operand(builder, *found, elements);
      for (auto [i, column] : llvm::enumerate(columns)) {
        const int64_t n = static_cast<int64_t>(i) * columnStep;
        Pieces before = use.fragment(sum, registers, sums, m, n);
        const Pieces after =
            byLanes
                ? lanes.multiply(row, column, std::move(before))
                : emitter.gpu.multiply(builder, *found, row, column, before);
        for (auto [j, value] : llvm::enumerate(after)) {
          registers[sum.at(use.at(sums, static_cast<int64_t>(j), m, n))] =
              value;
        }
      }
    }
  };
  for (int64_t k = 0; k < lhs.shape[rank - 1]; k += found->k) {
    if (rank == 2) {
      multiplyMatrices({}, k);
      continue;
    }
    for (int64_t matrix = 0; matrix < sum.shape[0];
         matrix += sum.layout.base[0]) {
      multiplyMatrices({{matrix}}, k);
    }
  }
  emitter.define(op.getResult(), std::move(registers));
  return success();
}

} // namespace weft::gpu
