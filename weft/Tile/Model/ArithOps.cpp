// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Math.h"
#include "weft/Tile/Model/ElementOps.h"

#include <llvm/ADT/TypeSwitch.h>
#include <llvm/Support/FormatVariadic.h>
#include <mlir/Dialect/Arith/IR/Arith.h>

#include <cmath>
#include <limits>

using namespace mlir;
using weft::reference::Element;
using weft::reference::ElementType;

namespace weft::tile {

int64_t signedValue(const Element &element) {
  return element.type().isBoolean() ? -int64_t(element.asBoolean())
                                    : element.asSigned();
}

uint64_t unsignedValue(const Element &element) { return element.bits(); }

namespace {

namespace math = reference::math;

/// Bits that the operation does not define.
Element undefinedBits(ElementType type) {
  return Element::integer(type, 0xA5A5A5A5A5A5A5A5);
}

template <typename Function> Evaluator unary(Function function) {
  return [function](ArrayRef<Element> operands,
                    SmallVectorImpl<Element> &results) {
    results.push_back(function(operands[0]));
    return Status::success();
  };
}

template <typename Function> Evaluator binary(Function function) {
  return [function](ArrayRef<Element> operands,
                    SmallVectorImpl<Element> &results) {
    results.push_back(function(operands[0], operands[1]));
    return Status::success();
  };
}

/// A function of the bits, modulo two to the width.
template <typename Function> Evaluator ofBits(Function function) {
  return binary([function](const Element &lhs, const Element &rhs) {
    return Element::integer(lhs.type(),
                            function(unsignedValue(lhs), unsignedValue(rhs)));
  });
}

template <typename Function> Evaluator ofSigned(Function function) {
  return binary([function](const Element &lhs, const Element &rhs) {
    return Element::integer(
        lhs.type(),
        static_cast<uint64_t>(function(signedValue(lhs), signedValue(rhs))));
  });
}

/// A shift by less than the width; more has no defined result.
template <typename Function> Evaluator shift(Function function) {
  return binary([function](const Element &lhs, const Element &rhs) {
    if (unsignedValue(rhs) >= lhs.type().bitWidth()) {
      return undefinedBits(lhs.type());
    }
    return Element::integer(lhs.type(), function(lhs, unsignedValue(rhs)));
  });
}

Status divisionByZero() {
  return Status::failedPrecondition("divides by zero");
}

template <typename Function> Evaluator unsignedDivision(Function function) {
  return [function](ArrayRef<Element> operands,
                    SmallVectorImpl<Element> &results) {
    uint64_t lhs = unsignedValue(operands[0]), rhs = unsignedValue(operands[1]);
    if (rhs == 0) {
      return divisionByZero();
    }
    results.push_back(Element::integer(operands[0].type(), function(lhs, rhs)));
    return Status::success();
  };
}

template <typename Function> Evaluator signedDivision(Function function) {
  return [function](ArrayRef<Element> operands,
                    SmallVectorImpl<Element> &results) {
    int64_t lhs = signedValue(operands[0]), rhs = signedValue(operands[1]);
    if (rhs == 0) {
      return divisionByZero();
    }
    int64_t least = std::numeric_limits<int64_t>::min() >>
                    (64 - operands[0].type().bitWidth());
    if (lhs == least && rhs == -1) {
      return Status::failedPrecondition(
          llvm::formatv("divides {0}, the least number, by -1", lhs));
    }
    results.push_back(Element::integer(
        operands[0].type(), static_cast<uint64_t>(function(lhs, rhs))));
    return Status::success();
  };
}

/// Both halves of a product.
template <typename Wide, typename Read> Evaluator extendedProduct(Read read) {
  return [read](ArrayRef<Element> operands, SmallVectorImpl<Element> &results) {
    ElementType type = operands[0].type();
    Wide product = static_cast<Wide>(read(operands[0])) *
                   static_cast<Wide>(read(operands[1]));
    results.push_back(Element::integer(type, static_cast<uint64_t>(product)));
    results.push_back(Element::integer(
        type, static_cast<uint64_t>(product >> type.bitWidth())));
    return Status::success();
  };
}

bool compareIntegers(arith::CmpIPredicate predicate, const Element &lhs,
                     const Element &rhs) {
  int64_t a = signedValue(lhs), b = signedValue(rhs);
  uint64_t ua = unsignedValue(lhs), ub = unsignedValue(rhs);
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return ua == ub;
  case arith::CmpIPredicate::ne:
    return ua != ub;
  case arith::CmpIPredicate::slt:
    return a < b;
  case arith::CmpIPredicate::sle:
    return a <= b;
  case arith::CmpIPredicate::sgt:
    return a > b;
  case arith::CmpIPredicate::sge:
    return a >= b;
  case arith::CmpIPredicate::ult:
    return ua < ub;
  case arith::CmpIPredicate::ule:
    return ua <= ub;
  case arith::CmpIPredicate::ugt:
    return ua > ub;
  case arith::CmpIPredicate::uge:
    return ua >= ub;
  }
  return false;
}

bool compareFloats(arith::CmpFPredicate predicate, double a, double b) {
  bool unordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return false;
  case arith::CmpFPredicate::OEQ:
    return a == b;
  case arith::CmpFPredicate::OGT:
    return a > b;
  case arith::CmpFPredicate::OGE:
    return a >= b;
  case arith::CmpFPredicate::OLT:
    return a < b;
  case arith::CmpFPredicate::OLE:
    return a <= b;
  case arith::CmpFPredicate::ONE:
    return !unordered && a != b;
  case arith::CmpFPredicate::ORD:
    return !unordered;
  case arith::CmpFPredicate::UEQ:
    return unordered || a == b;
  case arith::CmpFPredicate::UGT:
    return unordered || a > b;
  case arith::CmpFPredicate::UGE:
    return unordered || a >= b;
  case arith::CmpFPredicate::ULT:
    return unordered || a < b;
  case arith::CmpFPredicate::ULE:
    return unordered || a <= b;
  case arith::CmpFPredicate::UNE:
    return a != b;
  case arith::CmpFPredicate::UNO:
    return unordered;
  case arith::CmpFPredicate::AlwaysTrue:
    return true;
  }
  return false;
}

