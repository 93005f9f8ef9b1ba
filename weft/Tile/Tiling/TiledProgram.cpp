// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/TiledProgram.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/PlantedFault.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MathExtras.h>

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

int64_t TiledProgram::blockOf(unsigned d) const {
  int64_t extent = std::max<int64_t>(space->dimensions[d].extent, 1);
  if (!llvm::is_contained(candidate.inner, d)) {
    return space->dimensions[d].parallel ? candidate.sizes[d] : extent;
  }
  bool isCut = d < candidate.blocks.size() && candidate.blocks[d] != 0;
  return isCut ? std::min(candidate.blocks[d], extent) : extent;
}

int64_t TiledProgram::programCount(unsigned d) const {
  return std::max<int64_t>(
      1, llvm::divideCeil(space->dimensions[d].extent, blockOf(d)));
}

bool TiledProgram::isDealt(unsigned d) const {
  return d < candidate.dealt.size() && candidate.dealt[d] > 1 &&
         !space->dimensions[d].parallel &&
         candidate.dealt[d] < space->dimensions[d].extent;
}

int64_t TiledProgram::dealtBlock(unsigned d) const {
  // Blocks a page apart would fight for the same places of a cache.
  constexpr int64_t crowded = 256;
  constexpr int64_t apart = 16;
  int64_t block =
      llvm::divideCeil(space->dimensions[d].extent, candidate.dealt[d]);
  return block % crowded == 0 ? block + apart : block;
}

int64_t TiledProgram::stepOf(unsigned d) const {
  return isDealt(d) ? 1 : candidate.sizes[d];
}

int64_t TiledProgram::iterationCount(unsigned d) const {
  return isDealt(d) ? dealtBlock(d)
                    : llvm::divideCeil(blockOf(d), candidate.sizes[d]);
}

namespace {

/// Costs much more to compute than to write and read.
bool isCostly(Operation *op) {
  return op && isa<stablehlo::StableHLODialect>(op->getDialect()) &&
         operationCost(op->getName().stripDialect()).units >= expensiveUnits;
}

bool isMemoryValue(Value value) {
  if (isa<BlockArgument>(value)) {
    return true;
  }
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  return constant && !constant.getValue().isSplat();
}

/// A tile that some instance needs.
struct Request {
  Value value;
  Tile tile;
  TileRegion *region;
  unsigned user;
  unsigned slot;
};

/// Cuts a block, from its last operation to its first: when an operation is
/// reached, all that its users need of it is known.
class Builder {
public:
  Builder(const TilingSpace &space, const Candidate &candidate,
          const RuleTable &rules)
      : space(space), rules(rules) {
    program.space = &space;
    program.candidate = candidate;
  }

  std::optional<TiledProgram> run(Refusal &refusal);

  // For queries.
  AffineExpr makeVariable(Value source, const Tile &tile, int64_t low,
                          int64_t high, TileRegion *region);
  AffineExpr makeAssumption(AffineExpr expression, IndexFact fact,
                            TileRegion *region);
  TiledProgram &result() { return program; }

private:
  void makeSpace();
  TileRegion *addRegion(TileRegion::Kind kind, TileRegion *parent);
  TileRegion *loopIn(TileRegion *parent, unsigned dimension);
  /// The outermost region around `region` that defines what `tile` is made of.
  TileRegion *placeOf(ArrayRef<DimensionTile> tile, TileRegion *region) const;
  void collectDimensions(AffineExpr expression,
                         llvm::SmallBitVector &dimensions) const;
  /// Adds the instances of the symbols in `tile` to `variables`.
  void collectVariables(ArrayRef<DimensionTile> tile,
                        llvm::SmallVector<unsigned, 2> &variables) const;
  DimensionTile tileOf(unsigned dimension) const;

