// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same bits as elements of another type.
//
// Where the width changes, the narrow side has a minor dimension of the parts
// of a wide element, lowest bits first. The parts of a complex number count as
// two elements of their width.

#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Rules/Rules.h"

using namespace mlir;

namespace weft::tile {
namespace {

unsigned widthOf(Type element) {
  return partType(element).getIntOrFloatBitWidth() * partCount(element);
}

class BitcastRule : public Rule {
public:
  LogicalResult propagate(TileQuery &query) const override {
    auto op = cast<stablehlo::BitcastConvertOp>(query.op);
    unsigned from = widthOf(getElementTypeOrSelf(op.getOperand().getType()));
    unsigned to = widthOf(getElementTypeOrSelf(op.getResult().getType()));
    Tile tile(query.tile);
    if (from < to) {
      tile.push_back({query.constant(0), int64_t(to / from), 1});
    } else if (from > to) {
      DimensionTile parts = tile.pop_back_val();
      auto first = dyn_cast<AffineConstantExpr>(parts.offset);
      bool isWhole = first && first.getValue() == 0 && parts.stride == 1 &&
                     parts.size == int64_t(from / to);
      if (!isWhole && parts.size != 1) {
        return query.refuse("bitcast.partial",
                            "a tile holds some parts of an element");
      }
    }
    query.ask(op.getOperand(), std::move(tile));
    return success();
  }

  TileValues emit(EmitContext &context) const override {
    Type from = context.operandType(0).getElementType();
    Type to = context.resultType().getElementType();
    if (isElementwise(context.op)) {
      return {emitElementwise(context.math, context.op, context.operands())};
    }
    if (widthOf(from) < widthOf(to)) {
      return {join(context, to)};
    }
    return {widthOf(from) == widthOf(to) ? regroup(context, to)
                                         : split(context, from, to)};
  }

private:
  /// The bits of a tile's parts, lowest first.
  static llvm::SmallVector<Value> words(EmitContext &context) {
    llvm::SmallVector<Value> words;
    for (Value part : context.operand(0)) {
      words.push_back(context.math.bitsOf(part));
    }
    return words;
  }

  static Value resize(Arithmetic &math, Value bits, unsigned width) {
    Type type = shapedLike(math.builder.getIntegerType(width), bits.getType());
    unsigned from = elementOf(bits).getIntOrFloatBitWidth();
    return from == width  ? bits
           : from < width ? math.make<arith::ExtUIOp>(type, bits)
                          : math.make<arith::TruncIOp>(type, bits);
  }

  /// One element out of narrower bits.
  static Value glue(Arithmetic &math, ArrayRef<Value> pieces, unsigned width) {
    unsigned narrow = elementOf(pieces[0]).getIntOrFloatBitWidth();
    Value whole = resize(math, pieces[0], width);
    for (auto [i, piece] : llvm::enumerate(pieces.drop_front())) {
      Value wide = resize(math, piece, width);
      Value place = math.integer(wide.getType(), (i + 1) * narrow);
      whole = math.either(whole, math.make<arith::ShLIOp>(wide, place));
    }
    return whole;
  }

  static TileValue join(EmitContext &context, Type to) {
    Arithmetic &math = context.math;
    const Tile &tile = context.operandTile(0);
    llvm::SmallVector<int64_t> shape(tileShape(tile));
    int64_t count = shape.back();
    shape.back() = 1;
    llvm::SmallVector<Value> pieces;
    for (int64_t i = 0; i < count; ++i) {
      llvm::SmallVector<int64_t> offsets(shape.size(), 0);
      offsets.back() = i;
      for (Value word : words(context)) {
        Value piece = math.make<SliceOp>(
            RankedTensorType::get(shape, elementOf(word)), word,
            math.builder.getDenseI64ArrayAttr(offsets));
        pieces.push_back(math.reshape(piece, context.shape()));
      }
    }
    return assemble(math, pieces, to);
  }

  /// A wide element out of bits, part by part.
  static TileValue assemble(Arithmetic &math, ArrayRef<Value> pieces, Type to) {
    Type part = partType(to);
    unsigned width = part.getIntOrFloatBitWidth();
    unsigned count = partCount(to);
    unsigned each = pieces.size() / count;
    TileValue result;
    for (unsigned i = 0; i < count; ++i) {
      Value bits = glue(math, pieces.slice(i * each, each), width);
      result.push_back(math.fromBits(bits, part));
    }
    return result;
  }

  /// Complex numbers from or to one number of both parts' width.
  static TileValue regroup(EmitContext &context, Type to) {
    Arithmetic &math = context.math;
    if (isComplex(to)) {
      Value bits = words(context)[0];
      unsigned width = widthOf(to) / 2;
      Value high =
          math.make<arith::ShRUIOp>(bits, math.integer(bits.getType(), width));
      return {math.fromBits(resize(math, bits, width), partType(to)),
              math.fromBits(resize(math, high, width), partType(to))};
    }
    return assemble(math, words(context), to);
  }

  static TileValue split(EmitContext &context, Type from, Type to) {
    Arithmetic &math = context.math;
    llvm::SmallVector<Value> words = BitcastRule::words(context);
    Type part = partType(to);
    unsigned width = part.getIntOrFloatBitWidth();
    unsigned wordWidth = partType(from).getIntOrFloatBitWidth();
    if (context.tile().back().size == 1) {
      TileValue result;
      for (unsigned i = 0; i < partCount(to); ++i) {
        AffineExpr bit = context.tile().back().offset * widthOf(to) + i * width;
        Value bits = resize(math, emitMoved(context, words, bit), width);
        result.push_back(
            math.fromBits(math.reshape(bits, context.shape()), part));
      }
      return result;
    }
    llvm::SmallVector<Value> pieces;
    for (Value word : words) {
      for (unsigned at = 0; at < wordWidth; at += width) {
        Value moved =
            math.make<arith::ShRUIOp>(word, math.integer(word.getType(), at));
        pieces.push_back(math.fromBits(resize(math, moved, width), part));
      }
    }
    TileValue result;
    Type type = RankedTensorType::get(context.shape(), part);
    for (unsigned i = 0; i < partCount(to); ++i) {
      llvm::SmallVector<Value> own;
      for (unsigned k = i; k < pieces.size(); k += partCount(to)) {
        own.push_back(pieces[k]);
      }
      result.push_back(math.make<JoinOp>(type, own));
    }
    return result;
  }

  /// An element's bits from a place on that the kernel computes.
  static Value emitMoved(EmitContext &context, ArrayRef<Value> words,
                         AffineExpr bit) {
    Arithmetic &math = context.math;
    unsigned width = elementOf(words[0]).getIntOrFloatBitWidth();
    auto shape = cast<RankedTensorType>(words[0].getType()).getShape();
    Value word = words[0];
    if (words.size() == 2) {
      Value isSecond = math.compare(
          arith::CmpIPredicate::sge,
          context.index(context.facts().simplify(bit)), math.index(width));
      word = math.select(math.splat(isSecond, shape), words[1], words[0]);
    }
    Value amount = math.make<arith::IndexCastOp>(
        elementOf(word), context.index(context.facts().simplify(bit % width)));
    return math.make<arith::ShRUIOp>(word, math.splat(amount, shape));
  }
};

} // namespace

void addBitcastRules(RuleTable &rules) {
  rules.add<stablehlo::BitcastConvertOp>(std::make_shared<const BitcastRule>());
}

} // namespace weft::tile
