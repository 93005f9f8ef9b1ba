// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Value.h"

#include "weft/StableHLO/IR/StableHLO.h"

#include <llvm/ADT/TypeSwitch.h>
#include <llvm/Support/FormatVariadic.h>

namespace weft::reference {
namespace {

std::string print(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::string describe(const Value &value) {
  if (value.isTensor()) {
    return print(value.tensor().type());
  }
  if (value.isToken()) {
    return "a token";
  }
  if (value.isTuple()) {
    return llvm::formatv("a tuple of {0}", value.tupleElements().size());
  }
  return value.isFuture() ? "a future" : "nothing";
}

Status mismatch(const Value &value, mlir::Type type) {
  return Status::invalidArgument(
      llvm::formatv("found {0} where the program declares {1}", describe(value),
                    print(type)));
}

bool fits(const Tensor &tensor, mlir::RankedTensorType type) {
  if (tensor.type() == type) {
    return true;
  }
  if (tensor.type().getElementType() != type.getElementType() ||
      tensor.rank() != type.getRank()) {
    return false;
  }
  for (auto [actual, declared] :
       llvm::zip_equal(tensor.shape(), type.getShape())) {
    if (!mlir::ShapedType::isDynamic(declared) && actual != declared) {
      return false;
    }
  }
  auto extensions = mlir::dyn_cast_if_present<stablehlo::TypeExtensionsAttr>(
      type.getEncoding());
  if (!extensions) {
    return true;
  }
  for (auto [actual, bound] :
       llvm::zip(tensor.shape(), extensions.getBounds())) {
    if (!mlir::ShapedType::isDynamic(bound) && actual > bound) {
      return false;
    }
  }
  return true;
}

} // namespace

Future::~Future() = default;

Value Value::tuple(Values elements) {
  Value value;
  value.held = std::make_shared<const Values>(std::move(elements));
  return value;
}

Status checkValue(const Value &value, mlir::Type type) {
  if (auto tensorType = mlir::dyn_cast<mlir::RankedTensorType>(type)) {
    return value.isTensor() && fits(value.tensor(), tensorType)
               ? Status::success()
               : mismatch(value, type);
  }
  if (auto tupleType = mlir::dyn_cast<mlir::TupleType>(type)) {
    if (!value.isTuple() || value.tupleElements().size() != tupleType.size()) {
      return mismatch(value, type);
    }
    for (auto [element, elementType] :
         llvm::zip_equal(value.tupleElements(), tupleType.getTypes())) {
      WEFT_RETURN_IF_ERROR(checkValue(element, elementType));
    }
    return Status::success();
  }
  if (mlir::isa<stablehlo::TokenType>(type)) {
    return value.isToken() ? Status::success() : mismatch(value, type);
  }
  if (mlir::isa<stablehlo::FutureType>(type)) {
    return value.isFuture() ? Status::success() : mismatch(value, type);
  }
  return Status::unimplemented(
      llvm::formatv("values of type {0} cannot be executed", print(type)));
}

} // namespace weft::reference
