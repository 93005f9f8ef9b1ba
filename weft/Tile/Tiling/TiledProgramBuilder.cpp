// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/TiledProgramBuilder.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/PlantedFault.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::tile {

void TileQuery::ask(Value operand, Tile operandTile, NeededAt place,
                    unsigned branch) {
  for (DimensionTile &dimension : operandTile) {
    dimension.offset = knownFacts.simplify(dimension.offset);
  }
  operands.push_back({operand, std::move(operandTile), place, branch});
}

LogicalResult TileQuery::refuse(llvm::StringRef rule, const llvm::Twine &text) {
  refusal = {op, rule.str(), text.str()};
  return failure();
}

namespace {

/// Costs much more to compute than to write and read.
bool isCostly(Operation *op) {
  return op && isa<stablehlo::StableHLODialect>(op->getDialect()) &&
         operationCost(op->getName().stripDialect()).units >= expensiveUnits;
}

/// Whether a value is read from memory: an argument, or a constant that is no
/// splat.
bool isMemoryValue(Value value) {
  if (isa<BlockArgument>(value)) {
    return true;
  }
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  return constant && !constant.getValue().isSplat();
}

class Query : public TileQuery {
public:
  Query(TiledProgramBuilder &builder, OpResult result,
        ArrayRef<DimensionTile> tile, ArrayRef<DimensionTile> sequential,
        TileRegion *region)
      : TileQuery(result, tile, sequential, builder.facts()), builder(builder),
        region(region) {}

  AffineExpr variable(Value source, Tile tile, int64_t low,
                      int64_t high) override {
    for (DimensionTile &dimension : tile) {
      dimension.offset = facts().simplify(dimension.offset);
    }
    return builder.makeVariable(source, tile, low, high, region);
  }
  AffineExpr assume(AffineExpr expression, int64_t low, int64_t high,
                    int64_t divisor) override {
    expression = facts().simplify(expression);
    IndexFact fact = facts().of(expression);
    return fact.within(low, high) && fact.isMultipleOf(divisor)
               ? expression
               : builder.makeAssumption(expression, {low, high, divisor},
                                        region);
  }
  bool isMemory(Value value) const override { return isMemoryValue(value); }

private:
  TiledProgramBuilder &builder;
  TileRegion *region;
};

} // namespace

Value TiledProgramBuilder::representative(Value value) const {
  auto result = dyn_cast<OpResult>(value);
  if (result && !isMemoryValue(value)) {
    const Rule *rule = rules.find(result.getOwner());
    if (rule && rule->hasJointResults()) {
      return result.getOwner()->getResult(0);
    }
  }
  return value;
}

void TiledProgramBuilder::request(Value value, const Tile &tile,
                                  TileRegion *region, unsigned user,
                                  unsigned slot) {
  Operation *producer = value.getDefiningOp();
  TileRegion *place = producer && space.sequential.contains(producer)
                          ? placeOfSum(tile, region)
                          : placeOf(tile, region);
  Request request = {value, tile, place, user, slot};
  (producer ? requestsOf[producer] : argumentRequests)
      .push_back(std::move(request));
}

