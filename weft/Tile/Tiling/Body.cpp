// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Body.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/PlantedFault.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <mlir/Transforms/RegionUtils.h>

#include <complex>
#include <limits>

using namespace mlir;

namespace weft::tile {
namespace {

/// Moves a scalar without changing it.
bool isIdentity(Operation *op) {
  return isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp,
             stablehlo::TransposeOp>(op) &&
         op->getOperand(0).getType() == op->getResult(0).getType();
}

} // namespace

llvm::SmallVector<Value> capturedValues(Operation *op) {
  llvm::SetVector<Value> values;
  for (Region &region : op->getRegions()) {
    visitUsedValuesDefinedAbove(
        region, [&](OpOperand *operand) { values.insert(operand->get()); });
  }
  return values.takeVector();
}

Operation *findForeignOperation(Region &body) {
  for (Operation &op : body.front()) {
    for (Value value : llvm::concat<Value>(op.getOperands(), op.getResults())) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      if (!type || type.getRank() != 0 ||
          !isTileElement(type.getElementType())) {
        return &op;
      }
    }
    if (!isElementwise(&op) && !isIdentity(&op) &&
        !isa<stablehlo::ConstantOp, stablehlo::ReturnOp>(op)) {
      return &op;
    }
  }
  return nullptr;
}

std::optional<Refusal> refuseBodies(Operation *op) {
  for (Region &region : op->getRegions()) {
    if (Operation *foreign = findForeignOperation(region)) {
      return Refusal{
          op, "hero.body",
          ("the body holds " + foreign->getName().getStringRef()).str()};
    }
  }
  return std::nullopt;
}

TileValue emitSplat(Arithmetic &math, ElementsAttr value, Type like) {
  auto dense = cast<DenseElementsAttr>(value);
  Type part = partType(value.getElementType());
  Type type = shapedLike(part, like);
  if (isComplex(value.getElementType())) {
    auto number = dense.getSplatValue<std::complex<llvm::APFloat>>();
    return {math.constant(type, number.real()),
            math.constant(type, number.imag())};
  }
  if (isa<FloatType>(part)) {
    return {math.constant(type, dense.getSplatValue<llvm::APFloat>())};
  }
  return {math.constant(type, dense.getSplatValue<llvm::APInt>())};
}

TileValues emitBody(Arithmetic &math, Region &body,
                    ArrayRef<TileValue> arguments, const Captured &captured) {
  return emitBody(math, body, body.front().getTerminator()->getOperands(),
                  arguments, captured);
}

TileValues emitBody(Arithmetic &math, Region &body, ValueRange wanted,
                    ArrayRef<TileValue> arguments, const Captured &captured) {
  llvm::DenseMap<Value, TileValue> values;
  Block &block = body.front();
  for (auto [argument, value] :
       llvm::zip_equal(block.getArguments(), arguments)) {
    values[argument] = value;
  }
  // What the body does not use may be missing.
  Type like =
      llvm::find_if(arguments,
                    [](const TileValue &value) { return !value.empty(); })
          ->front()
          .getType();
  auto lookup = [&](Value value) -> const TileValue & {
    TileValue &known = values[value];
    auto outer = captured.find(value);
    if (known.empty() && outer != captured.end()) {
      auto shaped = dyn_cast<RankedTensorType>(like);
      known = mapParts(outer->second, [&](Value part) {
        bool isTile = isa<RankedTensorType>(part.getType());
        return !shaped  ? part
               : isTile ? math.repeat(part, shaped.getShape())
                        : math.splat(part, shaped.getShape());
      });
    }
    return known;
  };
  llvm::SmallDenseSet<Value, 8> used(wanted.begin(), wanted.end());
  for (Operation &op : llvm::reverse(block.without_terminator())) {
    if (used.contains(op.getResult(0))) {
      used.insert(op.operand_begin(), op.operand_end());
    }
  }
  for (Operation &op : block.without_terminator()) {
    if (!used.contains(op.getResult(0))) {
      continue;
    }
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
      values[constant] = emitSplat(math, constant.getValue(), like);
      continue;
    }
    llvm::SmallVector<TileValue> operands;
    for (Value operand : op.getOperands()) {
      operands.push_back(lookup(operand));
    }
    values[op.getResult(0)] = isIdentity(&op)
                                  ? operands.front()
                                  : emitElementwise(math, &op, operands);
  }
  TileValues results;
  for (Value result : wanted) {
    results.push_back(lookup(result));
  }
  return results;
}

