// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Testing/GenerateInexact.h"

#include <mlir/Dialect/Quant/IR/QuantTypes.h>
#include <mlir/IR/TypeUtilities.h>

#include <cmath>
#include <limits>

using namespace mlir;
using namespace weft::stablehlo;
using weft::reference::Budget;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;

namespace weft::generate {
namespace {

//===----------------------------------------------------------------------===//
// Which operations
//===----------------------------------------------------------------------===//

/// Floats, complex numbers, and quantized numbers, which are computed as
/// floats.
bool isInexactType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding() &&
         isa<FloatType, ComplexType, quant::QuantizedType>(
             tensor.getElementType());
}

bool isWide(Type type) {
  Type element = getElementTypeOrSelf(type);
  return isa<ComplexType>(element) || element.isF32() || element.isF64();
}

bool isComplexOrQuantized(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    return isa<ComplexType, quant::QuantizedType>(getElementTypeOrSelf(type));
  });
}

/// A function whose last bit is a matter of taste, or of what it is fused with.
bool isInexactFunction(Operation *op) {
  if (isa<Atan2Op, CbrtOp, CosineOp, ExponentialMinusOneOp, ExponentialOp,
          LogOp, LogPlusOneOp, LogisticOp, MultiplyOp, PowerOp, RngOp, RsqrtOp,
          SineOp, TanOp, TanhOp>(op)) {
    return true;
  }
  return isa<AbsOp, AddOp, DivideOp, SignOp, SqrtOp, SubtractOp>(op) &&
         isComplexOrQuantized(op);
}

bool isSumByItself(Operation *op) {
  return isa<BatchNormGradOp, BatchNormInferenceOp, BatchNormTrainingOp,
             CholeskyOp, ConvolutionOp, DotGeneralOp, DotOp, DynamicConvOp,
             EinsumOp, FftOp, TriangularSolveOp, UnaryEinsumOp>(op);
}

/// Adds up by a body, in an order of its own.
bool isSumByBody(Operation *op) {
  return isa<AllReduceOp, CollectiveReduceOp, ReduceOp, ReduceScatterOp,
             ReduceWindowOp, ScatterOp, SelectAndScatterOp>(op) &&
         llvm::any_of(op->getRegions(), [](Region &region) {
           bool adds = false;
           region.walk([&](Operation *inner) {
             adds |= isa<AddOp, SubtractOp>(inner) || isInexactFunction(inner);
           });
           return adds;
         });
}

/// Part of a body whose steps may come in another order.
bool isStepOfSum(Operation *op) {
  return isa<AddOp, SubtractOp>(op) && op->getParentOp() &&
         isSumByBody(op->getParentOp());
}

//===----------------------------------------------------------------------===//
// Numbers a little off
//===----------------------------------------------------------------------===//

/// By so many steps away from zero, or towards it.
double moved(FloatKind kind, double value, int64_t steps) {
  if (!std::isfinite(value) || value == 0.0) {
    return value;
  }
  const FloatFormat &format = formatOf(kind);
  uint64_t code = encodeFloat(kind, value);
  uint64_t magnitude = code & format.magnitudeMask();
  uint64_t amount = static_cast<uint64_t>(std::abs(steps));
  // An overflow would be taken for one of the program's own.
  uint64_t next = steps > 0 ? std::min(magnitude + amount, format.largestCode())
                            : magnitude - std::min(magnitude, amount);
  // The code of minus zero may be a NaN.
  return next == 0 && format.hasSignAndZero
             ? 0.0
             : decodeFloat(kind, next | (code & format.signMask()));
}

bool isFinite(const Element &element) {
  return std::isfinite(element.asReal()) &&
         std::isfinite(element.asImaginary());
}

bool allFinite(const Tensor &tensor) {
  for (int64_t i = 0; i < tensor.elementCount(); ++i) {
    if (!isFinite(tensor.at(i))) {
      return false;
    }
  }
  return true;
}

class Mover {
public:
  Mover(ElementType type, uint64_t site, const Wobble &how)
      : type(type), random(Random(how.seed).next() + Random(site).next()),
        how(how) {}

  Element move(const Element &element, bool hasOverflown) {
    if (type.isInteger()) {
      return moveInteger(element);
    }
    bool isWide = type.floatKind() == FloatKind::F32 ||
                  type.floatKind() == FloatKind::F64;
    auto part = [&](double value) {
      if (hasOverflown && !std::isfinite(value)) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        return random.pick(
            {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()});
      }
      int64_t steps = choose(isWide ? how.units : how.narrowUnits);
      return moved(type.floatKind(), value, steps);
    };
    double real = part(element.asReal());
    return type.isComplex()
               ? Element::complex(type, {real, part(element.asImaginary())})
               : Element::real(type, real);
  }