LogicalResult TiledProgramBuilder::propagate(unsigned number, OpResult result,
                                             Refusal &refusal) {
  Operation *op = result.getOwner();
  const Rule *rule = rules.find(op);
  if (!rule) {
    refusal = {op, "hero.fused", "the operation has a kernel of its own only"};
    return failure();
  }
  TileRegion *region = program.instances[number].region;
  Tile tile = program.instances[number].tile;
  llvm::SmallVector<DimensionTile, 2> sequential;
  llvm::SmallVector<TileRegion *, 2> loops;
  TileRegion *inner = region;
  for (unsigned dimension : space.sequential.lookup(op)) {
    sequential.push_back(tileOf(dimension));
    if (isa<AffineDimExpr>(sequential.back().offset)) {
      inner = loopIn(inner, dimension);
      loops.push_back(inner);
    }
  }
  Query query(*this, result, tile, sequential, inner);
  if (failed(rule->propagate(query))) {
    refusal = *query.refusal;
    return failure();
  }
  llvm::SmallVector<TileRegion *, 2> branches;
  for (const OperandTile &operand : query.operands) {
    while (operand.place == NeededAt::InBranch &&
           operand.branch >= branches.size()) {
      TileRegion *branch = addRegion(TileRegion::Kind::Branch, region);
      branch->owner = number;
      branch->branch = branches.size();
      branches.push_back(branch);
    }
  }
  // Asking for variables has grown the list of instances.
  Instance &instance = program.instances[number];
  instance.rule = rule;
  instance.sequential = sequential;
  instance.loops = loops;
  instance.branches = branches;
  instance.operandTiles.assign(query.operands.begin(), query.operands.end());
  instance.memory = query.memory;
  endChains(instance);
  collectVariables(tile, instance.variables);
  for (const OperandTile &operand : query.operands) {
    collectVariables(operand.tile, instance.variables);
    instance.operands.push_back({0, 0, operand.place, operand.branch});
  }
  for (auto [slot, operand] : llvm::enumerate(query.operands)) {
    TileRegion *from = operand.place == NeededAt::Here ? region
                       : operand.place == NeededAt::InLoop
                           ? inner
                           : branches[operand.branch];
    if (llvm::is_contained(program.candidate.kept,
                           std::pair(op, static_cast<unsigned>(slot))) &&
        keepOperand(number, slot, operand, from)) {
      continue;
    }
    request(operand.value, operand.tile, from, number, slot);
  }
  return success();
}

void TiledProgramBuilder::endChains(Instance &instance) const {
  int64_t longest = program.candidate.hasTotals && !instance.loops.empty() &&
                            !isPlanted(Fault::OnePartialSum)
                        ? instance.rule->stepsOfChain(instance)
                        : 0;
  if (longest == 0) {
    return;
  }
  int64_t steps = 1;
  for (TileRegion *loop : llvm::reverse(instance.loops)) {
    int64_t iterations = program.iterationCount(loop->dimension);
    if (steps * iterations > longest) {
      instance.chainLoop = loop;
      instance.chainIterations = std::max<int64_t>(1, longest / steps);
      return;
    }
    steps *= iterations;
  }
}

LogicalResult TiledProgramBuilder::makeInstance(const Request &request,
                                                unsigned &number,
                                                Refusal &refusal) {
  number = program.instances.size();
  Instance instance;
  instance.value = representative(request.value);
  instance.tile = request.tile;
  instance.region = request.region;
  if (isMemoryValue(request.value)) {
    instance.kind = Instance::Kind::Load;
    collectVariables(request.tile, instance.variables);
    program.instances.push_back(std::move(instance));
    return success();
  }
  program.instances.push_back(std::move(instance));
  return propagate(number, cast<OpResult>(request.value), refusal);
}

void TiledProgramBuilder::leaveBranches(std::vector<Request> &requests) const {
  auto mayBranch = [&](Value value) {
    const Rule *rule =
        isMemoryValue(value) ? nullptr : rules.find(value.getDefiningOp());
    return rule && rule->mayBranch();
  };
  for (size_t i = 1; i < requests.size(); ++i) {
    Request &one = requests[i];
    if (!mayBranch(one.value)) {
      continue;
    }
    for (Request &other : llvm::MutableArrayRef(requests).take_front(i)) {
      if (one.region->isInside(other.region) ||
          other.region->isInside(one.region) ||
          representative(one.value) != representative(other.value) ||
          one.tile != other.tile) {
        continue;
      }
      if (TileRegion *place = placeBefore(one.tile, one.region, other.region)) {
        one.region = place;
        other.region = place;
      }
    }
  }
}

