// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices that a step works on: memory of the team's, or the program's own,
// with elements of the type that sums have.

#pragma once

#include "weft/Tile/Tiling/Heroes/FactorNumbers.h"
#include "weft/Tile/Tiling/Loops/Steps/Steps.h"

namespace weft::tile {

class StepMatrix : public FactorNumbers {
public:
  /// For matrices of elements, in the last two dimensions of `shape`.
  StepMatrix(HeroStep &step, mlir::ArrayRef<int64_t> shape, mlir::Type element)
      : FactorNumbers(step.math), shape(shape), element(element), step(step),
        part(typeOfSums(element)),
        wide(isComplex(element) ? mlir::Type(mlir::ComplexType::get(part))
                                : part),
        ref(step.memory(shape, wide)) {}

  using Indices = HeroStep::Indices;

  const llvm::SmallVector<int64_t> shape;
  const mlir::Type element;

  mlir::Value memory() const { return ref; }

  /// Element (row, column) of the matrix that `at` is a place of.
  TileValue get(Indices at, mlir::Value row, mlir::Value column) {
    return step.load(ref, placeOf(at, row, column), wide);
  }
  TileValue get(Indices at) { return step.load(ref, at, wide); }
  void set(Indices at, const TileValue &value) {
    step.store(ref, at, value, wide);
  }
  void set(Indices at, mlir::Value row, mlir::Value column,
           const TileValue &value) {
    set(placeOf(at, row, column), value);
  }

  // Elements of the operands and of the result.

  TileValue read(const StepValue &from, Indices at) {
    return mapParts(step.load(from, at), [&](mlir::Value value) {
      return math.toFloat(value, part);
    });
  }
  void write(mlir::Value to, Indices at, const TileValue &value) {
    step.store(to, at,
               mapParts(value,
                        [&](mlir::Value one) {
                          return math.toFloat(one, partType(element));
                        }),
               element);
  }

  static llvm::SmallVector<mlir::Value> placeOf(Indices at, mlir::Value row,
                                                mlir::Value column) {
    llvm::SmallVector<mlir::Value> place(at.drop_back(2));
    place.append({row, column});
    return place;
  }

private:
  HeroStep &step;
  mlir::Type part;
  mlir::Type wide;
  mlir::Value ref;
};

} // namespace weft::tile
