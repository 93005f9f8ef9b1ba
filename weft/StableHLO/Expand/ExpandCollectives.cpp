// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Expand/ExpandCollectives.h"

#include "weft/StableHLO/IR/Shapes.h"
#include "weft/StableHLO/IR/Writer.h"
#include "weft/StableHLO/Interpreter/ProcessGroups.h"
#include "weft/Support/Diagnostics.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/TypeSwitch.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/IR/SymbolTable.h>
#include <mlir/IR/TypeUtilities.h>

using namespace mlir;
using weft::reference::kOptionalName;
using weft::reference::kProcessGroupsName;
using weft::reference::kUnevenName;
using weft::reference::zeroByte;

namespace weft::stablehlo {
namespace {

/// From this size on, an array is reduced in parts. Below, a second meeting
/// costs more than the work it saves.
constexpr int64_t kLeastDividedBytes = 64 * 1024;

/// The groups of one operation, as flattened ids.
struct Groups {
  std::vector<std::vector<int64_t>> lists;
  size_t largest = 1;
  bool isEven = true;
  bool coversAll = false;

  /// Whether each process is alone in a group.
  bool areOfOne() const { return largest == 1 && coversAll; }
};

StatusOr<Groups> groupsOf(Operation *op, int64_t replicas, int64_t partitions) {
  WEFT_ASSIGN_OR_RETURN(auto found,
                        reference::processGroupsOf(op, replicas, partitions));
  Groups groups;
  size_t covered = 0;
  for (const ProcessGroup &group : found) {
    std::vector<int64_t> &list = groups.lists.emplace_back();
    for (ProcessId id : group) {
      list.push_back(id.replica * partitions + id.partition);
    }
    covered += list.size();
    groups.largest = std::max(groups.largest, list.size());
  }
  for (const std::vector<int64_t> &list : groups.lists) {
    groups.isEven &= list.size() == groups.largest;
  }
  groups.coversAll = covered == static_cast<size_t>(replicas * partitions);
  return groups;
}

ArrayAttr attributeOf(Builder &builder, const Groups &groups) {
  return builder.getArrayAttr(llvm::map_to_vector(
      groups.lists, [&](const std::vector<int64_t> &list) -> Attribute {
        return builder.getDenseI64ArrayAttr(list);
      }));
}

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

bool isReduction(Operation *op) {
  return isa<AllReduceOp, CollectiveReduceOp, CrossReplicaSumOp,
             ReduceScatterOp>(op);
}

bool isMove(Operation *op) {
  return isa<AllGatherOp, AllToAllOp, CollectiveBroadcastOp,
             CollectivePermuteOp>(op);
}

/// Writes operations in front of a reduction.
class Expansion : public Writer {
public:
  /// Where it `isOptional`, processes in no group take part too.
  Expansion(Operation *op, const Groups &groups, ChannelHandleAttr channel,
            bool isOptional = false)
      : Writer(op), groups(groups), channel(channel), isOptional(isOptional),
        computation(op->getNumRegions() == 0 ? nullptr : &op->getRegion(0)) {}

  /// One array over the group; `element` is what it is computed in.
  Value allReduce(Value operand, Type element) {
    RankedTensorType type = typeOf(operand);
    int64_t count = type.getNumElements();
    auto size = static_cast<int64_t>(groups.largest);
    if (groups.areOfOne()) {
      return convert(operand, element);
    }
    int64_t bits = bitWidthOf(type.getElementType());
    bool isDivided =
        size > 1 && groups.isEven && count / 8 * bits >= kLeastDividedBytes;
    Value total;
    if (isDivided) {
      int64_t part = (count + size - 1) / size;
      Value flat = lengthen(flatten(operand), part * size);
      total = reduceRows(allToAll(flat, 0), part, element);
      total = sublist(allGather({total}).front(), 0, count);
    } else {
      llvm::SmallVector<Value> sent = {flatten(operand)};
      if (!groups.isEven) {
        sent.push_back(truth());
      }
      llvm::SmallVector<Value> rows = allGather(sent);
      total = reduceRows(rows.front(), count, element,
                         groups.isEven ? Value() : rows.back());
    }
    return reshape(total, type.getShape());
  }