LogicalResult TiledProgramBuilder::answer(std::vector<Request> &requests,
                                          Refusal &refusal) {
  leaveBranches(requests);
  auto depth = [](const TileRegion *region) {
    unsigned depth = 0;
    for (; region->parent; region = region->parent) {
      ++depth;
    }
    return depth;
  };
  // Outer regions first: what they have serves the inner ones. Loops that sum
  // come before those that only store.
  auto rank = [&](const TileRegion *region) {
    bool isParallel = region->kind == TileRegion::Kind::Loop &&
                      space.dimensions[region->dimension].parallel;
    return std::pair(depth(region), isParallel);
  };
  llvm::stable_sort(requests, [&](const Request &a, const Request &b) {
    return rank(a.region) < rank(b.region);
  });
  if (program.candidate.keepsRead) {
    orderLoops(requests);
  }
  llvm::SmallVector<unsigned> made;
  for (const Request &request : requests) {
    Value value = representative(request.value);
    auto known = llvm::find_if(made, [&](unsigned number) {
      const Instance &instance = program.instances[number];
      return instance.value == value && instance.tile == request.tile &&
             request.region->isInside(instance.region);
    });
    unsigned number;
    std::optional<unsigned> kept;
    const Candidate &candidate = program.candidate;
    if (known == made.end() &&
        (isMemoryValue(value)
             ? candidate.keepsRead
             : candidate.keepsCostly && isCostly(value.getDefiningOp()))) {
      kept = reload(request, made);
    }
    if (known != made.end()) {
      number = *known;
    } else if (kept) {
      number = *kept;
      made.push_back(number);
    } else {
      if (failed(makeInstance(request, number, refusal))) {
        return failure();
      }
      made.push_back(number);
    }
    Instance::Operand &operand =
        program.instances[request.user].operands[request.slot];
    operand.instance = number;
    auto result = dyn_cast<OpResult>(request.value);
    operand.result =
        value == request.value || !result ? 0 : result.getResultNumber();
  }
  return success();
}

void TiledProgramBuilder::collectMemoryConstants() {
  llvm::SetVector<Operation *> used;
  auto use = [&](Value value) {
    if (Operation *constant = value.getDefiningOp()) {
      used.insert(constant);
    }
  };
  for (const Instance &instance : program.instances) {
    if (instance.kind == Instance::Kind::Load) {
      use(instance.value);
    }
    llvm::for_each(instance.memory, use);
  }
  for (Operation *op : space.live) {
    if (used.contains(op)) {
      program.memoryConstants.push_back(op);
    }
  }
}

std::optional<TiledProgram> TiledProgramBuilder::run(Refusal &refusal) {
  makeSpace();
  storeLeaders();
  for (Operation *op : llvm::reverse(space.live)) {
    std::vector<Request> requests = std::move(requestsOf[op]);
    if (failed(answer(requests, refusal))) {
      return std::nullopt;
    }
  }
  llvm::stable_sort(argumentRequests, [](const Request &a, const Request &b) {
    return cast<BlockArgument>(a.value).getArgNumber() <
           cast<BlockArgument>(b.value).getArgNumber();
  });
  if (failed(answer(argumentRequests, refusal))) {
    return std::nullopt;
  }
  for (unsigned root = 0; root < space.roots.size(); ++root) {
    if (!isLeader(space.storedValue(root)) && !storeReached(root)) {
      refusal = {space.block->getTerminator(), "roots.differ",
                 llvm::formatv("result {0} has another shape than the largest "
                               "one and is not computed on the way to it in "
                               "tiles that cover it",
                               root)};
      return std::nullopt;
    }
  }
  if (failed(orderInPlace(refusal))) {
    return std::nullopt;
  }
  collectMemoryConstants();
  orderItems(program);
  return std::move(program);
}

std::optional<TiledProgram> makeTiledProgram(const TilingSpace &space,
                                             const Candidate &candidate,
                                             const RuleTable &rules,
                                             Refusal &refusal) {
  return TiledProgramBuilder(space, candidate, rules).run(refusal);
}

} // namespace weft::tile