std::optional<CombineKind> combineKindOf(Region &body) {
  Block &block = body.front();
  if (block.getNumArguments() != 2 || !llvm::hasNItems(block, 2)) {
    return std::nullopt;
  }
  Operation &op = block.front();
  bool isOnArguments =
      op.getNumOperands() == 2 && op.getNumResults() == 1 &&
      block.getTerminator()->getOperand(0) == op.getResult(0) &&
      llvm::is_contained(op.getOperands(), block.getArgument(0)) &&
      llvm::is_contained(op.getOperands(), block.getArgument(1));
  Type element = getElementTypeOrSelf(block.getArgument(0).getType());
  if (!isOnArguments || (isComplex(element) && !isa<stablehlo::AddOp>(op))) {
    return std::nullopt;
  }
  bool isSigned = !isUnsigned(element);
  bool isBoolean = tile::isBoolean(element);
  using Result = std::optional<CombineKind>;
  return llvm::TypeSwitch<Operation *, Result>(&op)
      .Case([&](stablehlo::AddOp) -> Result {
        return isBoolean ? CombineKind::Or : CombineKind::Add;
      })
      .Case([&](stablehlo::MultiplyOp) -> Result {
        return isBoolean ? CombineKind::And : CombineKind::Mul;
      })
      .Case([&](stablehlo::MaximumOp) -> Result {
        return isBoolean  ? CombineKind::Or
               : isSigned ? CombineKind::Max
                          : CombineKind::UMax;
      })
      .Case([&](stablehlo::MinimumOp) -> Result {
        return isBoolean  ? CombineKind::And
               : isSigned ? CombineKind::Min
                          : CombineKind::UMin;
      })
      .Case([&](stablehlo::AndOp) -> Result { return CombineKind::And; })
      .Case([&](stablehlo::OrOp) -> Result { return CombineKind::Or; })
      .Case([&](stablehlo::XorOp) -> Result { return CombineKind::Xor; })
      .Default([](Operation *) { return std::nullopt; });
}

bool isNeutral(CombineKind kind, Value init) {
  auto constant = init.getDefiningOp<stablehlo::ConstantOp>();
  auto dense = constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                        : DenseElementsAttr();
  if (!dense || !dense.isSplat()) {
    return false;
  }
  if (isComplex(dense.getElementType())) {
    auto value = dense.getSplatValue<std::complex<llvm::APFloat>>();
    return kind == CombineKind::Add && value.real().isZero() &&
           value.imag().isZero();
  }
  if (isa<FloatType>(dense.getElementType())) {
    auto value = dense.getSplatValue<llvm::APFloat>();
    switch (kind) {
    case CombineKind::Add:
      return value.isZero();
    case CombineKind::Mul:
      return value.isExactlyValue(1.0);
    case CombineKind::Min:
      return value.isInfinity() && !value.isNegative();
    case CombineKind::Max:
      return value.isInfinity() && value.isNegative();
    default:
      return false;
    }
  }
  auto value = dense.getSplatValue<llvm::APInt>();
  switch (kind) {
  case CombineKind::Mul:
    return value.isOne();
  case CombineKind::Min:
    return value.isMaxSignedValue();
  case CombineKind::Max:
    return value.isMinSignedValue();
  case CombineKind::UMin:
  case CombineKind::And:
    return value.isAllOnes();
  default:
    return value.isZero();
  }
}

