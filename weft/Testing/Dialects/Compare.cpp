// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Dialects/Compare.h"

#include "weft/StableHLO/Interpreter/PrintValue.h"
#include "weft/Support/Float.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Support/FormatVariadic.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Index;
using weft::reference::IndexSpace;
using weft::reference::Tensor;

namespace weft::check {
namespace {

constexpr uint64_t kIncomparable = std::numeric_limits<uint64_t>::max();

std::string indexText(const Index &index) {
  std::string text = "[";
  for (size_t i = 0; i < index.size(); ++i) {
    text += (i ? ", " : "") + std::to_string(index[i]);
  }
  return text + "]";
}

Status checkSameType(const Tensor &actual, const Tensor &expected) {
  if (actual.type() == expected.type()) {
    return Status::success();
  }
  return Status::invalidArgument(
      llvm::formatv("types differ: {0} (actual) and {1} (expected)",
                    actual.type(), expected.type()));
}

Status checkInexactType(const Tensor &tensor, const char *comparison) {
  ElementType type = tensor.elementType();
  if ((type.isFloat() || type.isComplex()) && !tensor.isQuantized()) {
    return Status::success();
  }
  return Status::invalidArgument(
      llvm::formatv("{0} needs floating-point or complex elements, but got {1}",
                    comparison, tensor.type()));
}

/// Walks both tensors. `agrees` decides; `distance` describes a disagreement,
/// for instance ", 4 ulp apart". `rule` says what was asked for.
Status compareElements(
    const Tensor &actual, const Tensor &expected, const std::string &rule,
    llvm::function_ref<bool(const Element &, const Element &)> agrees,
    llvm::function_ref<std::string(const Element &, const Element &)>
        distance) {
  int64_t disagreements = 0;
  int64_t position = 0;
  std::string first;
  for (const Index &index : IndexSpace(actual.shape())) {
    Element left = actual.at(position);
    Element right = expected.at(position);
    ++position;
    if (agrees(left, right)) {
      continue;
    }
    if (disagreements++ == 0) {
      first = "index " + indexText(index) + ": " + elementText(left) +
              " (actual) and " + elementText(right) + " (expected)" +
              distance(left, right);
    }
  }
  if (disagreements == 0) {
    return Status::success();
  }
  return Status::failedPrecondition(
      llvm::formatv("{0} of {1} elements {2}; first at {3}", disagreements,
                    actual.elementCount(), rule, first));
}

bool equalReals(double left, double right) {
  return left == right || (std::isnan(left) && std::isnan(right));
}

bool equal(const Element &left, const Element &right) {
  ElementType type = left.type();
  if (type.isFloat() || type.isComplex()) {
    return equalReals(left.asReal(), right.asReal()) &&
           equalReals(left.asImaginary(), right.asImaginary());
  }
  return left.bits() == right.bits();
}

/// Zero for what is equal, infinities included; NaN when only one side is NaN,
/// so that no tolerance allows it.
double difference(double left, double right) {
  return equalReals(left, right) ? 0.0 : std::fabs(left - right);
}

uint64_t distanceOfReals(FloatKind kind, double left, double right) {
  return ulpDistance(kind, encodeFloat(kind, left), encodeFloat(kind, right));
}

uint64_t distanceInUlp(const Element &left, const Element &right) {
  FloatKind kind = left.type().floatKind();
  uint64_t distance = distanceOfReals(kind, left.asReal(), right.asReal());
  if (left.type().isComplex()) {
    distance = std::max(distance, distanceOfReals(kind, left.asImaginary(),
                                                  right.asImaginary()));
  }
  return distance;
}

} // namespace

Status compareEqual(const Tensor &actual, const Tensor &expected) {
  WEFT_RETURN_IF_ERROR(checkSameType(actual, expected));
  if (actual == expected) {
    return Status::success();
  }
  return compareElements(
      actual, expected, "are not equal", equal,
      [](const Element &, const Element &) { return std::string(); });
}

Status compareAlmostEqual(const Tensor &actual, const Tensor &expected,
                          double tolerance) {
  WEFT_RETURN_IF_ERROR(checkSameType(actual, expected));
  WEFT_RETURN_IF_ERROR(checkInexactType(actual, "an absolute tolerance"));
  auto largest = [](const Element &left, const Element &right) {
    double real = difference(left.asReal(), right.asReal());
    double imaginary = difference(left.asImaginary(), right.asImaginary());
    return std::isnan(real) || real > imaginary ? real : imaginary;
  };
  return compareElements(
      actual, expected,
      llvm::formatv("differ by more than {0}",
                    realText(FloatKind::F64, tolerance)),
      // Infinity minus infinity's neighbour is infinity: only an infinite
      // tolerance could allow it, and infinities agree with nothing else.
      [&](const Element &left, const Element &right) {
        double apart = largest(left, right);
        return apart <= tolerance && std::isfinite(apart);
      },
      [&](const Element &left, const Element &right) {
        return ", " + realText(FloatKind::F64, largest(left, right)) + " apart";
      });
}

Status compareClose(const Tensor &actual, const Tensor &expected,
                    uint64_t minimum, uint64_t maximum) {
  WEFT_RETURN_IF_ERROR(checkSameType(actual, expected));
  WEFT_RETURN_IF_ERROR(checkInexactType(actual, "a distance in ulp"));
  std::string rule =
      minimum == 0
          ? llvm::formatv("are more than {0} ulp apart", maximum).str()
          : llvm::formatv("are not {0} to {1} ulp apart", minimum, maximum)
                .str();
  return compareElements(
      actual, expected, rule,
      [&](const Element &left, const Element &right) {
        uint64_t apart = distanceInUlp(left, right);
        return apart != kIncomparable && apart >= minimum && apart <= maximum;
      },
      [](const Element &left, const Element &right) {
        uint64_t apart = distanceInUlp(left, right);
        return apart == kIncomparable
                   ? std::string(", not comparable in ulp")
                   : ", " + std::to_string(apart) + " ulp apart";
      });
}

} // namespace weft::check