  /// The part of this process, of as many as the group has along a dimension.
  Value reduceScatter(Value operand, int64_t dimension,
                      RankedTensorType result) {
    RankedTensorType type = typeOf(operand);
    auto size = static_cast<int64_t>(groups.largest);
    int64_t outer = product(type.getShape().take_front(dimension));
    int64_t inner = product(type.getShape().drop_front(dimension)) / size;
    Value parts = reshape(operand, {outer, size, inner});
    // What a member brings is one row, with the outer dimensions in it.
    Value rows = flatten(allToAll(parts, 1));
    return reshape(reduceRows(rows, outer * inner, result.getElementType()),
                   result.getShape());
  }

  /// The reduction where this process is the root, zeros elsewhere. `root` is
  /// null where the first one is.
  Value collectiveReduce(Value operand, Type element, Value place, Value root) {
    RankedTensorType type = typeOf(operand);
    llvm::SmallVector<Value> rows = allGather({flatten(operand), truth()});
    Value total =
        reduceRows(rows.front(), type.getNumElements(), element, rows.back());
    Value rootPlace = root ? placeOfRoot(place, root) : number(0);
    Value isRoot = compare(place, ComparisonDirection::EQ, rootPlace);
    Value isMember = compare(place, ComparisonDirection::GE, number(0));
    isRoot = both(isRoot, isMember);
    Value zero = zeros(typeOf(total));
    total = select(isRoot, total, zero);
    return reshape(total, type.getShape());
  }

  /// Where this process stands in its group, -1 in none.
  Value ownPlace(int64_t replicas, int64_t partitions) {
    llvm::SmallVector<int32_t> places(replicas * partitions, -1);
    for (const std::vector<int64_t> &list : groups.lists) {
      for (auto [place, id] : llvm::enumerate(list)) {
        places[id] = static_cast<int32_t>(place);
      }
    }
    Type word = builder.getI32Type();
    auto table = RankedTensorType::get({replicas, partitions}, word);
    Value all = constant(DenseIntElementsAttr::get(table, places));
    auto id = RankedTensorType::get({}, builder.getIntegerType(32, false));
    Value replica = make<ReplicaIdOp>(id);
    Value partition = make<PartitionIdOp>(id);
    Value own = make<DynamicSliceOp>(RankedTensorType::get({1, 1}, word), all,
                                     ValueRange{replica, partition},
                                     builder.getDenseI64ArrayAttr({1, 1}));
    return reshape(own, {});
  }

  /// Element `i` of a list, as a list.
  Value elementAt(Value list, int64_t i) { return sublist(list, i, i + 1); }

private:
  using Attributes = ArrayRef<std::pair<StringRef, Attribute>>;

  static int64_t product(ArrayRef<int64_t> sizes) {
    int64_t result = 1;
    for (int64_t size : sizes) {
      result *= size;
    }
    return result;
  }
  template <typename Op>
  Op makeOp(TypeRange types, ValueRange operands, Attributes attributes) {
    llvm::SmallVector<NamedAttribute> named;
    for (auto [name, attribute] : attributes) {
      named.push_back(builder.getNamedAttr(name, attribute));
    }
    return make<Op>(types, operands, named);
  }
  /// [start, limit) of a list.
  Value sublist(Value list, int64_t start, int64_t limit) {
    return slice(list, 0, start, limit);
  }
  /// With zeros at the end.
  Value lengthen(Value list, int64_t size) {
    RankedTensorType type = typeOf(list);
    int64_t added = size - type.getDimSize(0);
    if (added == 0) {
      return list;
    }
    Value filler = zeros(RankedTensorType::get({}, type.getElementType()));
    return pad(list, filler, {0}, {added}, {0});
  }