  void request(Value value, const Tile &tile, TileRegion *region, unsigned user,
               unsigned slot);
  LogicalResult answer(std::vector<Request> &requests, Refusal &refusal);
  LogicalResult makeInstance(const Request &request, unsigned &number,
                             Refusal &refusal);
  LogicalResult propagate(unsigned number, OpResult result, Refusal &refusal);
  /// Decides where the chains of an instance with loops end.
  void endChains(Instance &instance) const;
  /// Asks for a tile before the loops that it does not depend on; false when
  /// there are none.
  bool keepOperand(unsigned user, unsigned slot, const OperandTile &operand,
                   TileRegion *region);
  /// What another loop has computed and can keep, of the instances `made`.
  std::optional<unsigned> reload(const Request &request,
                                 ArrayRef<unsigned> made);
  bool storeReached(unsigned root);
  /// Where a tile of the value that is stored for a root lies in the root.
  Tile placeOfUpdate(Tile tile, unsigned root);
  LogicalResult orderInPlace(Refusal &refusal);
  void collectMemoryConstants();

  /// The value that stands for all results that are computed with it.
  Value representative(Value value) const {
    auto result = dyn_cast<OpResult>(value);
    if (result && !isMemoryValue(value)) {
      const Rule *rule = rules.find(result.getOwner());
      if (rule && rule->hasJointResults()) {
        return result.getOwner()->getResult(0);
      }
    }
    return value;
  }

  const TilingSpace &space;
  const RuleTable &rules;
  TiledProgram program;
  TileRegion *innermost = nullptr;
  llvm::DenseMap<Operation *, std::vector<Request>> requestsOf;
  std::vector<Request> argumentRequests;
};

class Query : public TileQuery {
public:
  Query(Builder &builder, OpResult result, ArrayRef<DimensionTile> tile,
        ArrayRef<DimensionTile> sequential, TileRegion *region)
      : TileQuery(result, tile, sequential, builder.result().facts),
        builder(builder), region(region) {}

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
  Builder &builder;
  TileRegion *region;
};

TileRegion *Builder::addRegion(TileRegion::Kind kind, TileRegion *parent) {
  auto region = std::make_unique<TileRegion>();
  region->kind = kind;
  region->index = program.regions.size();
  region->parent = parent;
  if (parent) {
    parent->children.push_back(region.get());
  }
  program.regions.push_back(std::move(region));
  return program.regions.back().get();
}

TileRegion *Builder::loopIn(TileRegion *parent, unsigned dimension) {
  for (TileRegion *child : parent->children) {
    if (child->kind == TileRegion::Kind::Loop &&
        child->dimension == dimension) {
      return child;
    }
  }
  TileRegion *loop = addRegion(TileRegion::Kind::Loop, parent);
  loop->dimension = dimension;
  return loop;
}

DimensionTile Builder::tileOf(unsigned dimension) const {
  MLIRContext *context = space.block->getTerminator()->getContext();
  if (program.isDealt(dimension)) {
    return {getAffineDimExpr(dimension, context),
            program.candidate.dealt[dimension], program.dealtBlock(dimension)};
  }
  int64_t size = program.candidate.sizes[dimension];
  bool isWhole = size >= space.dimensions[dimension].extent;
  return {isWhole ? getAffineConstantExpr(0, context)
                  : getAffineDimExpr(dimension, context),
          size, 1};
}

void Builder::makeSpace() {
  program.candidate.sizes.resize(space.dimensions.size(), 1);
  llvm::erase_if(program.candidate.inner,
                 [&](unsigned d) { return d >= space.parallelCount(); });
  for (auto [d, dimension] : llvm::enumerate(space.dimensions)) {
    int64_t &size = program.candidate.sizes[d];
    size = std::max<int64_t>(size, 1);
    if (dimension.largestTile != 0) {
      size = std::min(size, dimension.largestTile);
    }
    if (program.isDealt(d)) {
      program.facts.addDim({0, program.dealtBlock(d) - 1, 1});
      continue;
    }
    if (size >= dimension.extent) {
      program.facts.addDim({0, 0, 0});
      continue;
    }
    int64_t last = (dimension.extent - 1) / size * size;
    program.facts.addDim({0, last, size});
  }
  innermost = addRegion(TileRegion::Kind::Program, nullptr);
  for (unsigned dimension : program.candidate.inner) {
    if (program.iterationCount(dimension) > 1) {
      innermost = loopIn(innermost, dimension);
    }
  }
}

void Builder::collectDimensions(AffineExpr expression,
                                llvm::SmallBitVector &dimensions) const {
  expression.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part)) {
      dimensions.set(dim.getPosition());
    } else if (auto symbol = dyn_cast<AffineSymbolExpr>(part)) {
      const Instance &variable =
          program.instances[program.symbols[symbol.getPosition()]];
      for (const DimensionTile &dimension : variable.tile) {
        collectDimensions(dimension.offset, dimensions);
      }
    }
  });
}

