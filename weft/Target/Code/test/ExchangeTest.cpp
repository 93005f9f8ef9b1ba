// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Exchange.h"

#include <gtest/gtest.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

namespace weft::code {
namespace {

/// A function whose arguments are the pieces of a tile of integers, which it
/// moves. What it does is known without running it: each element is followed
/// back to the argument it came from.
class Move {
public:
  Move(int64_t width, llvm::ArrayRef<int64_t> shape,
       llvm::ArrayRef<int64_t> order, unsigned bits = 32)
      : module("moves", context), builder(context) {
    const Lanes lanes(width);
    llvm::SmallVector<int64_t> turned;
    for (int64_t from : order) {
      turned.push_back(shape[static_cast<size_t>(from)]);
    }
    cut = lanes.cut(shape);
    llvm::SmallVector<llvm::Type *> types;
    for (const Piece &piece : cut) {
      types.push_back(withWidth(builder.getIntNTy(bits), piece.width));
    }
    auto *function = llvm::Function::Create(
        llvm::FunctionType::get(builder.getVoidTy(), types, false),
        llvm::Function::ExternalLinkage, "move", module);
    builder.SetInsertPoint(
        llvm::BasicBlock::Create(context, "entry", function));
    Pieces operand;
    for (llvm::Argument &argument : function->args()) {
      operand.push_back(&argument);
    }
    auto sourceOf = [&](int64_t element) {
      const llvm::SmallVector<int64_t> at = coordinatesOf(element, turned);
      llvm::SmallVector<int64_t> source(shape.size());
      for (auto [dim, from] : llvm::enumerate(order)) {
        source[static_cast<size_t>(from)] = at[dim];
      }
      return elementAt(source, shape);
    };
    const Pieces results =
        moveElements(builder, operand, cut, lanes.cut(turned), sourceOf);
    int64_t element = 0;
    for (llvm::Value *result : results) {
      for (int64_t byte = 0; byte < widthOf(result) * bits / 8; ++byte) {
        const int64_t first = sourceOf(element + byte * 8 / bits) * bits / 8;
        isRight =
            isRight && originOf(result, byte) == first + byte % (bits / 8);
      }
      element += widthOf(result);
    }
    for (const llvm::Instruction &instruction : function->front()) {
      shuffles += llvm::isa<llvm::ShuffleVectorInst>(instruction) ? 1 : 0;
    }
  }

  bool isRight = true;
  int64_t shuffles = 0;

private:
  /// Which byte of the operand is this byte of a value.
  int64_t originOf(const llvm::Value *value, int64_t byte) const {
    if (const auto *argument = llvm::dyn_cast<llvm::Argument>(value)) {
      return cut[argument->getArgNo()].start *
                 value->getType()->getScalarSizeInBits() / 8 +
             byte;
    }
    if (const auto *cast = llvm::dyn_cast<llvm::BitCastInst>(value)) {
      return originOf(cast->getOperand(0), byte);
    }
    const auto *shuffle = llvm::cast<llvm::ShuffleVectorInst>(value);
    const int64_t bytes = value->getType()->getScalarSizeInBits() / 8;
    const int64_t width = widthOf(shuffle->getOperand(0));
    const int64_t lane = shuffle->getMaskValue(byte / bytes);
    return originOf(shuffle->getOperand(lane < width ? 0 : 1),
                    lane % width * bytes + byte % bytes);
  }

  llvm::LLVMContext context;
  llvm::Module module;
  Builder builder;
  llvm::SmallVector<Piece> cut;
};

void expectMove(const Move &move, int64_t shuffles) {
  EXPECT_TRUE(move.isRight);
  EXPECT_EQ(move.shuffles, shuffles);
}

TEST(Exchange, squaresTakeAStagePerBit) {
  expectMove(Move(4, {4, 4}, {1, 0}), 2 * 4);
  expectMove(Move(8, {8, 8}, {1, 0}), 3 * 8);
  // Six squares, each by itself.
  expectMove(Move(4, {8, 12}, {1, 0}), 6 * 2 * 4);
}

TEST(Exchange, piecesOfSeveralRowsAreExchanged) {
  expectMove(Move(16, {16, 8}, {1, 0}), 3 * 8);
  expectMove(Move(16, {32, 8}, {1, 0}), 3 * 16);
  // Three squares of 16, and eight columns whose pieces are joined first.
  expectMove(Move(16, {48, 24}, {1, 0}), 3 * (4 * 16 + 8 + 3 * 8));
}

TEST(Exchange, neighboursStayTogether) {
  // Four bytes of a row are one element.
  expectMove(Move(64, {64, 8, 4}, {1, 0, 2}, 8), 3 * 32);
}

TEST(Exchange, halvesOfShortRegistersAreInterleaved) {
  // Groups of four and of eight terms of each column, from rows.
  expectMove(Move(8, {4, 4, 16}, {0, 2, 1}, 16), 2 * 32);
  expectMove(Move(16, {2, 8, 16}, {0, 2, 1}, 8), 3 * 16);
  expectMove(Move(16, {4, 16}, {1, 0}, 8), 2 * 4);
}

TEST(Exchange, otherShapesGoLaneByLane) {
  EXPECT_TRUE(Move(8, {5, 8}, {1, 0}).isRight);
  EXPECT_TRUE(Move(4, {3, 6}, {1, 0}).isRight);
  EXPECT_TRUE(Move(16, {2, 16, 4}, {0, 2, 1}).isRight);
  EXPECT_TRUE(Move(16, {8, 6, 2}, {1, 0, 2}, 16).isRight);
}

} // namespace
} // namespace weft::code
