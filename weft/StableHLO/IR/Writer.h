// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How operations of StableHLO are made, by whoever rewrites programs: a short
// name for each that is needed often.
//
//   Writer writer(op);
//   Value mean = writer.divide(writer.sum(x, {0}), writer.splat(type, 32));
//
// A value that is there already is given back where nothing needs to be done (a
// reshape to the same shape), so that callers state the general case only.
// Shapes are static. Operands of arithmetic have one type, which is that of the
// result.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/IR/Builders.h>

namespace weft::stablehlo {

class Writer {
public:
  /// In front of an operation, with its location.
  explicit Writer(mlir::Operation *op)
      : own(std::in_place, op), builder(*own), where(op->getLoc()) {}
  /// Wherever the builder stands, which outlives this.
  Writer(mlir::OpBuilder &builder, mlir::Location where)
      : builder(builder), where(where) {}
  Writer(const Writer &) = delete;
  Writer &operator=(const Writer &) = delete;
  virtual ~Writer() = default;

  /// Of what is made next.
  virtual mlir::Location location() { return where; }

  template <typename Op, typename... Arguments>
  Op make(Arguments &&...arguments) {
    return Op::create(builder, location(),
                      std::forward<Arguments>(arguments)...);
  }

  //===--------------------------------------------------------------------===//
  // Constants
  //===--------------------------------------------------------------------===//

  mlir::Value constant(mlir::DenseElementsAttr elements);
  /// The one value of a type without elements.
  mlir::Value empty(mlir::RankedTensorType type);
  /// All elements alike. Numbers are rounded to floats, and taken modulo two to
  /// the width of integers. A type without a zero has its least number for it.
  mlir::Value splat(mlir::RankedTensorType type, double number);
  mlir::Value splat(mlir::RankedTensorType type, const llvm::APInt &number);
  mlir::Value splat(mlir::RankedTensorType type, const llvm::APFloat &number);
  mlir::Value integer(mlir::RankedTensorType type, uint64_t number);
  mlir::Value zero(mlir::RankedTensorType type) { return splat(type, 0.0); }
  mlir::Value boolean(mlir::RankedTensorType type, bool value);
  /// All bytes alike: zero bits are a number of every type.
  mlir::Value bytes(mlir::RankedTensorType type, uint8_t byte);

  //===--------------------------------------------------------------------===//
  // Elements
  //===--------------------------------------------------------------------===//

  template <typename Op> mlir::Value unary(mlir::Value a) {
    return make<Op>(mlir::TypeRange(a.getType()), mlir::ValueRange(a),
                    llvm::ArrayRef<mlir::NamedAttribute>())
        ->getResult(0);
  }
  template <typename Op> mlir::Value binary(mlir::Value a, mlir::Value b) {
    return make<Op>(mlir::TypeRange(a.getType()), mlir::ValueRange{a, b},
                    llvm::ArrayRef<mlir::NamedAttribute>())
        ->getResult(0);
  }
  mlir::Value add(mlir::Value a, mlir::Value b) { return binary<AddOp>(a, b); }
  mlir::Value subtract(mlir::Value a, mlir::Value b) {
    return binary<SubtractOp>(a, b);
  }
  mlir::Value multiply(mlir::Value a, mlir::Value b) {
    return binary<MultiplyOp>(a, b);
  }
  mlir::Value divide(mlir::Value a, mlir::Value b) {
    return binary<DivideOp>(a, b);
  }
  mlir::Value remainder(mlir::Value a, mlir::Value b) {
    return binary<RemainderOp>(a, b);
  }
  mlir::Value smaller(mlir::Value a, mlir::Value b) {
    return binary<MinimumOp>(a, b);
  }
  mlir::Value larger(mlir::Value a, mlir::Value b) {
    return binary<MaximumOp>(a, b);
  }
  /// Logical on booleans, by the bit on integers.
  mlir::Value both(mlir::Value a, mlir::Value b) { return binary<AndOp>(a, b); }
  mlir::Value either(mlir::Value a, mlir::Value b) {
    return binary<OrOp>(a, b);
  }
  mlir::Value exclusiveOr(mlir::Value a, mlir::Value b) {
    return binary<XorOp>(a, b);
  }
  mlir::Value shiftLeft(mlir::Value a, mlir::Value b) {
    return binary<ShiftLeftOp>(a, b);
  }
  mlir::Value shiftRight(mlir::Value a, mlir::Value b) {
    return binary<ShiftRightLogicalOp>(a, b);
  }
  mlir::Value squareRoot(mlir::Value a) { return unary<SqrtOp>(a); }
  /// By the order that the element type has.
  mlir::Value compare(mlir::Value a, ComparisonDirection direction,
                      mlir::Value b);
  mlir::Value select(mlir::Value predicate, mlir::Value onTrue,
                     mlir::Value onFalse);
  mlir::Value convert(mlir::Value value, mlir::Type element);
  mlir::Value bitcast(mlir::Value value, mlir::Type type);

  //===--------------------------------------------------------------------===//
  // Shapes
  //===--------------------------------------------------------------------===//

  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  /// As a list, in row-major order.
  mlir::Value flatten(mlir::Value value);
  /// Dimension d of the result is dimension permutation[d] of the value.
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> permutation);
  mlir::Value broadcast(mlir::Value value, llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<int64_t> dimensions);
  /// A scalar for every element.
  mlir::Value broadcastScalar(mlir::Value value,
                              llvm::ArrayRef<int64_t> shape) {
    return broadcast(value, shape, {});
  }
  mlir::Value slice(mlir::Value value, llvm::ArrayRef<int64_t> starts,
                    llvm::ArrayRef<int64_t> limits,
                    llvm::ArrayRef<int64_t> strides);
  /// Along one dimension, with stride one.
  mlir::Value slice(mlir::Value value, int64_t dimension, int64_t start,
                    int64_t limit);
  mlir::Value pad(mlir::Value value, mlir::Value filler,
                  llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high,
                  llvm::ArrayRef<int64_t> interior);
  mlir::Value concatenate(mlir::ValueRange values, int64_t dimension);
  mlir::Value reverse(mlir::Value value, llvm::ArrayRef<int64_t> dimensions);
  /// The index along a dimension.
  mlir::Value iota(mlir::RankedTensorType type, int64_t dimension);

  //===--------------------------------------------------------------------===//
  // Reductions
  //===--------------------------------------------------------------------===//

  /// The sum over these dimensions, from `initial` on, which is a scalar.
  mlir::Value sum(mlir::Value value, mlir::Value initial,
                  llvm::ArrayRef<int64_t> dimensions);

private:
  std::optional<mlir::OpBuilder> own;

public:
  mlir::OpBuilder &builder;

private:
  mlir::Location where;
};

} // namespace weft::stablehlo