void Builder::collectVariables(
    ArrayRef<DimensionTile> tile,
    llvm::SmallVector<unsigned, 2> &variables) const {
  for (const DimensionTile &dimension : tile) {
    dimension.offset.walk([&](AffineExpr part) {
      if (auto symbol = dyn_cast<AffineSymbolExpr>(part)) {
        unsigned variable = program.symbols[symbol.getPosition()];
        if (!llvm::is_contained(variables, variable)) {
          variables.push_back(variable);
        }
      }
    });
  }
}

TileRegion *Builder::placeOf(ArrayRef<DimensionTile> tile,
                             TileRegion *region) const {
  llvm::SmallBitVector dimensions(space.dimensions.size());
  for (const DimensionTile &dimension : tile) {
    collectDimensions(dimension.offset, dimensions);
  }
  // A branch is not left: what stands in it is needed there only.
  while (region->kind == TileRegion::Kind::Loop &&
         !dimensions.test(region->dimension)) {
    region = region->parent;
  }
  return region;
}

void Builder::request(Value value, const Tile &tile, TileRegion *region,
                      unsigned user, unsigned slot) {
  Request request = {value, tile, placeOf(tile, region), user, slot};
  Operation *producer = value.getDefiningOp();
  (producer ? requestsOf[producer] : argumentRequests)
      .push_back(std::move(request));
}

AffineExpr Builder::makeVariable(Value source, const Tile &tile, int64_t low,
                                 int64_t high, TileRegion *region) {
  MLIRContext *context = source.getContext();
  DenseElementsAttr constant;
  if (auto op = source.getDefiningOp<stablehlo::ConstantOp>();
      op && op.getValue().isSplat()) {
    constant = dyn_cast<DenseElementsAttr>(op.getValue());
  }
  if (constant && isa<IntegerType>(constant.getElementType())) {
    APInt value = constant.getSplatValue<APInt>();
    bool isUnsigned = constant.getElementType().isUnsignedInteger();
    int64_t number =
        isUnsigned ? static_cast<int64_t>(value.getLimitedValue(INT64_MAX))
                   : value.getSExtValue();
    return getAffineConstantExpr(std::clamp(number, low, high), context);
  }
  if (low == high) {
    return getAffineConstantExpr(low, context);
  }
  TileRegion *place = placeOf(tile, region);
  for (auto [symbol, number] : llvm::enumerate(program.symbols)) {
    const Instance &known = program.instances[number];
    if (known.kind == Instance::Kind::Variable &&
        known.operandTiles.front().value == source && known.tile == tile &&
        known.low == low && known.high == high &&
        place->isInside(known.region)) {
      return getAffineSymbolExpr(symbol, context);
    }
  }
  Instance variable;
  variable.kind = Instance::Kind::Variable;
  variable.tile = tile;
  variable.region = place;
  variable.low = low;
  variable.high = high;
  variable.symbol = program.facts.addSymbol({low, high, 1});
  variable.operands.resize(1);
  variable.operandTiles.push_back({source, tile, NeededAt::Here, 0});
  collectVariables(tile, variable.variables);
  unsigned number = program.instances.size();
  program.instances.push_back(std::move(variable));
  program.symbols.push_back(number);
  request(source, tile, place, number, 0);
  return getAffineSymbolExpr(program.symbols.size() - 1, context);
}

