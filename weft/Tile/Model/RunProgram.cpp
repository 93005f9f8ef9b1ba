// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Model/Program.h"

#include "weft/Tile/Model/TileOps.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;

namespace weft::tile {

Program::Program(Machine &machine, int64_t number)
    : shared(machine), programNumber(number), values(machine.numbers.size()) {
  for (auto [value, argument] : llvm::zip_equal(
           shared.kernel.getBlock().getArguments(), shared.arguments)) {
    set(value, argument);
  }
  enter(shared.kernel.getBody());
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

ModelValue &Program::slot(Value value) {
  return values[shared.numbers.find(value)->second];
}

const ModelValue &Program::slot(Value value) const {
  return values[shared.numbers.find(value)->second];
}

const Tensor &Program::tensor(Value value) const {
  return *std::get_if<Tensor>(&slot(value));
}

const ModelRef &Program::ref(Value value) const {
  return *std::get_if<ModelRef>(&slot(value));
}

int64_t Program::integer(Value value) const {
  return signedValue(tensor(value).scalar());
}

SmallVector<int64_t> Program::integers(ValueRange range) const {
  SmallVector<int64_t> result;
  for (Value value : range) {
    result.push_back(integer(value));
  }
  return result;
}

void Program::set(Value value, ModelValue held) {
  slot(value) = std::move(held);
}

void Program::copy(ValueRange from, ValueRange to) {
  // All are read before any is written: a loop may exchange its values.
  SmallVector<ModelValue> held;
  for (Value value : from) {
    held.push_back(slot(value));
  }
  for (auto [value, moved] : llvm::zip_equal(to, held)) {
    set(value, std::move(moved));
  }
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void Program::enter(Region &region) {
  frames.push_back({&region.front(), region.front().begin()});
}

/// Whether a loop counts `a` before `b`.
static bool isBefore(scf::ForOp loop, const Element &a, const Element &b) {
  return loop.getUnsignedCmp() ? unsignedValue(a) < unsignedValue(b)
                               : signedValue(a) < signedValue(b);
}

Status Program::enterControlFlow(Operation *operation) {
  if (auto loop = dyn_cast<scf::ForOp>(operation)) {
    if (integer(loop.getStep()) <= 0) {
      return Status::failedPrecondition(
          llvm::formatv("the step of a loop must be positive, got {0}",
                        integer(loop.getStep())));
    }
    if (!isBefore(loop, tensor(loop.getLowerBound()).scalar(),
                  tensor(loop.getUpperBound()).scalar())) {
      copy(loop.getInitArgs(), loop.getResults());
      return Status::success();
    }
    set(loop.getInductionVar(), tensor(loop.getLowerBound()));
    copy(loop.getInitArgs(), loop.getRegionIterArgs());
    enter(loop.getRegion());
    return Status::success();
  }
  if (auto choice = dyn_cast<scf::IfOp>(operation)) {
    bool taken = integer(choice.getCondition()) != 0;
    Region &region = taken ? choice.getThenRegion() : choice.getElseRegion();
    if (!region.empty()) {
      enter(region);
    }
    return Status::success();
  }
  if (auto choice = dyn_cast<scf::IndexSwitchOp>(operation)) {
    int64_t value = integer(choice.getArg());
    auto found = llvm::find(choice.getCases(), value);
    enter(found == choice.getCases().end()
              ? choice.getDefaultRegion()
              : choice.getCaseRegions()[found - choice.getCases().begin()]);
    return Status::success();
  }
  auto loop = cast<scf::WhileOp>(operation);
  copy(loop.getInits(), loop.getBeforeArguments());
  enter(loop.getBefore());
  return Status::success();
}

void Program::endBlock(Operation *terminator) {
  Operation *parent = terminator->getParentOp();
  frames.pop_back();
  if (auto yield = dyn_cast<YieldOp>(terminator)) {
    yielded.clear();
    for (Value value : yield.getValues()) {
      yielded.push_back(tensor(value));
    }
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    Element last = tensor(loop.getInductionVar()).scalar();
    Element next = Element::integer(
        last.type(),
        last.asUnsigned() + tensor(loop.getStep()).scalar().asUnsigned());
    // The last step may go beyond what the type holds, and come out below.
    bool goesOn = isBefore(loop, last, next) &&
                  isBefore(loop, next, tensor(loop.getUpperBound()).scalar());
    if (!goesOn) {
      copy(terminator->getOperands(), loop.getResults());
      return;
    }
    copy(terminator->getOperands(), loop.getRegionIterArgs());
    set(loop.getInductionVar(),
        Tensor::scalar(loop.getInductionVar().getType(), next));
    enter(loop.getRegion());
    return;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    auto condition = dyn_cast<scf::ConditionOp>(terminator);
    if (!condition) {
      copy(terminator->getOperands(), loop.getBeforeArguments());
      enter(loop.getBefore());
    } else if (integer(condition.getCondition()) != 0) {
      copy(condition.getArgs(), loop.getAfterArguments());
      enter(loop.getAfter());
    } else {
      copy(condition.getArgs(), loop.getResults());
    }
    return;
  }
  copy(terminator->getOperands(), parent->getResults());
}

StatusOr<SmallVector<Tensor>> Program::callRegion(Region &region,
                                                  ArrayRef<Tensor> arguments) {
  for (auto [value, argument] :
       llvm::zip_equal(region.getArguments(), arguments)) {
    set(value, argument);
  }
  Operation *caller = current;
  size_t depth = frames.size();
  enter(region);
  while (frames.size() > depth) {
    WEFT_RETURN_IF_ERROR(step().status());
  }
  current = caller;
  return yielded;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

StatusOr<Program::Pause> Program::run() {
  while (true) {
    StatusOr<std::optional<Pause>> pause = step();
    if (!pause.ok()) {
      return Status(pause.status().code(),
                    llvm::formatv("'{0}' in program {1}: {2}",
                                  current->getName().getStringRef(),
                                  programNumber, pause.status().message()));
    }
    if (*pause) {
      return **pause;
    }
  }
}

StatusOr<std::optional<Program::Pause>> Program::step() {
  current = &*frames.back().next++;
  WEFT_RETURN_IF_ERROR(budget().takeSteps());
  if (isa<ReturnOp>(current)) {
    return std::optional(Pause::Ended);
  }
  if (isa<BarrierOp>(current)) {
    return std::optional(Pause::Barrier);
  }
  if (current->hasTrait<OpTrait::IsTerminator>()) {
    endBlock(current);
    return std::optional<Pause>();
  }
  if (isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::IndexSwitchOp>(current)) {
    WEFT_RETURN_IF_ERROR(enterControlFlow(current));
    return std::optional<Pause>();
  }
  WEFT_RETURN_IF_ERROR(evaluate(current));
  bool looked =
      isa<AtomicOp>(current) && current->getParentOfType<scf::WhileOp>();
  return looked ? std::optional(Pause::Looked) : std::nullopt;
}

static StatusOr<Tensor> constantValue(reference::Budget &budget,
                                      arith::ConstantOp constant) {
  if (auto elements = dyn_cast<ElementsAttr>(constant.getValue())) {
    return Tensor::fromAttribute(budget, elements);
  }
  Type type = constant.getType();
  std::optional<ElementType> element = ElementType::from(type);
  if (!element) {
    return Status::unimplemented(
        llvm::formatv("the model has no elements of type {0}", type));
  }
  if (auto number = dyn_cast<FloatAttr>(constant.getValue())) {
    return Tensor::scalar(type,
                          Element::real(*element, number.getValueAsDouble()));
  }
  llvm::APInt bits = cast<IntegerAttr>(constant.getValue()).getValue();
  return Tensor::scalar(type, Element::integer(*element, bits.getZExtValue()));
}

/// Copies bits, so that the payloads of NaNs survive.
static StatusOr<Tensor> select(reference::Budget &budget,
                               const Tensor &condition, const Tensor &onTrue,
                               const Tensor &onFalse) {
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, onTrue.type()));
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    bool choice = condition.at(condition.rank() == 0 ? 0 : i).asBoolean();
    result.copyAt(i, choice ? onTrue : onFalse, i);
  }
  return std::move(result).finish();
}

static RankedTensorType tensorTypeOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor : RankedTensorType::get({}, type);
}