/// As maximum or minimum, but a number wins over a NaN.
template <typename Function> Evaluator ofNumbers(Function function) {
  return binary([function](const Element &lhs, const Element &rhs) {
    if (std::isnan(lhs.asReal())) {
      return rhs;
    }
    return std::isnan(rhs.asReal()) ? lhs : function(lhs, rhs);
  });
}

/// Truncates; what the type cannot hold has no defined result.
Element realToInteger(double value, ElementType type, bool isSigned) {
  double truncated = std::trunc(value);
  int bits = static_cast<int>(type.bitWidth()) - (isSigned ? 1 : 0);
  double low = isSigned ? -std::ldexp(1.0, bits) : 0.0;
  if (!(truncated >= low && truncated < std::ldexp(1.0, bits))) {
    return undefinedBits(type);
  }
  return Element::integer(
      type, isSigned ? static_cast<uint64_t>(static_cast<int64_t>(truncated))
                     : static_cast<uint64_t>(truncated));
}

Evaluator integerToReal(ElementType type, bool isSigned) {
  return unary([=](const Element &operand) {
    Element integer =
        isSigned ? Element::integer(ElementType::signedInteger(64),
                                    static_cast<uint64_t>(signedValue(operand)))
                 : Element::integer(ElementType::unsignedInteger(64),
                                    unsignedValue(operand));
    return math::convert(integer, type);
  });
}

Evaluator extended(ElementType type, bool isSigned) {
  return unary([=](const Element &operand) {
    return Element::integer(
        type, isSigned ? static_cast<uint64_t>(signedValue(operand))
                       : unsignedValue(operand));
  });
}

Evaluator integerEvaluator(Operation *operation) {
  return llvm::TypeSwitch<Operation *, Evaluator>(operation)
      .Case([](arith::AddIOp) { return ofBits(std::plus<uint64_t>()); })
      .Case([](arith::SubIOp) { return ofBits(std::minus<uint64_t>()); })
      .Case([](arith::MulIOp) { return ofBits(std::multiplies<uint64_t>()); })
      .Case([](arith::AndIOp) { return ofBits(std::bit_and<uint64_t>()); })
      .Case([](arith::OrIOp) { return ofBits(std::bit_or<uint64_t>()); })
      .Case([](arith::XOrIOp) { return ofBits(std::bit_xor<uint64_t>()); })
      .Case([](arith::MaxSIOp) {
        return ofSigned([](int64_t a, int64_t b) { return std::max(a, b); });
      })
      .Case([](arith::MinSIOp) {
        return ofSigned([](int64_t a, int64_t b) { return std::min(a, b); });
      })
      .Case([](arith::MaxUIOp) {
        return ofBits([](uint64_t a, uint64_t b) { return std::max(a, b); });
      })
      .Case([](arith::MinUIOp) {
        return ofBits([](uint64_t a, uint64_t b) { return std::min(a, b); });
      })
      .Case([](arith::DivUIOp) {
        return unsignedDivision([](uint64_t a, uint64_t b) { return a / b; });
      })
      .Case([](arith::RemUIOp) {
        return unsignedDivision([](uint64_t a, uint64_t b) { return a % b; });
      })
      .Case([](arith::CeilDivUIOp) {
        return unsignedDivision(
            [](uint64_t a, uint64_t b) { return a / b + (a % b != 0); });
      })
      .Case([](arith::DivSIOp) {
        return signedDivision([](int64_t a, int64_t b) { return a / b; });
      })
      .Case([](arith::RemSIOp) {
        return signedDivision([](int64_t a, int64_t b) { return a % b; });
      })
      .Case([](arith::CeilDivSIOp) {
        return signedDivision([](int64_t a, int64_t b) {
          return a / b + (a % b != 0 && (a < 0) == (b < 0));
        });
      })
      .Case([](arith::FloorDivSIOp) {
        return signedDivision([](int64_t a, int64_t b) {
          return a / b - (a % b != 0 && (a < 0) != (b < 0));
        });
      })
      .Case([](arith::ShLIOp) {
        return shift([](const Element &x, uint64_t amount) {
          return unsignedValue(x) << amount;
        });
      })
      .Case([](arith::ShRUIOp) {
        return shift([](const Element &x, uint64_t amount) {
          return unsignedValue(x) >> amount;
        });
      })
      .Case([](arith::ShRSIOp) {
        return shift([](const Element &x, uint64_t amount) {
          return static_cast<uint64_t>(signedValue(x) >> amount);
        });
      })
      .Case([](arith::AddUIExtendedOp) -> Evaluator {
        return
            [](ArrayRef<Element> operands, SmallVectorImpl<Element> &results) {
              uint64_t lhs = unsignedValue(operands[0]);
              Element sum = Element::integer(operands[0].type(),
                                             lhs + unsignedValue(operands[1]));
              results.push_back(sum);
              results.push_back(Element::boolean(unsignedValue(sum) < lhs));
              return Status::success();
            };
      })
      .Case([](arith::MulSIExtendedOp) {
        return extendedProduct<__int128>(signedValue);
      })
      .Case([](arith::MulUIExtendedOp) {
        return extendedProduct<unsigned __int128>(unsignedValue);
      })
      .Case([](arith::CmpIOp op) {
        return binary([predicate = op.getPredicate()](const Element &lhs,
                                                      const Element &rhs) {
          return Element::boolean(compareIntegers(predicate, lhs, rhs));
        });
      })
      .Default([](Operation *) { return Evaluator(); });
}

