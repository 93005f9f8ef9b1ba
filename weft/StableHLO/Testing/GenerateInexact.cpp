// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Testing/GenerateInexact.h"

#include <mlir/Dialect/Quant/IR/QuantTypes.h>
#include <mlir/IR/IRMapping.h>
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

/// How far beyond rounding results may be apart.
enum class Freedom {
  None,
  /// One of the terms of a sum, whose errors grow with their number.
  Summed,
  /// A complex element that is computed from one of an unusual size.
  Composed,
  /// The same of an angle, the logarithm of a number near one: errors are those
  /// of that number.
  Angle,
  /// Elements that are neither finite nor of a usual size spread to all others,
  /// or do not, as the way of computing has it: zero times infinity where one
  /// way multiplies and the other leaves out, an overflow on the way.
  Spreading,
  /// The same, and errors are relative to the largest operand.
  Mixing,
  /// Anything is right.
  Free,
  /// A sum of narrow numbers, and what it is when rounded only once: either.
  Widened,
};

/// Whether the body is one operation on the elements: sums, greatest elements
/// and the like. Of others the order is nobody's business, nor is how often the
/// initial value enters.
bool isOneOperation(Region &region) {
  Block &body = region.front();
  Operation &first = body.front();
  return body.getNumArguments() == 2 && body.getOperations().size() == 2 &&
         first.getNumOperands() == 2 &&
         first.getOperand(0) != first.getOperand(1);
}

Freedom freedomOf(Operation *op) {
  // One function of the stream for everybody. In f64 the way between the
  // bounds is rounded itself.
  if (isa<RngOp>(op)) {
    return getElementTypeOrSelf(op->getResult(0)).isF64() ? Freedom::Free
                                                          : Freedom::None;
  }
  if (isa<ReduceOp, ReduceWindowOp>(op)) {
    Region &body = op->getRegion(0);
    bool isSum = isa<AddOp>(body.front().front());
    if (!isOneOperation(body) || (isComplexOrQuantized(op) && !isSum)) {
      return Freedom::Free;
    }
    return isa<MultiplyOp>(body.front().front()) ? Freedom::Spreading
                                                 : Freedom::None;
  }
  if (isa<FftOp>(op)) {
    return Freedom::Mixing;
  }
  bool spreads =
      isa<BatchNormGradOp, BatchNormInferenceOp, BatchNormTrainingOp,
          CholeskyOp, ConvolutionOp, DynamicConvOp, EinsumOp,
          TriangularSolveOp, UnaryEinsumOp>(op);
  // Products of scales alone are beyond f32, or not, as they are computed.
  spreads |= isa<DotGeneralOp, DotOp>(op) &&
             llvm::any_of(op->getOperandTypes(), [](Type type) {
               return isa<Float8E8M0FNUType>(getElementTypeOrSelf(type));
             });
  return spreads ? Freedom::Spreading : Freedom::None;
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
      : type(type), random(Random(how.seed).next() + Random(site).next() +
                           Random(how.process).next()),
        how(how) {}

  /// `noise` is added on top, up or down.
  Element move(const Element &element, bool hasOverflown, double noise) {
    if (type.isInteger()) {
      return moveInteger(element);
    }
    // Terms may cancel each other altogether.
    if (std::max(std::fabs(element.asReal()),
                 std::fabs(element.asImaginary())) <= noise &&
        noise != 0 && random.chance(30)) {
      return type.isComplex() ? Element::complex(type, {0.0, 0.0})
                              : Element::real(type, 0.0);
    }
    bool isWide = type.floatKind() == FloatKind::F32 ||
                  type.floatKind() == FloatKind::F64;
    // The parts of a complex number are computed from each other: where one is
    // lost, so is the other, and errors are relative to the larger one.
    hasOverflown &= !isFinite(element);
    double largest =
        std::max(std::fabs(element.asReal()), std::fabs(element.asImaginary()));
    auto part = [&](double value) {
      if (hasOverflown && (type.isComplex() || !std::isfinite(value))) {
        return lost();
      }
      int64_t steps = choose(isWide ? how.units : how.narrowUnits);
      double apart = random.chance(50) ? noise : -noise;
      if (type.isComplex() && std::isfinite(largest)) {
        apart += moved(type.floatKind(), largest, steps) - largest;
        return value + apart;
      }
      return moved(type.floatKind(), value, steps) + apart;
    };
    double real = part(element.asReal());
    return type.isComplex()
               ? Element::complex(type, {real, part(element.asImaginary())})
               : Element::real(type, real);
  }

  /// An angle at the cut: half a turn either way.
  Element moveAngle(const Element &element, double noise) {
    constexpr double halfTurn = 3.14159265358979323846;
    Element angle = move(element, /*hasOverflown=*/false, noise);
    bool isAtCut =
        std::fabs(std::fabs(element.asReal()) - halfTurn) <= 8 * noise;
    return isAtCut && random.chance(50)
               ? Element::complex(type, {-angle.asReal(), angle.asImaginary()})
               : angle;
  }

  /// Anything at all.
  Element replace() {
    if (type.isBoolean()) {
      return Element::boolean(random.chance(50));
    }
    if (type.isInteger()) {
      uint64_t small = static_cast<uint64_t>(random.between(-8, 8));
      return Element::integer(type, random.chance(50) ? small : random.next());
    }
    auto part = [&] {
      // Down to the last digit: a program may look at that one alone.
      double digits = static_cast<double>(random.between(-8, 8)) +
                      std::ldexp(static_cast<double>(random.next() >> 11), -53);
      double number =
          std::ldexp(digits, static_cast<int>(random.between(-8, 3)));
      return random.chance(50) ? lost() : number;
    };
    double real = part();
    return type.isComplex() ? Element::complex(type, {real, part()})
                            : Element::real(type, real);
  }

private:
  double lost() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return random.pick(
        {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()});
  }

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
    SmallVector<Freedom> freedoms;
    for (Operation *op : all) {
      freedoms.push_back(freedomOf(op));
      kinds.push_back(isSumByItself(op) ? Kind::Sum
                      : isSumByBody(op) ? Kind::SumByBody
                      : isInexactFunction(op) || isStepOfSum(op)
                          ? Kind::Function
                          : Kind::Exact);
    }
    for (auto [op, kind, freedom] : llvm::zip_equal(all, kinds, freedoms)) {
      if (kind != Kind::Exact || freedom != Freedom::None) {
        surround(op, kind, freedom);
      }
    }
  }