Status Program::evaluate(Operation *operation) {
  auto keep = [&](StatusOr<Tensor> tensor) -> Status {
    if (tensor.ok()) {
      set(operation->getResult(0), std::move(tensor).value());
      return Status::success();
    }
    return tensor.status();
  };
  StringRef dialect = operation->getName().getDialectNamespace();
  if (dialect == TileDialect::getDialectNamespace()) {
    return evaluateTileOp(*this, operation);
  }
  return llvm::TypeSwitch<Operation *, Status>(operation)
      .Case([&](arith::ConstantOp op) {
        return keep(constantValue(budget(), op));
      })
      .Case([&](arith::SelectOp op) {
        return keep(select(budget(), tensor(op.getCondition()),
                           tensor(op.getTrueValue()),
                           tensor(op.getFalseValue())));
      })
      .Case([&](arith::BitcastOp op) {
        return keep(tensor(op.getIn()).withType(tensorTypeOf(op.getType())));
      })
      .Case([&](tensor::SplatOp op) {
        return keep(Tensor::splat(budget(), op.getType(),
                                  tensor(op.getInput()).scalar()));
      })
      .Case([&](tensor::ExtractOp op) { return keep(tensor(op.getTensor())); })
      .Case([&](cf::AssertOp op) {
        return integer(op.getArg()) != 0
                   ? Status::success()
                   : Status::failedPrecondition(op.getMsg().str());
      })
      .Default([&](Operation *) { return evaluateElementwise(operation); });
}

Status Program::evaluateElementwise(Operation *operation) {
  Evaluator &evaluator = shared.evaluators[operation];
  if (!evaluator) {
    bool isMath = operation->getName().getDialectNamespace() == "math";
    WEFT_ASSIGN_OR_RETURN(evaluator, isMath ? mathEvaluator(operation)
                                            : arithEvaluator(operation));
  }
  SmallVector<TensorBuilder> builders;
  for (Type type : operation->getResultTypes()) {
    WEFT_ASSIGN_OR_RETURN(TensorBuilder builder,
                          TensorBuilder::create(budget(), tensorTypeOf(type)));
    builders.push_back(std::move(builder));
  }
  SmallVector<const Tensor *> operands;
  for (Value operand : operation->getOperands()) {
    operands.push_back(&tensor(operand));
  }
  int64_t count = builders.front().elementCount();
  WEFT_RETURN_IF_ERROR(budget().takeSteps(count));
  SmallVector<Element> from, to;
  for (int64_t i = 0; i < count; ++i) {
    from.clear();
    to.clear();
    for (const Tensor *operand : operands) {
      from.push_back(operand->at(i));
    }
    WEFT_RETURN_IF_ERROR(evaluator(from, to));
    for (auto [builder, element] : llvm::zip_equal(builders, to)) {
      builder.setAt(i, element);
    }
  }
  for (auto [result, builder] :
       llvm::zip_equal(operation->getResults(), builders)) {
    set(result, std::move(builder).finish());
  }
  return Status::success();
}

} // namespace weft::tile
