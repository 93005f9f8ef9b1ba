// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Simplify/RefineShapes.h"

#include "weft/StableHLO/IR/TypeCompatibility.h"
#include "weft/StableHLO/Simplify/InferShapes.h"
#include "weft/StableHLO/Simplify/Sizes.h"
#include "weft/StableHLO/Simplify/Steps.h"
#include "weft/Support/DecisionsDialect.h"

#include <llvm/ADT/DenseMap.h>
#include <mlir/IR/SymbolTable.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

bool leavesShapesOpen(Operation *root) {
  return root
      ->walk([](Operation *op) {
        return llvm::any_of(op->getResultTypes(), hasUnknownSize)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Every value of type `special` has type `general` too.
bool isAtLeast(Type special, Type general) {
  FailureOr<Type> both =
      inferMostSpecificType(std::nullopt, {special, general});
  return succeeded(both) && *both == special;
}

/// A call that was not inlined, or one for others to read, takes what its
/// callee takes.
bool isTakenAsItIs(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<func::CallOp, AsyncStartOp, CompositeOp>(user);
  });
}

/// What is assumed of, or was found for, a value that a loop carries.
struct Carried {
  Type type;
  /// Null if it is not always the same.
  DenseElementsAttr elements;
};

class Refiner {
public:
  Refiner(func::FuncOp function, ConstantEvaluator &evaluator)
      : function(function), evaluator(evaluator) {
    int64_t size = 0;
    function.getBody().walk([&](Operation *) { ++size; });
    visitsLeft = size * visitsPerOperation;
  }

  int64_t run();

private:
  /// Where to go back to when an assumption turns out wrong.
  struct Mark {
    size_t types;
    size_t known;
  };

  void visitBlock(Block &block);
  void visit(Operation *op);
  void visitLoop(WhileOp op);
  /// Looks at the loop under these assumptions. False, with assumptions that
  /// say less, if they do not hold.
  bool tryLoop(WhileOp op, MutableArrayRef<Carried> carried);
  void visitBranches(Operation *op);
  void evaluate(Operation *op);

  /// Takes back what was found of the types that a loop starts with and does
  /// not keep: what it carries has one type.
  void reopen(WhileOp op, ArrayRef<Carried> carried);

  DenseElementsAttr elementsOf(Value value) const;
  void setType(Value value, Type type);
  void setElements(Value value, DenseElementsAttr elements);
  Mark mark() const { return {oldTypes.size(), madeKnown.size()}; }
  void goBack(Mark mark);

  /// Loops inside loops are looked at again and again.
  static constexpr int64_t visitsPerOperation = 16;
  static constexpr int attempts = 6;

  func::FuncOp function;
  ConstantEvaluator &evaluator;
  llvm::DenseMap<Value, DenseElementsAttr> known;
  SmallVector<Value> madeKnown;
  SmallVector<std::pair<Value, Type>> oldTypes;
  /// What the program said.
  llvm::DenseMap<Value, Type> firstTypes;
  int64_t visitsLeft;
};

DenseElementsAttr Refiner::elementsOf(Value value) const {
  if (auto constant = value.getDefiningOp<ConstantOp>()) {
    return dyn_cast<DenseElementsAttr>(constant.getValue());
  }
  return known.lookup(value);
}

void Refiner::setType(Value value, Type type) {
  if (value.getType() != type && !isTakenAsItIs(value)) {
    oldTypes.emplace_back(value, value.getType());
    firstTypes.try_emplace(value, value.getType());
    value.setType(type);
  }
}

void Refiner::setElements(Value value, DenseElementsAttr elements) {
  if (elements && known.try_emplace(value, elements).second) {
    madeKnown.push_back(value);
  }
}

void Refiner::goBack(Mark mark) {
  while (oldTypes.size() > mark.types) {
    auto [value, type] = oldTypes.pop_back_val();
    value.setType(type);
  }
  while (madeKnown.size() > mark.known) {
    known.erase(madeKnown.pop_back_val());
  }
}

/// Small results of constants: what shapes are computed with.
void Refiner::evaluate(Operation *op) {
  if (auto get = dyn_cast<GetDimensionSizeOp>(op)) {
    int64_t size = typeOf(get.getOperand()).getDimSize(get.getDimension());
    if (!ShapedType::isDynamic(size)) {
      setElements(
          get, DenseElementsAttr::get(
                   typeOf(get), llvm::APInt(32, static_cast<uint64_t>(size))));
    }
    return;
  }
  auto isSmall = [&](Type type) {
    return isPlainTensor(type) && byteSize(cast<RankedTensorType>(type)) <=
                                      evaluator.foldingLimits().smallBytes;
  };
  if (op->getNumRegions() != 0 || !isFunctionOfOperands(op) ||
      !llvm::all_of(op->getResultTypes(), isSmall) ||
      !llvm::all_of(op->getOperandTypes(), isPlainTensor)) {
    return;
  }
  SmallVector<DenseElementsAttr> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(elementsOf(operand));
    if (!operands.back()) {
      return;
    }
  }
  if (auto results = evaluator.evaluate(op, operands)) {
    for (auto [result, elements] :
         llvm::zip_equal(op->getResults(), *results)) {
      setElements(result, elements);
    }
  }
}