  Value zeros(RankedTensorType type) {
    return bytes(type, zeroByte(type.getElementType()));
  }
  Value number(int32_t value) {
    return integer(RankedTensorType::get({}, builder.getI32Type()),
                   static_cast<uint64_t>(value));
  }
  /// What says that a row is there.
  Value truth() {
    return boolean(RankedTensorType::get({1}, builder.getI1Type()), true);
  }

  /// Groups that every verifier takes; the true ones are beside them.
  Attribute someGroups() {
    auto size = static_cast<int64_t>(groups.largest);
    auto type = RankedTensorType::get({1, size}, builder.getI64Type());
    return DenseIntElementsAttr::get(
        type, llvm::to_vector(llvm::seq<int64_t>(0, size)));
  }
  void mark(Operation *op) {
    op->setAttr(kProcessGroupsName, attributeOf(builder, groups));
    if (channel) {
      op->setAttr("channel_handle", channel);
    }
  }

  /// Lists of all members, one after the other.
  llvm::SmallVector<Value> allGather(ArrayRef<Value> lists) {
    if (groups.areOfOne()) {
      return llvm::to_vector(lists);
    }
    llvm::SmallVector<Type> types;
    for (Value list : lists) {
      RankedTensorType type = typeOf(list);
      types.push_back(type.clone(
          {type.getDimSize(0) * static_cast<int64_t>(groups.largest)}));
    }
    auto op =
        makeOp<AllGatherOp>(types, lists,
                            {{"all_gather_dim", builder.getI64IntegerAttr(0)},
                             {"replica_groups", someGroups()}});
    mark(op);
    if (!groups.isEven) {
      op->setAttr(kUnevenName, builder.getUnitAttr());
    }
    if (isOptional) {
      op->setAttr(kOptionalName, builder.getUnitAttr());
    }
    return op.getResults();
  }

  /// Parts along a dimension, each sent to its member; they are joined along
  /// the first.
  Value allToAll(Value operand, int64_t dimension) {
    if (groups.areOfOne()) {
      return operand;
    }
    RankedTensorType type = typeOf(operand);
    auto size = static_cast<int64_t>(groups.largest);
    llvm::SmallVector<int64_t> shape(type.getShape());
    shape[dimension] /= size;
    shape[0] *= size;
    auto op = makeOp<AllToAllOp>(
        TypeRange(type.clone(shape)), operand,
        {{"split_dimension", builder.getI64IntegerAttr(dimension)},
         {"concat_dimension", builder.getI64IntegerAttr(0)},
         {"split_count", builder.getI64IntegerAttr(size)},
         {"replica_groups", someGroups()}});
    mark(op);
    return op->getResult(0);
  }

  /// The place of the member that `root`, a list of one, names. The exchange
  /// is what refuses a root that is not there.
  Value placeOfRoot(Value place, Value root) {
    Value list = reshape(place, {1});
    auto op = makeOp<CollectiveBroadcastOp>(
        TypeRange(list.getType()), {list, root},
        {{"replica_groups", someGroups()},
         {"has_dynamic_root", builder.getUnitAttr()}});
    mark(op);
    return reshape(op->getResult(0), {});
  }

  /// Folds rows of `length` elements, in order. `isThere` says which there
  /// are; null for all.
  Value reduceRows(Value rows, int64_t length, Type element,
                   Value isThere = {}) {
    Value total;
    for (int64_t i = 0; i < static_cast<int64_t>(groups.largest); ++i) {
      Value row = convert(sublist(rows, i * length, (i + 1) * length), element);
      if (!total) {
        total = row;
        continue;
      }
      Value next = combine(total, row);
      if (isThere) {
        Value flag = reshape(elementAt(isThere, i), {});
        next = select(flag, next, total);
      }
      total = next;
    }
    return total;
  }

  Value combine(Value total, Value row) {
    if (!computation) {
      return add(total, row);
    }
    auto map =
        makeOp<MapOp>(TypeRange(total.getType()), {total, row},
                      {{"dimensions", builder.getDenseI64ArrayAttr({0})}});
    IRMapping mapping;
    computation->cloneInto(&map.getComputation(), mapping);
    return map.getResult();
  }

