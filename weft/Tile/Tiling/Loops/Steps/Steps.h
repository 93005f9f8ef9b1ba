// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Heroes as steps of a loop: running reductions, scatters, sorts, factors of
// matrices and triangular systems, which are not cut into tiles and have no
// kernel of their own there. A team has forms of its own for small windows and
// convolutions as well.
//
// Every element of the result, or every place that is sorted, is computed by
// one member of the team (Phase.h), or all of them by the one program of the
// kernel, one after the other. Members meet between the phases of an algorithm.

#pragma once

#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Heroes/HeroWords.h"
#include "weft/Tile/Tiling/Loops/Phase.h"

namespace weft::tile {

/// Why a hero can be no step of a loop.
std::optional<Refusal> refuseHeroStep(mlir::Operation *op);

/// Whether an operation reduces windows of a few places, which the threads of a
/// block load side by side.
bool isSmallWindow(mlir::Operation *op);
/// The same of a convolution that sums few products.
bool isSmallConvolution(mlir::Operation *op);

/// What a step reads: memory, or one element that is everywhere the same.
struct StepValue {
  mlir::RankedTensorType type;
  mlir::Value ref;
  TileValue everywhere;

  mlir::Type element() const { return type.getElementType(); }
};

/// An operation with all that it reads, and where its results go.
class HeroStep : public HeroWords {
public:
  HeroStep(PhaseFrame &frame, mlir::Operation *op)
      : HeroWords(frame.builder, op->getLoc()), op(op), frame(frame) {}

  mlir::Operation *op;
  llvm::SmallVector<StepValue> operands;
  /// What its bodies use from around them.
  Captured captured;
  /// Refs; null for what nobody needs.
  llvm::SmallVector<mlir::Value> results;

  void emit();

  // The words of such algorithms.

  TileValue load(const StepValue &value, Indices at);
  using HeroWords::load;
  /// Memory that goes from phase to phase.
  mlir::Value memory(mlir::ArrayRef<int64_t> shape, mlir::Type element) {
    return frame.allocate(mlir::RankedTensorType::get(shape, element));
  }
  /// A phase: `body` for all places of a shape, after whatever it reads was
  /// written and whatever it overwrites was read.
  void phase(mlir::ArrayRef<int64_t> shape, mlir::ValueRange read,
             mlir::ValueRange written, llvm::function_ref<void(Indices)> body);
  /// `body`, with phases in it, for each number below `count`, one after the
  /// other.
  void repeat(int64_t count, llvm::function_ref<void(mlir::Value)> body);
  /// What `then` gives where a condition holds, else the other values.
  llvm::SmallVector<mlir::Value>
  choose(mlir::Value condition, mlir::ValueRange otherwise,
         llvm::function_ref<llvm::SmallVector<mlir::Value>()> then);
  /// The memory of all operands.
  llvm::SmallVector<mlir::Value> operandRefs() const;

private:
  PhaseFrame &frame;
};

/// The same of tiles that a thread has in its registers; nothing where there is
/// no such form. Captured values are scalars.
std::optional<TileValues> emitHeroOfTiles(Arithmetic &math, mlir::Operation *op,
                                          mlir::ArrayRef<TileValue> operands,
                                          const Captured &captured);

// Each in a file of its own.
void emitCholeskyStep(HeroStep &step);
void emitConvolutionStep(HeroStep &step);
void emitLuStep(HeroStep &step);
void emitPermutationStep(HeroStep &step);
void emitRunningStep(HeroStep &step);
void emitScatterStep(HeroStep &step);
void emitSortStep(HeroStep &step);
void emitSystemsStep(HeroStep &step);
void emitWindowStep(HeroStep &step);

} // namespace weft::tile