Evaluator floatEvaluator(Operation *operation) {
  return llvm::TypeSwitch<Operation *, Evaluator>(operation)
      .Case([](arith::AddFOp) { return binary(math::add); })
      .Case([](arith::SubFOp) { return binary(math::subtract); })
      .Case([](arith::MulFOp) { return binary(math::multiply); })
      .Case([](arith::DivFOp) { return binary(math::divide); })
      .Case([](arith::RemFOp) { return binary(math::remainder); })
      .Case([](arith::NegFOp) { return unary(math::negate); })
      .Case([](arith::MaximumFOp) { return binary(math::maximum); })
      .Case([](arith::MinimumFOp) { return binary(math::minimum); })
      .Case([](arith::MaxNumFOp) { return ofNumbers(math::maximum); })
      .Case([](arith::MinNumFOp) { return ofNumbers(math::minimum); })
      .Case([](arith::CmpFOp op) {
        return binary([predicate = op.getPredicate()](const Element &lhs,
                                                      const Element &rhs) {
          return Element::boolean(
              compareFloats(predicate, lhs.asReal(), rhs.asReal()));
        });
      })
      .Default([](Operation *) { return Evaluator(); });
}

Evaluator castEvaluator(Operation *operation, ElementType type) {
  return llvm::TypeSwitch<Operation *, Evaluator>(operation)
      .Case<arith::ExtUIOp, arith::IndexCastUIOp>(
          [&](auto) { return extended(type, /*isSigned=*/false); })
      .Case<arith::ExtSIOp, arith::IndexCastOp, arith::TruncIOp>(
          [&](auto) { return extended(type, /*isSigned=*/true); })
      .Case<arith::ExtFOp, arith::TruncFOp>([&](auto) {
        return unary([=](const Element &operand) {
          return math::convert(operand, type);
        });
      })
      .Case([&](arith::SIToFPOp) { return integerToReal(type, true); })
      .Case([&](arith::UIToFPOp) { return integerToReal(type, false); })
      .Case([&](arith::FPToSIOp) {
        return unary([=](const Element &operand) {
          return realToInteger(operand.asReal(), type, true);
        });
      })
      .Case([&](arith::FPToUIOp) {
        return unary([=](const Element &operand) {
          return realToInteger(operand.asReal(), type, false);
        });
      })
      .Default([](Operation *) { return Evaluator(); });
}

} // namespace

StatusOr<Evaluator> arithEvaluator(Operation *operation) {
  if (auto truncate = dyn_cast<arith::TruncFOp>(operation);
      truncate && truncate.getRoundingmode().value_or(
                      arith::RoundingMode::to_nearest_even) !=
                      arith::RoundingMode::to_nearest_even) {
    return Status::unimplemented("the model rounds to nearest even only");
  }
  Evaluator evaluator = integerEvaluator(operation);
  if (!evaluator) {
    evaluator = floatEvaluator(operation);
  }
  if (!evaluator) {
    Type type = getElementTypeOrSelf(operation->getResult(0).getType());
    if (std::optional<ElementType> element = ElementType::from(type)) {
      evaluator = castEvaluator(operation, *element);
    }
  }
  if (!evaluator) {
    return Status::unimplemented("the model does not know this operation");
  }
  return evaluator;
}

} // namespace weft::tile
