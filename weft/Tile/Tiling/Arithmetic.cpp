// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Arithmetic.h"

#include "weft/Tile/IR/Tile.h"

#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

#include <limits>
#include <numeric>

using namespace mlir;

namespace weft::tile {
namespace {

TypedAttr splatAttribute(Type like, TypedAttr element) {
  auto tensor = dyn_cast<RankedTensorType>(like);
  return tensor ? TypedAttr(DenseElementsAttr::get(tensor, Attribute(element)))
                : element;
}

ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// A product may be rounded with the sum it is added to; not in f64, where
/// digits are asked for.
arith::FastMathFlags mathOf(Value value) {
  return elementOf(value).isF64() ? arith::FastMathFlags::none
                                  : arith::FastMathFlags::contract;
}

} // namespace

Value Arithmetic::constant(Type like, const llvm::APFloat &value) {
  Type element = getElementTypeOrSelf(like);
  return make<arith::ConstantOp>(
      splatAttribute(like, builder.getFloatAttr(element, value)));
}

Value Arithmetic::constant(Type like, const llvm::APInt &value) {
  Type element = getElementTypeOrSelf(like);
  return make<arith::ConstantOp>(
      splatAttribute(like, builder.getIntegerAttr(element, value)));
}

Value Arithmetic::real(Type like, double value) {
  return constant(like,
                  roundTo(cast<FloatType>(getElementTypeOrSelf(like)), value));
}

Value Arithmetic::integer(Type like, int64_t value) {
  Type element = getElementTypeOrSelf(like);
  if (isa<FloatType>(element)) {
    return real(like, static_cast<double>(value));
  }
  unsigned width =
      isa<IndexType>(element) ? 64 : element.getIntOrFloatBitWidth();
  return constant(like, llvm::APInt(width, static_cast<uint64_t>(value), true,
                                    /*implicitTrunc=*/true));
}

Value Arithmetic::zero(Type like) { return integer(like, 0); }

Value Arithmetic::index(int64_t value) {
  return make<arith::ConstantIndexOp>(value);
}

Value Arithmetic::add(Value a, Value b) {
  return isa<FloatType>(elementOf(a)) ? make<arith::AddFOp>(a, b, mathOf(a))
                                      : make<arith::AddIOp>(a, b);
}

Value Arithmetic::sub(Value a, Value b) {
  return isa<FloatType>(elementOf(a)) ? make<arith::SubFOp>(a, b, mathOf(a))
                                      : make<arith::SubIOp>(a, b);
}

Value Arithmetic::mul(Value a, Value b) {
  return isa<FloatType>(elementOf(a)) ? make<arith::MulFOp>(a, b, mathOf(a))
                                      : make<arith::MulIOp>(a, b);
}

Value Arithmetic::complement(Value a) {
  return make<arith::XOrIOp>(a, integer(a.getType(), -1));
}

Value Arithmetic::isInfinite(Value a) {
  return compare(arith::CmpFPredicate::OEQ, absolute(a),
                 real(a.getType(), std::numeric_limits<double>::infinity()));
}

Value Arithmetic::isFinite(Value a) {
  return compare(arith::CmpFPredicate::OLT, absolute(a),
                 real(a.getType(), std::numeric_limits<double>::infinity()));
}

Value Arithmetic::toFloat(Value value, Type part) {
  Type from = elementOf(value);
  if (from == part) {
    return value;
  }
  Type type = shapedLike(part, value.getType());
  if (from.getIntOrFloatBitWidth() < part.getIntOrFloatBitWidth()) {
    return make<arith::ExtFOp>(type, value);
  }
  if (from.getIntOrFloatBitWidth() > part.getIntOrFloatBitWidth()) {
    return make<arith::TruncFOp>(type, value);
  }
  // Of one width and different formats: f32 holds both.
  Type wide = shapedLike(builder.getF32Type(), value.getType());
  return make<arith::TruncFOp>(type, make<arith::ExtFOp>(wide, value));
}

Value Arithmetic::widen(Value part) {
  Type element = elementOf(part);
  return isa<FloatType>(element) ? toFloat(part, computeType(element)) : part;
}

Value Arithmetic::narrow(Value value, Type part) {
  return isa<FloatType>(part) ? toFloat(value, part) : value;
}

Value Arithmetic::bitsOf(Value value) {
  Type element = elementOf(value);
  if (!isa<FloatType>(element)) {
    return value;
  }
  Type bits = builder.getIntegerType(element.getIntOrFloatBitWidth());
  return make<arith::BitcastOp>(shapedLike(bits, value.getType()), value);
}

Value Arithmetic::fromBits(Value bits, Type part) {
  return isa<FloatType>(part)
             ? make<arith::BitcastOp>(shapedLike(part, bits.getType()), bits)
             : bits;
}

Value Arithmetic::reshape(Value value, ArrayRef<int64_t> shape) {
  if (shapeOf(value) == shape) {
    return value;
  }
  return make<ReshapeOp>(RankedTensorType::get(shape, elementOf(value)), value);
}

Value Arithmetic::broadcast(Value value, ArrayRef<int64_t> dimensions,
                            ArrayRef<int64_t> shape) {
  if (shapeOf(value) == shape) {
    return value;
  }
  return make<BroadcastOp>(RankedTensorType::get(shape, elementOf(value)),
                           value, builder.getDenseI64ArrayAttr(dimensions));
}

Value Arithmetic::repeat(Value value, ArrayRef<int64_t> shape) {
  if (!isa<RankedTensorType>(value.getType())) {
    return value;
  }
  // Constants are made where they are needed.
  if (auto constant = value.getDefiningOp<arith::ConstantOp>()) {
    if (auto dense = dyn_cast<SplatElementsAttr>(constant.getValue())) {
      return make<arith::ConstantOp>(cast<TypedAttr>(
          dense.resizeSplat(RankedTensorType::get(shape, elementOf(value)))));
    }
  }
  return broadcast(reshape(value, {}), {}, shape);
}

Value Arithmetic::transpose(Value value, ArrayRef<int64_t> permutation) {
  if (llvm::is_sorted(permutation)) {
    return value;
  }
  llvm::SmallVector<int64_t> shape;
  for (int64_t d : permutation) {
    shape.push_back(shapeOf(value)[d]);
  }
  return make<TransposeOp>(RankedTensorType::get(shape, elementOf(value)),
                           value, builder.getDenseI64ArrayAttr(permutation));
}

llvm::SmallVector<Value>
Arithmetic::unlessAny(Value condition, ValueRange usual,
                      llvm::function_ref<llvm::SmallVector<Value>()> rare) {
  if (auto type = dyn_cast<RankedTensorType>(condition.getType())) {
    auto all = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
    auto any = ReduceOp::create(builder, loc, CombineKind::Or,
                                ValueRange(condition), all);
    condition = scalarOf(any.getResult(0));
  }
  auto choice = scf::IfOp::create(builder, loc, usual.getTypes(), condition,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(choice.thenBlock());
  scf::YieldOp::create(builder, loc, rare());
  builder.setInsertionPointToEnd(choice.elseBlock());
  scf::YieldOp::create(builder, loc, usual);
  return llvm::to_vector_of<Value>(choice.getResults());
}

Value Arithmetic::scalarOf(Value value) {
  return make<tensor::ExtractOp>(reshape(value, {}), ValueRange());
}

Value Arithmetic::splat(Value scalar, ArrayRef<int64_t> shape) {
  return make<tensor::SplatOp>(scalar,
                               RankedTensorType::get(shape, scalar.getType()));
}

TileValue mapParts(const TileValue &value,
                   llvm::function_ref<Value(Value)> function) {
  TileValue result;
  for (Value part : value) {
    result.push_back(function(part));
  }
  return result;
}

} // namespace weft::tile