AffineExpr Builder::makeAssumption(AffineExpr expression, IndexFact fact,
                                   TileRegion *region) {
  Instance assumption;
  assumption.kind = Instance::Kind::Assumption;
  assumption.tile.push_back({expression, 1, 1});
  assumption.region = placeOf(assumption.tile, region);
  assumption.symbol = program.facts.addSymbol(fact);
  collectVariables(assumption.tile, assumption.variables);
  program.symbols.push_back(program.instances.size());
  program.instances.push_back(std::move(assumption));
  return getAffineSymbolExpr(program.symbols.size() - 1,
                             expression.getContext());
}

LogicalResult Builder::propagate(unsigned number, OpResult result,
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

void Builder::endChains(Instance &instance) const {
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

bool Builder::keepOperand(unsigned user, unsigned slot,
                          const OperandTile &operand, TileRegion *region) {
  llvm::SmallBitVector used(space.dimensions.size());
  for (const DimensionTile &dimension : operand.tile) {
    collectDimensions(dimension.offset, used);
  }
  TileRegion *outer = nullptr;
  for (TileRegion *around = region; around; around = around->parent) {
    if (around->kind == TileRegion::Kind::Loop &&
        !used.test(around->dimension)) {
      outer = around;
    } else if (around->kind == TileRegion::Kind::Branch) {
      return false;
    }
  }
  if (!outer) {
    return false;
  }
  llvm::SmallVector<TileRegion *, 2> loops;
  for (TileRegion *around = region; around != outer; around = around->parent) {
    if (used.test(around->dimension)) {
      loops.insert(loops.begin(), around);
    }
  }
  // One tile moves out of the loops by itself.
  if (loops.empty()) {
    return false;
  }
  Instance keep;
  keep.kind = Instance::Kind::Keep;
  keep.tile = operand.tile;
  keep.region = outer->parent;
  for (TileRegion *loop : loops) {
    keep.region = addRegion(TileRegion::Kind::Loop, keep.region);
    keep.region->dimension = loop->dimension;
    keep.keepLoops.push_back(keep.region);
  }
  keep.preparedFor = {user, slot};
  keep.operands.resize(1);
  keep.operandTiles.push_back({operand.value, operand.tile, NeededAt::Here, 0});
  collectVariables(operand.tile, keep.variables);

  Instance reload;
  reload.kind = Instance::Kind::Reload;
  reload.tile = operand.tile;
  reload.region = region;
  reload.keepLoops = loops;
  reload.keep = program.instances.size();
  TileRegion *place = keep.region;
  program.instances.push_back(std::move(keep));
  request(operand.value, operand.tile, place, reload.keep, 0);
  program.instances[user].operands[slot].instance = program.instances.size();
  program.instances.push_back(std::move(reload));
  return true;
}

std::optional<unsigned> Builder::reload(const Request &request,
                                        ArrayRef<unsigned> made) {
  // Loops over parallel dimensions come last: nothing that another loop needs
  // is computed in them.
  auto isWalk = [&](const TileRegion *region, bool isParallel) {
    return region->kind == TileRegion::Kind::Loop &&
           space.dimensions[region->dimension].parallel == isParallel;
  };
  if (!isWalk(request.region, /*isParallel=*/true)) {
    return std::nullopt;
  }
  MLIRContext *context = request.value.getContext();
  for (unsigned number : made) {
    const Instance &known = program.instances[number];
    if (known.kind != Instance::Kind::Compute || known.value != request.value) {
      continue;
    }
    llvm::SmallVector<TileRegion *, 2> from;
    llvm::SmallVector<TileRegion *, 2> to;
    TileRegion *a = known.region;
    TileRegion *b = request.region;
    llvm::DenseMap<AffineExpr, AffineExpr> renamed;
    bool fits = true;
    while (fits && a != b) {
      fits = isWalk(a, /*isParallel=*/false) &&
             isWalk(b, /*isParallel=*/true) &&
             program.iterationCount(a->dimension) ==
                 program.iterationCount(b->dimension) &&
             program.candidate.sizes[a->dimension] ==
                 program.candidate.sizes[b->dimension] &&
             program.programCount(b->dimension) == 1;
      if (fits) {
        renamed[getAffineDimExpr(b->dimension, context)] =
            getAffineDimExpr(a->dimension, context);
        from.insert(from.begin(), a);
        to.insert(to.begin(), b);
        a = a->parent;
        b = b->parent;
      }
    }
    for (auto [mine, other] : llvm::zip_equal(request.tile, known.tile)) {
      fits = fits && mine.size == other.size && mine.stride == other.stride &&
             mine.offset.replace(renamed) == other.offset;
    }
    if (!fits || from.empty()) {
      continue;
    }
    unsigned keep = program.instances.size();
    for (auto [i, instance] : llvm::enumerate(program.instances)) {
      if (instance.kind == Instance::Kind::Keep && !instance.preparedFor &&
          instance.operands[0].instance == number) {
        keep = i;
      }
    }
    if (keep == program.instances.size()) {
      Instance kept;
      kept.kind = Instance::Kind::Keep;
      kept.tile = known.tile;
      kept.region = known.region;
      kept.keepLoops = from;
      kept.operands.push_back({number, 0, NeededAt::Here, 0});
      kept.operandTiles.push_back(
          {request.value, known.tile, NeededAt::Here, 0});
      program.instances.push_back(std::move(kept));
    }
    Instance reload;
    reload.kind = Instance::Kind::Reload;
    reload.value = request.value;
    reload.tile = request.tile;
    reload.region = request.region;
    reload.keepLoops = to;
    reload.keep = keep;
    program.instances.push_back(std::move(reload));
    return program.instances.size() - 1;
  }
  return std::nullopt;
}

LogicalResult Builder::makeInstance(const Request &request, unsigned &number,
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

LogicalResult Builder::answer(std::vector<Request> &requests,
                              Refusal &refusal) {
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
    if (known == made.end() && program.candidate.keepsCostly &&
        isCostly(value.getDefiningOp())) {
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

/// A root of another shape than the leader is stored where its tile is computed
/// anyway, if its tiles there cover it, each once.
bool Builder::storeReached(unsigned root) {
  Value value = space.storedValue(root);
  if (space.updates[root]) {
    return false;
  }
  auto type = cast<RankedTensorType>(value.getType());
  for (unsigned number = 0; number < program.instances.size(); ++number) {
    const Instance &instance = program.instances[number];
    bool isOfRoot = (instance.kind == Instance::Kind::Load ||
                     instance.kind == Instance::Kind::Compute) &&
                    instance.value == representative(value);
    if (!isOfRoot || instance.region->kind == TileRegion::Kind::Branch) {
      continue;
    }
    llvm::SmallBitVector walked(space.dimensions.size());
    bool covers = true;
    for (auto [tile, extent] :
         llvm::zip_equal(instance.tile, type.getShape())) {
      auto dim = dyn_cast<AffineDimExpr>(tile.offset);
      if (dim) {
        unsigned d = dim.getPosition();
        covers &= !walked.test(d) && space.dimensions[d].parallel &&
                  space.dimensions[d].extent == extent &&
                  tile.size == program.candidate.sizes[d] && tile.stride == 1;
        walked.set(d);
      } else {
        auto constant = dyn_cast<AffineConstantExpr>(tile.offset);
        covers &= constant && constant.getValue() == 0 && tile.size >= extent &&
                  tile.stride == 1;
      }
    }
    // Programs that differ in another dimension would all store it.
    for (unsigned d = 0; d < space.dimensions.size(); ++d) {
      bool isInGrid =
          space.dimensions[d].parallel && program.programCount(d) > 1;
      covers &= !isInGrid || walked.test(d);
    }
    for (TileRegion *region = instance.region; region;
         region = region->parent) {
      covers &= region->kind != TileRegion::Kind::Branch &&
                (region->kind != TileRegion::Kind::Loop ||
                 walked.test(region->dimension));
    }
    if (!covers) {
      continue;
    }
    Instance store;
    store.kind = Instance::Kind::Store;
    store.region = instance.region;
    store.tile = instance.tile;
    store.root = root;
    auto result = dyn_cast<OpResult>(value);
    store.operands.push_back(
        {number, value == instance.value ? 0 : result.getResultNumber(),
         NeededAt::Here, 0});
    store.operandTiles.push_back({value, instance.tile, NeededAt::Here, 0});
    program.instances.push_back(std::move(store));
    return true;
  }
  return false;
}

Tile Builder::placeOfUpdate(Tile tile, unsigned root) {
  if (Operation *update = space.updates[root]) {
    ArrayRef<int64_t> extents =
        cast<RankedTensorType>(space.roots[root].getType()).getShape();
    ArrayRef<int64_t> sizes =
        cast<RankedTensorType>(update->getOperand(1).getType()).getShape();
    for (auto [d, dimension] : llvm::enumerate(tile)) {
      dimension.offset =
          dimension.offset + makeVariable(update->getOperand(2 + d), {}, 0,
                                          extents[d] - sizes[d], innermost);
    }
  }
  return tile;
}

/// Memory that is overwritten is read before, and only where this program
/// writes.
LogicalResult Builder::orderInPlace(Refusal &refusal) {
  for (TilingSpace::InPlace place : space.inPlace) {
    Value argument = space.block->getArgument(place.argument);
    llvm::SmallVector<unsigned, 2> reads;
    for (unsigned i = 0; i < program.instances.size(); ++i) {
      const Instance &instance = program.instances[i];
      bool isRead =
          instance.kind == Instance::Kind::Load && instance.value == argument;
      if (isRead) {
        reads.push_back(i);
      }
      if (llvm::is_contained(instance.memory, argument)) {
        refusal = {instance.value.getDefiningOp(), "alias.read",
                   "memory that is overwritten is read by index"};
        return failure();
      }
    }
    for (Instance &store : program.instances) {
      if (store.kind != Instance::Kind::Store || store.root != place.root) {
        continue;
      }
      for (unsigned read : reads) {
        const Instance &load = program.instances[read];
        if (load.tile != store.tile || !store.region->isInside(load.region)) {
          refusal = {space.block->getTerminator(), "alias.read",
                     llvm::formatv("argument {0} is overwritten in tiles other "
                                   "than those that are read",
                                   place.argument)};
          return failure();
        }
        store.variables.push_back(read);
      }
    }
  }
  return success();
}

void Builder::collectMemoryConstants() {
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

std::optional<TiledProgram> Builder::run(Refusal &refusal) {
  makeSpace();
  Tile rootTile;
  llvm::SmallVector<int64_t> rootShape;
  for (unsigned d = 0; d < space.parallelCount(); ++d) {
    rootTile.push_back(tileOf(d));
    rootShape.push_back(space.dimensions[d].extent);
  }
  auto isLeader = [&](Value root) {
    return cast<RankedTensorType>(root.getType()).getShape() ==
           ArrayRef<int64_t>(rootShape);
  };
  for (unsigned root = 0; root < space.roots.size(); ++root) {
    Value value = space.storedValue(root);
    if (!isLeader(value)) {
      continue;
    }
    Instance store;
    store.kind = Instance::Kind::Store;
    store.region = innermost;
    store.tile = placeOfUpdate(rootTile, root);
    store.root = root;
    store.operands.resize(1);
    store.operandTiles.push_back({value, rootTile, NeededAt::Here, 0});
    collectVariables(store.tile, store.variables);
    program.instances.push_back(std::move(store));
    request(value, rootTile, innermost, program.instances.size() - 1, 0);
  }
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

} // namespace

std::optional<TiledProgram> makeTiledProgram(const TilingSpace &space,
                                             const Candidate &candidate,
                                             const RuleTable &rules,
                                             Refusal &refusal) {
  return Builder(space, candidate, rules).run(refusal);
}

} // namespace weft::tile