void Refiner::visit(Operation *op) {
  if (visitsLeft == 0) {
    return;
  }
  --visitsLeft;
  if (auto loop = dyn_cast<WhileOp>(op)) {
    return visitLoop(loop);
  }
  if (isa<IfOp, CaseOp>(op)) {
    return visitBranches(op);
  }
  if (isClosed(op)) {
    return;
  }
  if (llvm::any_of(op->getResultTypes(), hasUnknownSize)) {
    SmallVector<Type> types =
        inferTypes(op, [&](Value value) { return elementsOf(value); });
    for (auto [result, type] : llvm::zip_equal(op->getResults(), types)) {
      setType(result, type);
    }
  }
  evaluate(op);
}

void Refiner::visitBlock(Block &block) {
  for (Operation &op : block) {
    visit(&op);
  }
}

bool Refiner::tryLoop(WhileOp op, MutableArrayRef<Carried> carried) {
  Mark before = mark();
  SmallVector<Type> open(op.getBody().front().getArgumentTypes());
  for (Region *region : {&op.getCond(), &op.getBody()}) {
    for (auto [argument, assumed] :
         llvm::zip_equal(region->getArguments(), carried)) {
      setType(argument, assumed.type);
      setElements(argument, assumed.elements);
    }
    visitBlock(region->front());
  }
  bool holds = true;
  for (auto [i, value] :
       llvm::enumerate(op.getBody().front().getTerminator()->getOperands())) {
    Carried &assumed = carried[i];
    if (assumed.elements && elementsOf(value) != assumed.elements) {
      assumed.elements = {};
      holds = false;
    }
    if (assumed.type != open[i] && !isAtLeast(value.getType(), assumed.type)) {
      assumed.type = open[i];
      holds = false;
    }
    // What is found inside must also go with what the loop starts with.
    holds &= areCompatibleTypes(value.getType(), op->getOperand(i).getType());
  }
  if (!holds) {
    goBack(before);
    return false;
  }
  for (auto [result, assumed] : llvm::zip_equal(op.getResults(), carried)) {
    setType(result, assumed.type);
    setElements(result, assumed.elements);
  }
  return true;
}