private:
  enum class Kind { Exact, Function, Sum, SumByBody };

  void surround(Operation *op, Kind kind, Freedom freedom) {
    SmallVector<Value> operands;
    OpBuilder builder(op);
    // Functions of complex numbers are made of others, whose errors grow; of a
    // product the parts may overflow before they are subtracted.
    bool isComposed =
        kind == Kind::Function && isComplexOrQuantized(op) &&
        !isa<AbsOp, AddOp, SignOp, SubtractOp>(op);
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isInexactType(operand.get().getType())) {
        continue;
      }
      // As they were: a part that is very small is not when it has been moved.
      operands.push_back(operand.get());
      if ((kind == Kind::Sum || isComposed) &&
          (movesNarrowOperands || isWide(operand.get().getType()))) {
        operand.set(call(builder, op, operand.get(),
                         kind == Kind::Sum ? Freedom::Summed : Freedom::None));
      }
    }
    builder.setInsertionPointAfter(op);
    SmallVector<Value> wide = widened(builder, op);
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      if (!isInexactType(result.getType()) && freedom != Freedom::Free) {
        continue;
      }
      SmallVector<Value> inputs = {result};
      if (kind != Kind::Function || isComposed) {
        llvm::append_range(inputs, operands);
      }
      Value off = call(builder, op, inputs,
                       !isComposed         ? freedom
                       : isa<Atan2Op>(op) ? Freedom::Angle
                                          : Freedom::Composed);
      Operation *user = off.getDefiningOp();
      if (!wide.empty()) {
        off = call(builder, op, {off, wide[i]}, Freedom::Widened);
      }
      result.replaceAllUsesExcept(off, user);
    }
  }

  /// The results of an operation that adds up narrow floats, computed in f32
  /// and rounded at the end; none for other operations.
  static SmallVector<Value> widened(OpBuilder &builder, Operation *op) {
    auto isNarrow = [](Value value) {
      auto type = dyn_cast<FloatType>(getElementTypeOrSelf(value));
      return type && type.getWidth() < 32;
    };
    bool isSum = isa<BatchNormTrainingOp, BatchNormGradOp>(op) ||
                 (isa<ReduceOp, ReduceWindowOp>(op) &&
                  isOneOperation(op->getRegion(0)) &&
                  isa<AddOp>(op->getRegion(0).front().front()));
    if (!isSum || !llvm::all_of(op->getOperands(), isNarrow) ||
        !llvm::all_of(op->getResults(), isNarrow)) {
      return {};
    }
    Location location = op->getLoc();
    auto withElement = [](Value value, Type element) {
      auto type = cast<RankedTensorType>(value.getType());
      return RankedTensorType::get(type.getShape(), element);
    };
    auto convert = [&](Value value, Type element) -> Value {
      return ConvertOp::create(builder, location, withElement(value, element),
                               value);
    };
    Type wide = builder.getF32Type();
    IRMapping mapping;
    for (Value operand : op->getOperands()) {
      mapping.map(operand, convert(operand, wide));
    }
    Operation *copy = builder.clone(*op, mapping);
    for (Value result : copy->getResults()) {
      result.setType(withElement(result, wide));
    }
    copy->walk([&](Operation *inner) {
      for (Region &region : inner->getRegions()) {
        for (BlockArgument argument : region.getArguments()) {
          argument.setType(withElement(argument, wide));
        }
      }
      for (Value result : inner->getResults()) {
        result.setType(withElement(result, wide));
      }
    });
    SmallVector<Value> results;
    for (auto [result, old] :
         llvm::zip_equal(copy->getResults(), op->getResults())) {
      results.push_back(convert(result, getElementTypeOrSelf(old)));
    }
    return results;
  }

  Value call(OpBuilder &builder, Operation *op, ValueRange inputs,
             Freedom freedom) {
    NamedAttribute attributes[] = {
        builder.getNamedAttr("call_target_name",
                             builder.getStringAttr(wobbleTarget)),
        builder.getNamedAttr("site", builder.getI64IntegerAttr(sites++)),
        builder.getNamedAttr("freedom", builder.getI64IntegerAttr(
                                            static_cast<int64_t>(freedom)))};
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

/// What is awaited once is done there instead, where what it computes can be
/// off.
static void bringOutAsynchronous(ModuleOp module) {
  SmallVector<AsyncStartOp> starts;
  module.walk([&](AsyncStartOp start) { starts.push_back(start); });
  for (AsyncStartOp start : starts) {
    if (!start.getResult().hasOneUse()) {
      continue;
    }
    auto done = dyn_cast<AsyncDoneOp>(*start.getResult().user_begin());
    if (!done || done->getBlock() != start->getBlock()) {
      continue;
    }
    OpBuilder builder(done);
    IRMapping mapping;
    Block &body = start.getBody().front();
    mapping.map(body.getArguments(), start.getOperands());
    for (Operation &op : body.without_terminator()) {
      builder.clone(op, mapping);
    }
    for (auto [result, returned] : llvm::zip_equal(
             done->getResults(), body.getTerminator()->getOperands())) {
      result.replaceAllUsesWith(mapping.lookupOrDefault(returned));
    }
    done->erase();
    start->erase();
  }
}

OwningOpRef<ModuleOp> withWobble(ModuleOp module, bool movesNarrowOperands) {
  OwningOpRef<ModuleOp> copy(module.clone());
  bringOutAsynchronous(*copy);
  WobbleInserter(*copy, movesNarrowOperands).run();
  return copy;
}

/// Beyond this, powers of numbers and sums of them leave the range of a type.
static double largestUsual(FloatKind kind) {
  return std::sqrt(decodeFloat(kind, formatOf(kind).largestCode())) / 16;
}

/// Whether an element is so large, or so small and complex, that powers and
/// quotients on the way to a result leave the range of the type.
static bool isExtreme(const Element &element) {
  ElementType type = element.type();
  if (!type.isFloat() && !type.isComplex()) {
    return false;
  }
  if (!formatOf(type.floatKind()).hasSignAndZero) {
    // Hardly anything can be computed in it.
    return true;
  }
  double large = largestUsual(type.floatKind());
  double small = type.isComplex() ? 1 / large : 0;
  return llvm::any_of(
      std::initializer_list<double>{element.asReal(), element.asImaginary()},
      [&](double part) {
        double size = std::fabs(part);
        return !std::isfinite(size) || size > large ||
               (size != 0 && size < small);
      });
}

static bool hasExtreme(const Tensor &tensor) {
  ElementType type = tensor.elementType();
  if (type.isFloat() && !formatOf(type.floatKind()).hasSignAndZero) {
    // A sum of nothing, too, is a zero that the type has not.
    return true;
  }
  for (int64_t i = 0; i < tensor.elementCount(); ++i) {
    if (isExtreme(tensor.at(i))) {
      return true;
    }
  }
  return false;
}

/// Beside parts that are not finite as well.
static bool hasHugePart(const Tensor &tensor) {
  ElementType type = tensor.elementType();
  if (!type.isFloat() && !type.isComplex()) {
    return false;
  }
  double large = largestUsual(type.floatKind());
  auto isHuge = [&](double part) {
    return std::isfinite(part) && std::fabs(part) > large;
  };
  for (int64_t i = 0; i < tensor.elementCount(); ++i) {
    Element element = tensor.at(i);
    if (isHuge(element.asReal()) || isHuge(element.asImaginary())) {
      return true;
    }
  }
  return false;
}

/// Of a product of all elements.
static bool mayOverflow(const Tensor &tensor) {
  ElementType type = tensor.elementType();
  double up = 0;
  double down = 0;
  for (int64_t i = 0; type.isFloat() && i < tensor.elementCount(); ++i) {
    double size = std::fabs(tensor.at(i).asReal());
    (size > 1 ? up : down) += size == 0 ? 0 : std::fabs(std::log2(size));
  }
  double range = type.isFloat()
                     ? std::log2(decodeFloat(
                           type.floatKind(),
                           formatOf(type.floatKind()).largestCode()))
                     : 0;
  return type.isFloat() && (up >= range || down >= range);
}

/// Of all elements that are finite.
static double sizeOf(const Tensor &tensor) {
  double sum = 0;
  for (int64_t i = 0; i < tensor.elementCount(); ++i) {
    Element element = tensor.at(i);
    for (double part : {element.asReal(), element.asImaginary()}) {
      sum += std::isfinite(part) ? std::fabs(part) : 0;
    }
  }
  return sum;
}

/// Whether sums of elements, or of products of elements, may leave the range in
/// some order. Those narrower than f32 are added up in f32.
static bool mayOverflowOnTheWay(ElementType type, ArrayRef<Tensor> operands) {
  if (!type.isFloat() && !type.isComplex()) {
    return false;
  }
  FloatKind kind = type.floatKind() == FloatKind::F64 ? FloatKind::F64
                                                      : FloatKind::F32;
  double product = 1;
  for (const Tensor &operand : operands) {
    ElementType of = operand.elementType();
    if (of.isFloat() || of.isComplex()) {
      product *= std::max(sizeOf(operand), 1.0);
    }
  }
  return product >= decodeFloat(kind, formatOf(kind).largestCode());
}

StatusOr<Tensor> wobble(Budget &budget, ArrayRef<Tensor> tensors,
                        CustomCallOp call, const Wobble &how) {
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::copyOf(budget, tensors.front()));
  auto number = [&](llvm::StringRef name) {
    return call->getAttrOfType<IntegerAttr>(name).getInt();
  };
  auto freedom = static_cast<Freedom>(number("freedom"));
  if (freedom == Freedom::Widened) {
    return tensors[how.seed % 2];
  }
  ArrayRef<Tensor> operands = tensors.drop_front();
  bool isComposed = freedom == Freedom::Composed || freedom == Freedom::Angle;
  bool isFree =
      freedom == Freedom::Free ||
      (!isComposed && !operands.empty() &&
       mayOverflowOnTheWay(result.elementType(), operands)) ||
      (freedom != Freedom::None && freedom != Freedom::Summed && !isComposed &&
       (llvm::any_of(operands, hasExtreme) ||
        llvm::any_of(operands, mayOverflow)));
  // Of a function of complex numbers, element by element. What two of them
  // make of infinities is nowhere said.
  auto isFreeAt = [&](int64_t i) {
    return isFree || (isComposed &&
                      llvm::any_of(operands, [&](const Tensor &operand) {
                        return operand.elementCount() > i &&
                               (operands.size() > 1 ||
                                isFinite(operand.at(i))) &&
                               isExtreme(operand.at(i));
                      }));
  };
  // Terms that are huge may overflow in some order beside those that are not
  // finite.
  bool hasOverflown = how.movesOverflow && !operands.empty() &&
                      (llvm::all_of(operands, allFinite) ||
                       llvm::any_of(operands, hasHugePart));
  double noise = 0;
  if (freedom == Freedom::Mixing || freedom == Freedom::Angle) {
    const FloatFormat &format = formatOf(result.elementType().floatKind());
    double size = freedom == Freedom::Angle ? 1 : sizeOf(operands.front());
    noise = how.units * size * std::ldexp(1.0, -format.mantissaBits);
  }
  Wobble exactly = how;
  if (freedom == Freedom::Summed) {
    constexpr int64_t termsPerUnit = 16;
    exactly.units += static_cast<int>(result.elementCount() / termsPerUnit);
  }
  Mover mover(result.elementType(), static_cast<uint64_t>(number("site")),
              exactly);
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    Element element = tensors.front().at(i);
    result.setAt(i, isFreeAt(i) ? mover.replace()
                    : freedom == Freedom::Angle
                        ? mover.moveAngle(element, noise)
                        : mover.move(element, hasOverflown, noise));
  }
  return std::move(result).finish();
}

} // namespace weft::generate