private:
  /// Not zero.
  int64_t choose(int units) {
    int64_t some = random.between(1, units);
    bool isUp = random.chance(50);
    switch (how.direction) {
    case Wobble::Direction::Up:
      return units;
    case Wobble::Direction::Down:
      return -units;
    case Wobble::Direction::Either:
      break;
    }
    return isUp ? some : -some;
  }

  /// The storage of a quantized number, within its type.
  Element moveInteger(const Element &element) {
    int64_t steps = choose(how.narrowUnits);
    Element next = Element::integer(type, element.asUnsigned() +
                                              static_cast<uint64_t>(steps));
    bool isHigher = type.isSigned() ? next.asSigned() > element.asSigned()
                                    : next.asUnsigned() > element.asUnsigned();
    return isHigher == (steps > 0) ? next : element;
  }

  ElementType type;
  Random random;
  const Wobble &how;
};

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

class WobbleInserter {
public:
  WobbleInserter(ModuleOp module, bool movesNarrowOperands)
      : module(module), movesNarrowOperands(movesNarrowOperands) {}

  void run() {
    SmallVector<Operation *> all;
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      all.push_back(op);
      // Its body is one operation on exactly its arguments.
      return isa<AsyncStartOp>(op) ? WalkResult::skip() : WalkResult::advance();
    });
    // Whether a body adds up is asked before anything is put into it.
    SmallVector<Kind> kinds;
    for (Operation *op : all) {
      kinds.push_back(isSumByItself(op) ? Kind::Sum
                      : isSumByBody(op) ? Kind::SumByBody
                      : isInexactFunction(op) || isStepOfSum(op)
                          ? Kind::Function
                          : Kind::Exact);
    }
    for (auto [op, kind] : llvm::zip_equal(all, kinds)) {
      if (kind != Kind::Exact) {
        surround(op, kind);
      }
    }
  }

private:
  enum class Kind { Exact, Function, Sum, SumByBody };

  void surround(Operation *op, Kind kind) {
    SmallVector<Value> operands;
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isInexactType(operand.get().getType())) {
        continue;
      }
      if (kind == Kind::Sum &&
          (movesNarrowOperands || isWide(operand.get().getType()))) {
        operand.set(call(builder, op, operand.get()));
      }
      operands.push_back(operand.get());
    }
    builder.setInsertionPointAfter(op);
    for (Value result : op->getResults()) {
      if (!isInexactType(result.getType())) {
        continue;
      }
      SmallVector<Value> inputs = {result};
      if (kind != Kind::Function) {
        llvm::append_range(inputs, operands);
      }
      Value off = call(builder, op, inputs);
      result.replaceAllUsesExcept(off, off.getDefiningOp());
    }
  }

  Value call(OpBuilder &builder, Operation *op, ValueRange inputs) {
    NamedAttribute attributes[] = {
        builder.getNamedAttr("call_target_name",
                             builder.getStringAttr(wobbleTarget)),
        builder.getNamedAttr("site", builder.getI64IntegerAttr(sites++))};
    return CustomCallOp::create(builder, op->getLoc(),
                                TypeRange(inputs.front().getType()), inputs,
                                ArrayRef<NamedAttribute>(attributes))
        ->getResult(0);
  }

  ModuleOp module;
  bool movesNarrowOperands;
  int64_t sites = 0;
};

} // namespace

OwningOpRef<ModuleOp> withWobble(ModuleOp module, bool movesNarrowOperands) {
  OwningOpRef<ModuleOp> copy(module.clone());
  WobbleInserter(*copy, movesNarrowOperands).run();
  return copy;
}

StatusOr<Tensor> wobble(Budget &budget, ArrayRef<Tensor> tensors, uint64_t site,
                        const Wobble &how) {
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::copyOf(budget, tensors.front()));
  bool hasOverflown = how.movesOverflow && tensors.size() > 1 &&
                      llvm::all_of(tensors.drop_front(), allFinite);
  Mover mover(result.elementType(), site, how);
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    result.setAt(i, mover.move(tensors.front().at(i), hasOverflown));
  }
  return std::move(result).finish();
}

} // namespace weft::generate