void Refiner::visitLoop(WhileOp op) {
  SmallVector<Carried> carried;
  Block &body = op.getBody().front();
  for (auto [argument, operand, next] :
       llvm::zip_equal(body.getArguments(), op->getOperands(),
                       body.getTerminator()->getOperands())) {
    FailureOr<Type> type = inferMostSpecificType(
        std::nullopt, {argument.getType(), operand.getType()});
    if (failed(type)) {
      return;
    }
    // A number that the body computes is most often another one: to assume
    // otherwise would cost a second look at the loop, and at each loop in it.
    bool isKept = next == argument || next.getParentBlock() != &body ||
                  next.getDefiningOp<ConstantOp>();
    carried.push_back(
        {*type, isKept ? elementsOf(operand) : DenseElementsAttr()});
  }
  for (int attempt = 0; attempt < attempts; ++attempt) {
    if (tryLoop(op, carried)) {
      return;
    }
    reopen(op, carried);
  }
  // The last attempt assumes nothing.
  for (auto [assumed, argument] :
       llvm::zip_equal(carried, body.getArguments())) {
    assumed = {argument.getType(), {}};
  }
  reopen(op, carried);
  (void)tryLoop(op, carried);
}

void Refiner::reopen(WhileOp op, ArrayRef<Carried> carried) {
  for (auto [operand, assumed] : llvm::zip_equal(op->getOperands(), carried)) {
    if (operand.getType() != assumed.type) {
      setType(operand,
              firstTypes.try_emplace(operand, operand.getType()).first->second);
    }
  }
}

void Refiner::visitBranches(Operation *op) {
  Mark before = mark();
  SmallVector<Operation *> ends;
  for (Region &region : op->getRegions()) {
    visitBlock(region.front());
    ends.push_back(region.front().getTerminator());
  }
  SmallVector<Type> types;
  for (OpResult result : op->getResults()) {
    SmallVector<Type> given;
    for (Operation *end : ends) {
      given.push_back(end->getOperand(result.getResultNumber()).getType());
    }
    FailureOr<Type> common = inferLeastSpecificType(std::nullopt, given);
    if (failed(common) || failed(inferMostSpecificType(std::nullopt, given)) ||
        !areCompatibleTypes(*common, result.getType())) {
      // Branches of different sizes are valid only as long as their types do
      // not say so.
      goBack(before);
      return;
    }
    FailureOr<Type> type =
        inferMostSpecificType(std::nullopt, {result.getType(), *common});
    types.push_back(succeeded(type) ? *type : result.getType());
  }
  for (auto [result, type] : llvm::zip_equal(op->getResults(), types)) {
    setType(result, type);
    DenseElementsAttr elements =
        elementsOf(ends.front()->getOperand(result.getResultNumber()));
    bool isSame = llvm::all_of(ends, [&](Operation *end) {
      return elementsOf(end->getOperand(result.getResultNumber())) == elements;
    });
    setElements(result, isSame ? elements : DenseElementsAttr());
  }
}

int64_t Refiner::run() {
  Block &body = function.getBody().front();
  visitBlock(body);
  FunctionType type = function.getFunctionType();
  function.setFunctionType(
      FunctionType::get(function.getContext(), type.getInputs(),
                        body.getTerminator()->getOperandTypes()));
  int64_t count = 0;
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (llvm::any_of(op->getResults(), [&](Value result) {
          auto first = firstTypes.find(result);
          return first != firstTypes.end() && first->second != result.getType();
        })) {
      ++count;
      decide(op, DecisionKind::Simplify, Reason::RuleApplied)
          << arg("refine-shape");
    }
  });
  return count;
}

} // namespace

int64_t refineShapes(func::FuncOp function, ConstantEvaluator &evaluator) {
  auto module = function->getParentOfType<ModuleOp>();
  if (!leavesShapesOpen(function) || !function.getBody().hasOneBlock() ||
      !SymbolTable::symbolKnownUseEmpty(function, module)) {
    return 0;
  }
  return Refiner(function, evaluator).run();
}

bool refineShapes(ModuleOp module) {
  if (!leavesShapesOpen(module)) {
    return false;
  }
  SimplifyStatistics ignored;
  inlineCalls(module, {}, ignored);
  ConstantEvaluator evaluator;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isExternal()) {
      refineShapes(function, evaluator);
    }
  }
  return true;
}

} // namespace weft::stablehlo
