// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products by instructions whose sums are squares (bfmmla, smmla and its kin).
// A register of the left factor holds k terms of two rows, one of the right
// factor k terms of two columns, and a register of sums all four pairs:
//
//   left    a a a a | b b b b        two rows of four terms
//   right   c c c c | d d d d        two columns of four terms
//   sums    ac ad   | bc bd
//
// Factors that are kept in groups of k terms lie that way (ProductForm). Sums
// are rows everywhere else: they become squares before the loop over the terms
// and rows again behind it. In between they are variables on the stack, which
// LLVM makes registers of, so that loops need not know of them.
//
// Rows or columns without a partner leave half of a register unused.
//
// bfmmla takes subnormal numbers for zero and rounds as two bfdot do, one
// after the other (EmitTerms.cpp).

#include "weft/Target/CPU/KernelEmitter.h"
#include "weft/Target/Code/Factor.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IntrinsicsAArch64.h>

namespace weft::cpu {

using llvm::Value;

namespace {

/// Of a square.
constexpr int64_t side = 2;
constexpr int64_t sumsOfSquare = side * side;

/// How rows and columns of a product are dealt out to squares.
struct Squares {
  int64_t rows;
  int64_t columns;

  explicit Squares(llvm::ArrayRef<int64_t> shape)
      : rows(shape[shape.size() - 2]), columns(shape.back()) {}

  int64_t down() const { return llvm::divideCeil(rows, side); }
  int64_t across() const { return llvm::divideCeil(columns, side); }
  int64_t count() const { return down() * across(); }

  /// Where an element of the sums is, and which element is there: none in a
  /// square beyond the last row or column.
  code::LaneSource placeOf(int64_t element) const {
    const int64_t row = element / columns;
    const int64_t column = element % columns;
    return {static_cast<size_t>(row / side * across() + column / side),
            row % side * side + column % side};
  }
  std::optional<int64_t> elementAt(int64_t square, int64_t lane) const {
    const int64_t row = square / across() * side + lane / side;
    const int64_t column = square % across() * side + lane % side;
    return row < rows && column < columns
               ? std::optional(row * columns + column)
               : std::nullopt;
  }
};

/// Lines of a factor, rows of the left one and columns of the right one.
class Lines {
public:
  Lines(KernelEmitter &emitter, tile::DotOp op, unsigned operand, int64_t terms)
      : factor(emitter, op, operand, terms),
        shape(code::shapeOf(operand == 0 ? op.getLhs() : op.getRhs())),
        line(shape.size() - (operand == 0 ? 2 : 1)),
        term(shape.size() - (operand == 0 ? 1 : 2)) {}