  const Groups &groups;
  ChannelHandleAttr channel;
  bool isOptional;
  Region *computation;
};

/// The function and those that it names, in the order they are found.
llvm::SetVector<func::FuncOp> neededBy(func::FuncOp entry) {
  SymbolTable symbols(entry->getParentOfType<ModuleOp>());
  llvm::SetVector<func::FuncOp> needed;
  needed.insert(entry);
  for (size_t i = 0; i < needed.size(); ++i) {
    func::FuncOp function = needed[i];
    function.walk([&](Operation *op) {
      op->getAttrDictionary().walk([&](SymbolRefAttr name) {
        if (auto named =
                symbols.lookup<func::FuncOp>(name.getRootReference())) {
          needed.insert(named);
        }
      });
    });
  }
  return needed;
}

class Expander {
public:
  Expander(int64_t replicas, int64_t partitions)
      : replicas(replicas), partitions(partitions) {}

  Status run(func::FuncOp entry) {
    llvm::SmallVector<Operation *> found;
    for (func::FuncOp function : neededBy(entry)) {
      function.walk([&](Operation *op) {
        if (isReduction(op) || isMove(op)) {
          found.push_back(op);
        }
      });
    }
    for (Operation *op : found) {
      Status status = visit(op);
      if (!status.ok()) {
        std::string place = describeLocation(op->getLoc());
        return place.empty() ? status : status.withContext(place);
      }
    }
    return Status::success();
  }

private:
  Status visit(Operation *op) {
    WEFT_ASSIGN_OR_RETURN(Groups groups, groupsOf(op, replicas, partitions));
    const bool keeps = movesNothing(op, groups);
    if (keeps || sendsNothing(op, groups)) {
      if (isa<AsyncStartOp>(op->getParentOp())) {
        op = bringOut(op);
      }
      llvm::SmallVector<Value> results(op->getOperands());
      if (!keeps) {
        RankedTensorType type = typeOf(op->getResult(0));
        results = {Writer(op).bytes(type, zeroByte(type.getElementType()))};
      }
      op->replaceAllUsesWith(results);
      op->erase();
      return Status::success();
    }
    if (isMove(op)) {
      Builder builder(op->getContext());
      op->setAttr(kProcessGroupsName, attributeOf(builder, groups));
      return Status::success();
    }
    bool isStatic = llvm::all_of(op->getOperandTypes(), [](Type type) {
      return cast<ShapedType>(type).hasStaticShape();
    });
    if (!isStatic) {
      return Status::unimplemented(
          "'" + op->getName().getStringRef().str() +
          "' of arrays whose shape is not known cannot be compiled");
    }
    if (isa<AsyncStartOp>(op->getParentOp())) {
      op = bringOut(op);
    }
    llvm::SmallVector<Value> results;
    WEFT_RETURN_IF_ERROR(expand(op, groups, results));
    op->replaceAllUsesWith(results);
    op->erase();
    return Status::success();
  }

  /// Whether each process would send what it has to itself and to nobody else.
  bool movesNothing(Operation *op, const Groups &groups) const {
    // Whoever names a root is refused if it is not there.
    if (!isMove(op) || op->hasAttr("has_dynamic_root") ||
        TypeRange(op->getOperandTypes()) != TypeRange(op->getResultTypes())) {
      return false;
    }
    if (!isa<CollectivePermuteOp>(op)) {
      return groups.areOfOne();
    }
    // Here groups are pairs of who sends and who receives.
    return groups.lists.size() == static_cast<size_t>(replicas * partitions) &&
           llvm::all_of(groups.lists, [](const std::vector<int64_t> &pair) {
             return llvm::all_equal(pair);
           });
  }

  /// Whether no process sends anything, so that each gets zeros.
  static bool sendsNothing(Operation *op, const Groups &groups) {
    return isa<CollectivePermuteOp>(op) && groups.lists.empty() &&
           typeOf(op->getResult(0)).hasStaticShape();
  }

