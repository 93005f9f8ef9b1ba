// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small triangular systems, and the permutations of those whose rows were
// exchanged. What an unknown takes away from all others is taken away at once,
// then all meet and the next one is known. They are divided by the diagonal at
// the end, as the columns of factors are (Factors.cpp).

#include "weft/StableHLO/IR/Exchanges.h"
#include "weft/Tile/Tiling/Heroes/Permutation.h"
#include "weft/Tile/Tiling/Loops/Steps/StepMatrix.h"

using namespace mlir;

namespace weft::tile {
namespace {

using Indices = HeroStep::Indices;

class StepSystems {
public:
  explicit StepSystems(HeroStep &step)
      : step(step), op(cast<stablehlo::TriangularSolveOp>(step.op)),
        isLeft(op.getLeftSide()),
        unknowns(step, step.operands[1].type.getShape(),
                 step.operands[1].element()),
        order(isLeft ? unknowns.shape[unknowns.shape.size() - 2]
                     : unknowns.shape.back()) {
    const stablehlo::Transpose transpose = op.getTransposeA();
    isConjugated = transpose == stablehlo::Transpose::ADJOINT;
    const bool isTransposed =
        isConjugated || transpose == stablehlo::Transpose::TRANSPOSE;
    // x * op(a) = b is op(a)^T * x^T = b^T: seen so, both sides solve from the
    // left.
    isSwapped = isTransposed != !isLeft;
    isForward = op.getLower() != isSwapped;
  }

  void run() {
    step.phase(unknowns.shape, step.operandRefs(), unknowns.memory(),
               [&](Indices at) {
                 unknowns.set(at, unknowns.read(step.operands[1], at));
               });
    llvm::SmallVector<Value> read = step.operandRefs();
    read.push_back(unknowns.memory());
    step.repeat(order - 1, [&](Value number) {
      Value known =
          isForward ? number : step.sub(step.index(order - 1), number);
      step.phase(unknowns.shape, read, unknowns.memory(),
                 [&](Indices at) { takeAway(at, known); });
    });
    step.phase(unknowns.shape, read, step.results, [&](Indices at) {
      unknowns.write(step.results[0], at,
                     divided(at, unknowns.get(at), rowOf(at)));
    });
  }

private:
  /// Which unknown a place is, and the place of another one beside it.
  Value rowOf(Indices at) const {
    return isLeft ? at[at.size() - 2] : at.back();
  }
  llvm::SmallVector<Value> placeOf(Indices at, Value row) const {
    return isLeft ? StepMatrix::placeOf(at, row, at.back())
                  : StepMatrix::placeOf(at, at[at.size() - 2], row);
  }

  void takeAway(Indices at, Value known) {
    Value row = rowOf(at);
    step.when(
        isForward ? step.isBelow(known, row) : step.isBelow(row, known), [&] {
          TileValue value =
              divided(at, unknowns.get(placeOf(at, known)), known);
          unknowns.set(at, unknowns.subtractProduct(unknowns.get(at),
                                                    coefficient(at, row, known),
                                                    value));
        });
  }

  TileValue coefficient(Indices at, Value row, Value column) {
    TileValue value = unknowns.read(
        step.operands[0], isSwapped ? StepMatrix::placeOf(at, column, row)
                                    : StepMatrix::placeOf(at, row, column));
    return isConjugated ? unknowns.conjugate(value) : value;
  }

  TileValue divided(Indices at, const TileValue &value, Value row) {
    return op.getUnitDiagonal()
               ? value
               : unknowns.divide(value, coefficient(at, row, row));
  }

  HeroStep &step;
  stablehlo::TriangularSolveOp op;
  bool isLeft;
  StepMatrix unknowns;
  int64_t order;
  bool isConjugated = false;
  bool isSwapped = false;
  bool isForward = false;
};

} // namespace

void emitSystemsStep(HeroStep &step) { StepSystems(step).run(); }

void emitPermutationStep(HeroStep &step) {
  const StepValue &pivots = step.operands[0];
  auto type = cast<RankedTensorType>(step.op->getResult(0).getType());
  step.phase(
      type.getShape(), step.operandRefs(), step.results, [&](Indices at) {
        auto pivotAt = [&](Value exchange) {
          llvm::SmallVector<Value> place(at.drop_back());
          place.push_back(exchange);
          return step.load(pivots, place)[0];
        };
        Value from = followExchanges(step, at.back(), type.getShape().back(),
                                     pivots.type.getShape().back(), pivotAt);
        step.store(step.results[0], at, {from}, type.getElementType());
      });
}

} // namespace weft::tile