Value emitCombine(Arithmetic &math, CombineKind kind, Value a, Value b) {
  bool isReal = isa<FloatType>(elementOf(a));
  switch (kind) {
  case CombineKind::Add:
    return math.add(a, b);
  case CombineKind::Mul:
    return math.mul(a, b);
  case CombineKind::Min:
    return isReal ? math.make<arith::MinimumFOp>(a, b)
                  : math.make<arith::MinSIOp>(a, b);
  case CombineKind::Max:
    return isReal ? math.make<arith::MaximumFOp>(a, b)
                  : math.make<arith::MaxSIOp>(a, b);
  case CombineKind::UMin:
    return math.make<arith::MinUIOp>(a, b);
  case CombineKind::UMax:
    return math.make<arith::MaxUIOp>(a, b);
  case CombineKind::And:
    return math.both(a, b);
  case CombineKind::Or:
    return math.either(a, b);
  case CombineKind::Xor:
    return math.make<arith::XOrIOp>(a, b);
  case CombineKind::Custom:
    break;
  }
  return {};
}

llvm::APFloat neutralFloat(CombineKind kind, FloatType type) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (kind) {
  case CombineKind::Add:
    return roundTo(type, -0.0);
  case CombineKind::Mul:
    return roundTo(type, 1);
  case CombineKind::Min:
    return roundTo(type, infinity);
  case CombineKind::Max:
    return roundTo(type, isPlanted(Fault::NeutralOfMaximum) ? 0 : -infinity);
  default:
    return roundTo(type, 0);
  }
}

llvm::APInt neutralInteger(CombineKind kind, unsigned width) {
  switch (kind) {
  case CombineKind::Mul:
    return llvm::APInt(width, 1);
  case CombineKind::Min:
    return llvm::APInt::getSignedMaxValue(width);
  case CombineKind::Max:
    return isPlanted(Fault::NeutralOfMaximum)
               ? llvm::APInt::getZero(width)
               : llvm::APInt::getSignedMinValue(width);
  case CombineKind::UMin:
  case CombineKind::And:
    return llvm::APInt::getAllOnes(width);
  default:
    return llvm::APInt::getZero(width);
  }
}

Value emitNeutral(Arithmetic &math, CombineKind kind, Type type) {
  Type element = getElementTypeOrSelf(type);
  if (auto real = dyn_cast<FloatType>(element)) {
    return math.constant(type, neutralFloat(kind, real));
  }
  return math.constant(type,
                       neutralInteger(kind, element.getIntOrFloatBitWidth()));
}

/// Exchanges the sides of a combination where the places of the left side are
/// not the lesser ones.
static void bringIntoOrder(Arithmetic &math, Region &body, unsigned places,
                           llvm::MutableArrayRef<TileValue> arguments) {
  size_t count = arguments.size() / 2;
  Type element =
      getElementTypeOrSelf(body.front().getArgument(places).getType());
  Value isTurned = emitCompare(math, arguments[count + places],
                               arguments[places], element, Relation::Less);
  for (size_t i = 0; i < count; ++i) {
    Value left = arguments[i][0];
    Value right = arguments[count + i][0];
    arguments[i] = {math.select(isTurned, right, left)};
    arguments[count + i] = {math.select(isTurned, left, right)};
  }
}

void emitScalarRegion(OpBuilder &builder, Location loc, Region &region,
                      Region &body, const Captured &captured,
                      std::optional<unsigned> places) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block =
      region.empty() ? builder.createBlock(&region) : &region.front();
  builder.setInsertionPointToEnd(block);
  llvm::SmallVector<TileValue> arguments;
  for (BlockArgument argument : body.front().getArguments()) {
    Type element = getElementTypeOrSelf(argument.getType());
    TileValue value;
    for (unsigned i = 0; i < partCount(element); ++i) {
      value.push_back(block->addArgument(partType(element), loc));
    }
    arguments.push_back(std::move(value));
  }
  Arithmetic math(builder, loc);
  if (places) {
    bringIntoOrder(math, body, *places, arguments);
  }
  llvm::SmallVector<Value> results;
  for (const TileValue &result : emitBody(math, body, arguments, captured)) {
    llvm::append_range(results, result);
  }
  YieldOp::create(builder, loc, results);
}

} // namespace weft::tile