  /// What was started and is waited for at one place is executed there, like
  /// any operation; everything else where it was started.
  Operation *bringOut(Operation *op) {
    auto start = cast<AsyncStartOp>(op->getParentOp());
    llvm::SmallVector<AsyncDoneOp> waits;
    for (Operation *user : start.getResult().getUsers()) {
      if (auto done = dyn_cast<AsyncDoneOp>(user)) {
        waits.push_back(done);
      }
    }
    bool isAwaitedHere = waits.size() == 1 && start.getResult().hasOneUse() &&
                         waits.front()->getBlock() == start->getBlock();
    OpBuilder builder(isAwaitedHere ? waits.front().getOperation()
                                    : start.getOperation());
    IRMapping mapping;
    mapping.map(start.getBody().getArguments(), start.getOperands());
    Operation *outside = builder.clone(*op, mapping);
    llvm::SmallVector<Value> returned;
    for (Value value : start.getBody().front().getTerminator()->getOperands()) {
      returned.push_back(mapping.lookupOrDefault(value));
    }
    for (AsyncDoneOp done : waits) {
      done->replaceAllUsesWith(returned);
      done->erase();
    }
    if (start->use_empty()) {
      start->erase();
    }
    return outside;
  }

  Status expand(Operation *op, const Groups &groups,
                llvm::SmallVectorImpl<Value> &results) {
    return llvm::TypeSwitch<Operation *, Status>(op)
        .Case([&](AllReduceOp reduce) {
          Expansion expansion(op, groups, reduce.getChannelHandleAttr());
          for (auto [operand, type] :
               llvm::zip_equal(reduce.getOperands(), op->getResultTypes())) {
            results.push_back(
                expansion.allReduce(operand, getElementTypeOrSelf(type)));
          }
          return Status::success();
        })
        .Case([&](CrossReplicaSumOp sum) {
          Expansion expansion(op, groups, {});
          results.push_back(expansion.allReduce(
              sum.getOperand(), getElementTypeOrSelf(sum.getType())));
          return Status::success();
        })
        .Case([&](ReduceScatterOp reduce) {
          auto operand = cast<RankedTensorType>(reduce.getOperand().getType());
          auto type = cast<RankedTensorType>(reduce.getType());
          auto dimension = static_cast<int64_t>(reduce.getScatterDimension());
          if (!groups.isEven || type.getDimSize(dimension) *
                                        static_cast<int64_t>(groups.largest) !=
                                    operand.getDimSize(dimension)) {
            return Status::invalidArgument(
                "dimension " + std::to_string(dimension) + " of size " +
                std::to_string(operand.getDimSize(dimension)) +
                " does not split into parts of size " +
                std::to_string(type.getDimSize(dimension)) +
                " for the processes of each group");
          }
          Expansion expansion(op, groups, reduce.getChannelHandleAttr());
          results.push_back(
              expansion.reduceScatter(reduce.getOperand(), dimension, type));
          return Status::success();
        })
        .Case([&](CollectiveReduceOp reduce) {
          Expansion expansion(op, groups, reduce.getChannelHandleAttr(),
                              /*isOptional=*/true);
          Value place = expansion.ownPlace(replicas, partitions);
          for (auto [i, type] : llvm::enumerate(op->getResultTypes())) {
            Value root = reduce.getHasDynamicRoot()
                             ? expansion.elementAt(reduce.getOperands().back(),
                                                   static_cast<int64_t>(i))
                             : Value();
            results.push_back(expansion.collectiveReduce(
                reduce.getOperands()[i], getElementTypeOrSelf(type), place,
                root));
          }
          return Status::success();
        })
        .Default([](Operation *) { return Status::success(); });
  }

  const int64_t replicas;
  const int64_t partitions;
};

} // namespace

Status expandCollectives(func::FuncOp entry, int64_t replicas,
                         int64_t partitions) {
  return Expander(replicas, partitions).run(entry);
}

} // namespace weft::stablehlo
