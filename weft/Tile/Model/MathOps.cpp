// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Math.h"
#include "weft/Tile/Model/ElementOps.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Math/IR/Math.h>

#include <bit>
#include <cmath>

using namespace mlir;
using weft::reference::Element;
using weft::reference::ElementType;

namespace weft::tile {
namespace {

namespace elements = reference::math;

template <typename Function> Evaluator unary(Function function) {
  return [function](ArrayRef<Element> operands,
                    SmallVectorImpl<Element> &results) {
    results.push_back(function(operands[0]));
    return Status::success();
  };
}

/// A function of real numbers: in long double for f64, in double for all that
/// is narrower; rounded once.
template <typename Function>
Element rounded(const Element &x, Function function) {
  if (x.type().floatKind() == FloatKind::F64) {
    return Element::real(x.type(), static_cast<double>(function(
                                       static_cast<long double>(x.asReal()))));
  }
  return Element::real(x.type(), function(x.asReal()));
}

template <typename Function> Evaluator ofReal(Function function) {
  return unary([function](const Element &x) { return rounded(x, function); });
}

template <typename Function> Evaluator ofReals(Function function) {
  return [function](ArrayRef<Element> operands,
                    SmallVectorImpl<Element> &results) {
    results.push_back(rounded(operands[0], [&](auto x) {
      return function(x, static_cast<decltype(x)>(operands[1].asReal()));
    }));
    return Status::success();
  };
}

template <typename Function> Evaluator ofBits(Function function) {
  return unary([function](const Element &x) {
    return Element::integer(x.type(),
                            function(unsignedValue(x), x.type().bitWidth()));
  });
}

template <typename Function> Evaluator test(Function function) {
  return unary(
      [function](const Element &x) { return Element::boolean(function(x)); });
}

bool isNormal(const Element &x) {
  const FloatFormat &format = formatOf(x.type().floatKind());
  double smallest = std::ldexp(1.0, 1 - format.bias);
  return std::isfinite(x.asReal()) && std::fabs(x.asReal()) >= smallest;
}

Element fusedMultiplyAdd(const Element &a, const Element &b, const Element &c) {
  ElementType type = a.type();
  if (type.floatKind() == FloatKind::F32) {
    return Element::real(type, std::fmaf(static_cast<float>(a.asReal()),
                                         static_cast<float>(b.asReal()),
                                         static_cast<float>(c.asReal())));
  }
  return Element::real(type, std::fma(a.asReal(), b.asReal(), c.asReal()));
}

Evaluator transcendental(Operation *operation) {
  return llvm::TypeSwitch<Operation *, Evaluator>(operation)
      .Case([](math::AcosOp) {
        return ofReal([](auto x) { return std::acos(x); });
      })
      .Case([](math::AcoshOp) {
        return ofReal([](auto x) { return std::acosh(x); });
      })
      .Case([](math::AsinOp) {
        return ofReal([](auto x) { return std::asin(x); });
      })
      .Case([](math::AsinhOp) {
        return ofReal([](auto x) { return std::asinh(x); });
      })
      .Case([](math::AtanOp) {
        return ofReal([](auto x) { return std::atan(x); });
      })
      .Case([](math::AtanhOp) {
        return ofReal([](auto x) { return std::atanh(x); });
      })
      .Case([](math::Atan2Op) {
        return ofReals([](auto y, auto x) { return std::atan2(y, x); });
      })
      .Case([](math::CbrtOp) { return unary(elements::cbrt); })
      .Case([](math::CosOp) { return unary(elements::cosine); })
      .Case([](math::CoshOp) {
        return ofReal([](auto x) { return std::cosh(x); });
      })
      .Case([](math::SinOp) { return unary(elements::sine); })
      .Case([](math::SinhOp) {
        return ofReal([](auto x) { return std::sinh(x); });
      })
      .Case([](math::SincosOp) -> Evaluator {
        return
            [](ArrayRef<Element> operands, SmallVectorImpl<Element> &results) {
              results.push_back(elements::sine(operands[0]));
              results.push_back(elements::cosine(operands[0]));
              return Status::success();
            };
      })
      .Case([](math::ErfOp) {
        return ofReal([](auto x) { return std::erf(x); });
      })
      .Case([](math::ErfcOp) {
        return ofReal([](auto x) { return std::erfc(x); });
      })
      .Case([](math::ExpOp) { return unary(elements::exponential); })
      .Case([](math::Exp2Op) {
        return ofReal([](auto x) { return std::exp2(x); });
      })
      .Case([](math::ExpM1Op) { return unary(elements::exponentialMinusOne); })
      .Case([](math::LogOp) { return unary(elements::log); })
      .Case([](math::Log10Op) {
        return ofReal([](auto x) { return std::log10(x); });
      })
      .Case([](math::Log1pOp) { return unary(elements::logPlusOne); })
      .Case([](math::Log2Op) {
        return ofReal([](auto x) { return std::log2(x); });
      })
      .Case([](math::PowFOp) {
        return ofReals([](auto x, auto y) { return std::pow(x, y); });
      })
      .Case([](math::RsqrtOp) { return unary(elements::rsqrt); })
      .Case([](math::SqrtOp) { return unary(elements::sqrt); })
      .Case([](math::TanOp) { return unary(elements::tan); })
      .Case([](math::TanhOp) { return unary(elements::tanh); })
      .Default([](Operation *) { return Evaluator(); });
}

Evaluator exact(Operation *operation) {
  return llvm::TypeSwitch<Operation *, Evaluator>(operation)
      .Case<math::AbsFOp, math::AbsIOp>(
          [](auto) { return unary(elements::absolute); })
      .Case([](math::CeilOp) { return unary(elements::ceil); })
      .Case([](math::FloorOp) { return unary(elements::floor); })
      .Case([](math::RoundOp) { return unary(elements::roundNearestAfz); })
      .Case([](math::RoundEvenOp) { return unary(elements::roundNearestEven); })
      .Case([](math::TruncOp) {
        return ofReal([](auto x) { return std::trunc(x); });
      })
      .Case([](math::CopySignOp) {
        return ofReals([](auto x, auto y) { return std::copysign(x, y); });
      })
      .Case([](math::ClampFOp) -> Evaluator {
        return
            [](ArrayRef<Element> operands, SmallVectorImpl<Element> &results) {
              results.push_back(
                  elements::clamp(operands[1], operands[0], operands[2]));
              return Status::success();
            };
      })
      .Case([](math::FmaOp) -> Evaluator {
        return
            [](ArrayRef<Element> operands, SmallVectorImpl<Element> &results) {
              results.push_back(
                  fusedMultiplyAdd(operands[0], operands[1], operands[2]));
              return Status::success();
            };
      })
      .Case([](math::IsFiniteOp) {
        return test([](const Element &x) { return std::isfinite(x.asReal()); });
      })
      .Case([](math::IsInfOp) {
        return test([](const Element &x) { return std::isinf(x.asReal()); });
      })
      .Case([](math::IsNaNOp) {
        return test([](const Element &x) { return std::isnan(x.asReal()); });
      })
      .Case([](math::IsNormalOp) { return test(isNormal); })
      .Case([](math::CountLeadingZerosOp) {
        return ofBits([](uint64_t bits, unsigned width) {
          return static_cast<uint64_t>(std::countl_zero(bits)) - (64 - width);
        });
      })
      .Case([](math::CountTrailingZerosOp) {
        return ofBits([](uint64_t bits, unsigned width) {
          return std::min<uint64_t>(std::countr_zero(bits), width);
        });
      })
      .Case([](math::CtPopOp) {
        return ofBits([](uint64_t bits, unsigned /*width*/) {
          return static_cast<uint64_t>(std::popcount(bits));
        });
      })
      .Case([](math::IPowIOp) -> Evaluator {
        return [](ArrayRef<Element> operands,
                  SmallVectorImpl<Element> &results) {
          if (signedValue(operands[0]) == 0 && signedValue(operands[1]) < 0) {
            return Status::failedPrecondition(
                "raises zero to a negative power");
          }
          results.push_back(elements::power(operands[0], operands[1]));
          return Status::success();
        };
      })
      .Default([](Operation *) { return Evaluator(); });
}

} // namespace

StatusOr<Evaluator> mathEvaluator(Operation *operation) {
  Evaluator evaluator = transcendental(operation);
  if (!evaluator) {
    evaluator = exact(operation);
  }
  if (!evaluator) {
    return Status::unimplemented("the model does not know this operation");
  }
  return evaluator;
}

} // namespace weft::tile
