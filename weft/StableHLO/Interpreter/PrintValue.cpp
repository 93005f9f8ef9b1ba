// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/PrintValue.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

using weft::reference::Element;
using weft::reference::ElementClass;
using weft::reference::Tensor;
using weft::reference::Value;

namespace weft {
namespace {

/// How many stay at either end of a shortened dimension.
constexpr int64_t kEdge = 3;

class TensorPrinter {
public:
  TensorPrinter(llvm::raw_ostream &stream, const Tensor &tensor,
                const PrintOptions &options)
      : stream(stream), tensor(tensor),
        elides(options.elideAbove >= 0 &&
               tensor.elementCount() > options.elideAbove) {}

  void print() {
    stream << tensor.type() << " {";
    if (tensor.rank() == 0) {
      stream << elementText(tensor.at(0)) << "}";
      return;
    }
    // A zero in front hides all dimensions behind it, so the walk below never
    // reads an element of an empty tensor.
    printDimension(0, 0);
    stream << "\n}";
  }

private:
  /// Prints everything below `dimension` from the row-major position
  /// `position`, which counts in units of that dimension.
  void printDimension(int64_t dimension, int64_t position) {
    bool innermost = dimension + 1 == tensor.rank();
    int64_t size = tensor.dimension(dimension);
    newLine(dimension + 1);
    stream << "[";
    for (int64_t i = 0; i < size; ++i) {
      if (elides && size > 2 * kEdge && i == kEdge) {
        i = size - kEdge;
        if (!innermost) {
          newLine(dimension + 2);
        }
        stream << (innermost ? "..., " : "...,");
      }
      int64_t next = position * size + i;
      if (innermost) {
        stream << elementText(tensor.at(next)) << (i + 1 < size ? ", " : "");
      } else {
        printDimension(dimension + 1, next);
        stream << (i + 1 < size ? "," : "");
      }
    }
    if (!innermost && size > 0) {
      newLine(dimension + 1);
    }
    stream << "]";
  }

  void newLine(int64_t depth) {
    stream << "\n";
    stream.indent(2 * static_cast<unsigned>(depth));
  }

  llvm::raw_ostream &stream;
  const Tensor &tensor;
  bool elides;
};

} // namespace

std::string realText(FloatKind kind, double value) {
  if (std::isnan(value)) {
    return "nan";
  }
  if (std::isinf(value)) {
    return value < 0 ? "-inf" : "inf";
  }
  char text[64];
  // Seven digits are enough for most constants a person writes; seventeen are
  // enough for every double.
  for (int precision = 6; precision <= 16; ++precision) {
    std::snprintf(text, sizeof(text), "%.*e", precision, value);
    if (roundToFloat(kind, std::strtod(text, nullptr)) == value) {
      break;
    }
  }
  return text;
}

std::string elementText(const Element &element) {
  switch (element.type().elementClass()) {
  case ElementClass::Boolean:
    return element.asBoolean() ? "true" : "false";
  case ElementClass::Signed:
    return std::to_string(element.asSigned());
  case ElementClass::Unsigned:
    return std::to_string(element.asUnsigned());
  case ElementClass::Float:
    return realText(element.type().floatKind(), element.asReal());
  case ElementClass::Complex:
    return "[" + realText(element.type().floatKind(), element.asReal()) + ", " +
           realText(element.type().floatKind(), element.asImaginary()) + "]";
  }
  return "";
}

void printTensor(llvm::raw_ostream &stream, const Tensor &tensor,
                 const PrintOptions &options) {
  if (options.dense) {
    stream << tensor.toAttribute();
    return;
  }
  TensorPrinter(stream, tensor, options).print();
}

void printValue(llvm::raw_ostream &stream, const Value &value, mlir::Type type,
                const PrintOptions &options) {
  if (value.isTensor()) {
    printTensor(stream, value.tensor(), options);
    return;
  }
  stream << type;
  if (!value.isTuple()) {
    return;
  }
  auto tupleType = mlir::dyn_cast<mlir::TupleType>(type);
  stream << " (";
  for (auto [i, element] : llvm::enumerate(value.tupleElements())) {
    stream << (i ? ",\n" : "\n");
    printValue(stream, element,
               tupleType && i < tupleType.size() ? tupleType.getType(i)
                                                 : mlir::Type(type),
               options);
  }
  stream << "\n)";
}

} // namespace weft