  /// Terms from `k` on of two lines; the last one, where there is no other, is
  /// its own partner.
  Value *pair(int64_t first, int64_t k) {
    llvm::SmallVector<llvm::SmallVector<int64_t>> places;
    for (int64_t number : llvm::seq(first, first + side)) {
      llvm::SmallVector<int64_t> &place = places.emplace_back(shape.size(), 0);
      place[line] = std::min(number, shape[line] - 1);
      place[term] = k;
    }
    return factor.lanes(places);
  }

private:
  code::Factor factor;
  llvm::ArrayRef<int64_t> shape;
  size_t line;
  size_t term;
};

Value *multiply(Builder &builder, const MatrixInstruction &row, Value *sums,
                Value *left, Value *right) {
  namespace Intrinsic = llvm::Intrinsic;
  if (row.element == "bf16") {
    auto *factors = llvm::FixedVectorType::get(
        builder.getBFloatTy(), static_cast<unsigned>(side * row.k));
    return builder.CreateIntrinsic(Intrinsic::aarch64_neon_bfmmla, {},
                                   {sums, builder.CreateBitCast(left, factors),
                                    builder.CreateBitCast(right, factors)});
  }
  const auto number = llvm::StringSwitch<Intrinsic::ID>(row.name)
                          .Case("smmla", Intrinsic::aarch64_neon_smmla)
                          .Case("ummla", Intrinsic::aarch64_neon_ummla)
                          .Default(Intrinsic::aarch64_neon_usmmla);
  return builder.CreateIntrinsic(number, {sums->getType(), left->getType()},
                                 {sums, left, right});
}

} // namespace

bool KernelEmitter::fitsSquares(tile::DotOp op) const {
  llvm::ArrayRef<int64_t> shape = op.getType().getShape();
  const Squares squares(shape);
  return code::elementCount(shape.drop_back(2)) == 1 && squares.rows >= side &&
         squares.columns >= side;
}

Pieces KernelEmitter::squaresOf(mlir::RankedTensorType type,
                                const Pieces &rows) {
  const Squares squares(type.getShape());
  const llvm::SmallVector<code::LaneSource> places =
      code::lanesOfElements(cut(type));
  Pieces all;
  for (int64_t square : llvm::seq(squares.count())) {
    // What has no element repeats the first one.
    llvm::SmallVector<code::LaneSource> lanes;
    for (int64_t lane : llvm::seq(sumsOfSquare)) {
      const std::optional<int64_t> element = squares.elementAt(square, lane);
      lanes.push_back(element ? places[static_cast<size_t>(*element)]
                              : lanes.front());
    }
    all.push_back(code::assemble(builder, rows, lanes));
  }
  return all;
}

Pieces KernelEmitter::rowsOf(mlir::RankedTensorType type, const Pieces &all) {
  const Squares squares(type.getShape());
  Pieces rows;
  for (const code::Piece &piece : cut(type)) {
    llvm::SmallVector<code::LaneSource> lanes;
    for (int64_t lane : llvm::seq(piece.width)) {
      lanes.push_back(squares.placeOf(piece.start + lane));
    }
    rows.push_back(code::assemble(builder, all, lanes));
  }
  return rows;
}

void KernelEmitter::holdSquares(mlir::RankedTensorType type,
                                const Pieces &sums) {
  heldSquares.clear();
  for (Value *square : squaresOf(type, sums)) {
    heldSquares.emplace_back(builder, square);
  }
}

Pieces KernelEmitter::releaseSquares(mlir::RankedTensorType type) {
  return rowsOf(type, getHeldSquares());
}

Pieces KernelEmitter::getHeldSquares() const {
  return llvm::map_to_vector(
      heldSquares, [](const code::Variable &square) { return square.get(); });
}

void KernelEmitter::emitSquareProduct(tile::DotOp op,
                                      const MatrixInstruction &row) {
  const Squares squares(op.getType().getShape());
  const Pieces sums(pieces(op.getAccumulator()));
  const bool isHeld = sums.empty();
  Pieces all = isHeld ? getHeldSquares() : squaresOf(op.getType(), sums);

  Lines rows(*this, op, 0, row.k);
  Lines columns(*this, op, 1, row.k);
  const int64_t depth = op.getLhs().getType().getShape().back();
  for (int64_t k = 0; k < depth; k += row.k) {
    Pieces left;
    for (int64_t i : llvm::seq(squares.down())) {
      left.push_back(rows.pair(i * side, k));
    }
    for (int64_t j : llvm::seq(squares.across())) {
      Value *right = columns.pair(j * side, k);
      for (int64_t i : llvm::seq(squares.down())) {
        Value *&sum = all[static_cast<size_t>(i * squares.across() + j)];
        sum = multiply(builder, row, sum, left[static_cast<size_t>(i)], right);
      }
    }
  }
  if (!isHeld) {
    define(op.getResult(), rowsOf(op.getType(), all));
    return;
  }
  for (auto [variable, square] : llvm::zip_equal(heldSquares, all)) {
    variable.set(square);
  }
  define(op.getResult(), Pieces());
}

} // namespace weft::cpu
