// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations between processes. A program that runs alone is a grid of one.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Bounds.h"
#include "weft/StableHLO/Interpreter/Elementwise.h"
#include "weft/StableHLO/Interpreter/Movement.h"
#include "weft/StableHLO/Interpreter/OpTable.h"
#include "weft/StableHLO/Interpreter/Process.h"
#include "weft/StableHLO/Interpreter/ProcessGroups.h"
#include "weft/StableHLO/Interpreter/Quantized.h"
#include "weft/StableHLO/Interpreter/Reduction.h"

#include <llvm/Support/FormatVariadic.h>

#include <thread>

using namespace mlir;

namespace weft::reference {
namespace {

ProcessId idOf(const OpCall &call) {
  Process *process = call.context().process();
  return process ? process->id() : ProcessId();
}

/// Brings the operands of an operation to the meeting of a group.
StatusOr<std::vector<Values>> meet(const OpCall &call, int64_t channel,
                                   const ProcessGroup &group, Values values) {
  Process *process = call.context().process();
  if (!process) {
    // The only group a lone process can be in.
    return std::vector<Values>{std::move(values)};
  }
  return process->grid().meet(process->id(),
                              call.operation()->getName().getStringRef(),
                              channel, group, std::move(values));
}

int64_t channelOf(std::optional<stablehlo::ChannelHandleAttr> handle) {
  return handle && *handle ? handle->getHandle() : 0;
}

/// The groups of an operation, and among them the one of this process.
struct Grouping {
  std::vector<ProcessGroup> groups;
  std::optional<size_t> own;
};

StatusOr<Grouping> groupingOf(const OpCall &call) {
  Process *process = call.context().process();
  int64_t replicas = process ? process->grid().replicaCount() : 1;
  int64_t partitions = process ? process->grid().partitionCount() : 1;
  Grouping grouping;
  WEFT_ASSIGN_OR_RETURN(
      grouping.groups, processGroupsOf(call.operation(), replicas, partitions));
  for (auto [i, group] : llvm::enumerate(grouping.groups)) {
    if (llvm::is_contained(group, idOf(call))) {
      grouping.own = i;
    }
  }
  return grouping;
}

/// The group this process is in; being in none is an error.
StatusOr<ProcessGroup> ownGroup(const OpCall &call) {
  WEFT_ASSIGN_OR_RETURN(Grouping grouping, groupingOf(call));
  if (!grouping.own) {
    return Status::invalidArgument(llvm::formatv(
        "process {0} is in none of the groups", toString(idOf(call))));
  }
  return grouping.groups[*grouping.own];
}

/// Zero of the type, in real numbers: quantized, it is the zero point.
StatusOr<Tensor> zeroOf(Budget &budget, const Tensor &like) {
  RankedTensorType real = expressedType(like.type());
  ElementType elementType = *ElementType::from(real.getElementType());
  WEFT_ASSIGN_OR_RETURN(
      Tensor zero, Tensor::splat(budget, real, Element::zero(elementType)));
  return quantize(budget, zero, like.type());
}

/// Folds element by element, in the order of the group.
StatusOr<Tensors> reduceOverGroup(OpCall &call, ArrayRef<Values> brought,
                                  ArrayRef<RankedTensorType> types) {
  auto body = [&](ArrayRef<Value> arguments, Values &returned) -> Status {
    if (!isa<stablehlo::CrossReplicaSumOp>(call.operation())) {
      return call.callRegion(0, arguments, returned);
    }
    const Tensor &lhs = arguments[0].tensor();
    WEFT_ASSIGN_OR_RETURN(Tensor sum,
                          evalBinary(call.budget(), lhs.type(), math::add, lhs,
                                     arguments[1].tensor()));
    returned.assign(1, std::move(sum));
    return Status::success();
  };
  Tensors totals;
  for (auto [i, type] : llvm::enumerate(types)) {
    WEFT_ASSIGN_OR_RETURN(
        Tensor total,
        toDestinationType(call.budget(), brought.front()[i].tensor(), type));
    Values returned;
    for (const Values &member : brought.drop_front()) {
      WEFT_ASSIGN_OR_RETURN(
          Tensor next,
          toDestinationType(call.budget(), member[i].tensor(), type));
      if (next.shape() != total.shape()) {
        return Status::invalidArgument(
            "members of a group brought tensors of different shapes");
      }
      WEFT_ASSIGN_OR_RETURN(TensorBuilder sum,
                            TensorBuilder::create(call.budget(), total.type()));
      for (int64_t e = 0; e < total.elementCount(); ++e) {
        WEFT_RETURN_IF_ERROR(
            body({scalarAt(total, e), scalarAt(next, e)}, returned));
        sum.copyAt(e, returned.front().tensor(), 0);
      }
      total = std::move(sum).finish();
    }
    totals.push_back(std::move(total));
  }
  return totals;
}

/// Part `index` of `count` equal parts along a dimension.
StatusOr<Tensor> partOf(Budget &budget, const Tensor &tensor, int64_t dimension,
                        int64_t count, int64_t index) {
  int64_t extent = tensor.dimension(dimension);
  if (extent % count != 0) {
    return Status::invalidArgument(
        llvm::formatv("dimension {0} of size {1} does not split into {2} parts",
                      dimension, extent, count));
  }
  Shape start(tensor.rank(), 0);
  Shape limit(tensor.shape());
  Shape strides(tensor.rank(), 1);
  start[dimension] = index * (extent / count);
  limit[dimension] = start[dimension] + extent / count;
  Shape shape(tensor.shape());
  shape[dimension] = extent / count;
  return moveWithBounds({tensor}, [&](ArrayRef<Tensor> whole) {
    return evalSliceOp(budget, tensor.type().clone(shape), whole.front(), start,
                       limit, strides);
  });
}

/// One after the other along a dimension.
StatusOr<Tensor> joined(OpCall &call, size_t result, const Tensors &parts,
                        int64_t dimension) {
  return moveWithBounds(parts, [&](ArrayRef<Tensor> moved) {
    return evalConcatenateOp(call.budget(), call.resultType(result), moved,
                             dimension);
  });
}

Status evalAllGatherOp(stablehlo::AllGatherOp op, OpCall &call) {
  int64_t channel = channelOf(op.getChannelHandle());
  WEFT_ASSIGN_OR_RETURN(Grouping grouping, groupingOf(call));
  std::vector<Values> brought;
  if (grouping.own || !op->hasAttr(kOptionalName)) {
    WEFT_ASSIGN_OR_RETURN(ProcessGroup group, ownGroup(call));
    WEFT_ASSIGN_OR_RETURN(brought, meet(call, channel, group, call.operands()));
  }
  bool isFilledUp = op->hasAttr(kUnevenName) || op->hasAttr(kOptionalName);
  size_t largest = 1;
  for (const ProcessGroup &group : grouping.groups) {
    largest = std::max(largest, group.size());
  }
  Tensors results;
  for (size_t i = 0; i < call.resultCount(); ++i) {
    Tensors parts;
    for (const Values &member : brought) {
      parts.push_back(member[i].tensor());
    }
    while (isFilledUp && parts.size() < largest) {
      WEFT_ASSIGN_OR_RETURN(Tensor zero, zeroOf(call.budget(), call.tensor(i)));
      parts.push_back(std::move(zero));
    }
    WEFT_ASSIGN_OR_RETURN(Tensor result,
                          joined(call, i, parts, op.getAllGatherDim()));
    results.push_back(std::move(result));
  }
  return call.finish(StatusOr<Tensors>(std::move(results)));
}

Status evalAllReduceOp(stablehlo::AllReduceOp op, OpCall &call,
                       const GroupReduction &reduce) {
  int64_t channel = channelOf(op.getChannelHandle());
  WEFT_ASSIGN_OR_RETURN(ProcessGroup group, ownGroup(call));
  WEFT_ASSIGN_OR_RETURN(auto brought,
                        meet(call, channel, group, call.operands()));
  return call.finish(reduce(call, brought, resultTypes(call)));
}

Status evalReduceScatterOp(stablehlo::ReduceScatterOp op, OpCall &call,
                           const GroupReduction &reduce) {
  int64_t channel = channelOf(op.getChannelHandle());
  WEFT_ASSIGN_OR_RETURN(ProcessGroup group, ownGroup(call));
  WEFT_ASSIGN_OR_RETURN(auto brought,
                        meet(call, channel, group, call.operands()));
  Types types = {
      call.tensor(0).type().clone(call.resultType().getElementType())};
  WEFT_ASSIGN_OR_RETURN(Tensors total, reduce(call, brought, types));
  int64_t index = llvm::find(group, idOf(call)) - group.begin();
  return call.finish(partOf(call.budget(), total.front(),
                            op.getScatterDimension(), group.size(), index));
}

Status evalAllToAllOp(stablehlo::AllToAllOp op, OpCall &call) {
  int64_t channel = channelOf(op.getChannelHandle());
  WEFT_ASSIGN_OR_RETURN(ProcessGroup group, ownGroup(call));
  if (group.size() != op.getSplitCount()) {
    return Status::invalidArgument(
        llvm::formatv("a group of {0} processes with a split count of {1}",
                      group.size(), op.getSplitCount()));
  }
  WEFT_ASSIGN_OR_RETURN(auto brought,
                        meet(call, channel, group, call.operands()));
  int64_t index = llvm::find(group, idOf(call)) - group.begin();
  Tensors results;
  for (size_t i = 0; i < call.resultCount(); ++i) {
    Tensors parts;
    for (const Values &member : brought) {
      WEFT_ASSIGN_OR_RETURN(
          Tensor part, partOf(call.budget(), member[i].tensor(),
                              op.getSplitDimension(), group.size(), index));
      parts.push_back(std::move(part));
    }
    WEFT_ASSIGN_OR_RETURN(Tensor result,
                          joined(call, i, parts, op.getConcatDimension()));
    results.push_back(std::move(result));
  }
  return call.finish(StatusOr<Tensors>(std::move(results)));
}

/// The member whose value result `i` takes. With a dynamic root the last
/// operand holds one index into the group per result.
StatusOr<size_t> rootOf(const OpCall &call, const ProcessGroup &group,
                        bool hasDynamicRoot, size_t i) {
  if (!hasDynamicRoot) {
    return 0;
  }
  const Tensor &roots = call.tensor(call.operandCount() - 1);
  int64_t root = roots.toIndices()[i];
  if (root < 0 || root >= static_cast<int64_t>(group.size())) {
    return Status::outOfRange(
        llvm::formatv("root {0} of result {1} in a group of {2} processes",
                      root, i, group.size()));
  }
  return root;
}

Status evalCollectiveBroadcastOp(stablehlo::CollectiveBroadcastOp op,
                                 OpCall &call) {
  int64_t channel = channelOf(op.getChannelHandle());
  WEFT_ASSIGN_OR_RETURN(Grouping grouping, groupingOf(call));
  Tensors results;
  if (!grouping.own) {
    for (size_t i = 0; i < call.resultCount(); ++i) {
      WEFT_ASSIGN_OR_RETURN(Tensor zero, zeroOf(call.budget(), call.tensor(i)));
      results.push_back(std::move(zero));
    }
    return call.finish(StatusOr<Tensors>(std::move(results)));
  }
  const ProcessGroup &group = grouping.groups[*grouping.own];
  WEFT_ASSIGN_OR_RETURN(auto brought,
                        meet(call, channel, group, call.operands()));
  for (size_t i = 0; i < call.resultCount(); ++i) {
    WEFT_ASSIGN_OR_RETURN(size_t root,
                          rootOf(call, group, op.getHasDynamicRoot(), i));
    results.push_back(brought[root][i].tensor());
  }
  return call.finish(StatusOr<Tensors>(std::move(results)));
}

/// The root gets the reduction of its group, everybody else zeros.
Status evalCollectiveReduceOp(stablehlo::CollectiveReduceOp op, OpCall &call,
                              const GroupReduction &reduce) {
  int64_t channel = channelOf(op.getChannelHandle());
  WEFT_ASSIGN_OR_RETURN(Grouping grouping, groupingOf(call));
  Tensors results;
  for (size_t i = 0; i < call.resultCount(); ++i) {
    WEFT_ASSIGN_OR_RETURN(Tensor zero, zeroOf(call.budget(), call.tensor(i)));
    results.push_back(std::move(zero));
  }
  if (!grouping.own) {
    return call.finish(StatusOr<Tensors>(std::move(results)));
  }
  const ProcessGroup &group = grouping.groups[*grouping.own];
  WEFT_ASSIGN_OR_RETURN(auto brought,
                        meet(call, channel, group, call.operands()));
  WEFT_ASSIGN_OR_RETURN(Tensors totals,
                        reduce(call, brought, resultTypes(call)));
  for (size_t i = 0; i < call.resultCount(); ++i) {
    WEFT_ASSIGN_OR_RETURN(size_t root,
                          rootOf(call, group, op.getHasDynamicRoot(), i));
    if (group[root] == idOf(call)) {
      results[i] = totals[i];
    }
  }
  return call.finish(StatusOr<Tensors>(std::move(results)));
}

Status evalCollectivePermuteOp(stablehlo::CollectivePermuteOp op,
                               OpCall &call) {
  int64_t channel = channelOf(op.getChannelHandle());
  WEFT_ASSIGN_OR_RETURN(Grouping pairs, groupingOf(call));
  // A process may send in several pairs and receive in one; each pair is a
  // meeting of its own, entered by its two members in the same order.
  std::optional<Tensor> received;
  for (const ProcessGroup &pair : pairs.groups) {
    if (!llvm::is_contained(pair, idOf(call))) {
      continue;
    }
    // A pair may name one process twice: it sends to itself.
    ProcessGroup members(pair.begin(), pair.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    WEFT_ASSIGN_OR_RETURN(auto brought,
                          meet(call, channel, members, call.operands()));
    if (pair.back() == idOf(call)) {
      received = brought.front().front().tensor();
    }
  }
  if (received) {
    return call.finish(StatusOr<Tensor>(*received));
  }
  return call.finish(zeroOf(call.budget(), call.tensor(0)));
}

Status evalCrossReplicaSumOp(stablehlo::CrossReplicaSumOp, OpCall &call,
                             const GroupReduction &reduce) {
  WEFT_ASSIGN_OR_RETURN(ProcessGroup group, ownGroup(call));
  WEFT_ASSIGN_OR_RETURN(auto brought, meet(call, 0, group, call.operands()));
  return call.finish(reduce(call, brought, {call.tensor(0).type()}));
}

Status finishId(OpCall &call, int64_t id) {
  Element element = Element::integer(ElementType::unsignedInteger(32), id);
  return call.finish(StatusOr<Tensor>(
      Tensor::scalar(call.resultType().getElementType(), element)));
}

StatusOr<Process *> processFor(const OpCall &call) {
  if (Process *process = call.context().process()) {
    return process;
  }
  return Status::failedPrecondition(
      "the program runs alone: there is nobody to exchange data with");
}

/// The mailboxes a send fills, or the one a recv empties. Host transfers are
/// told apart by the channel only; others go from source to target.
template <typename Op>
StatusOr<std::vector<std::string>> mailboxesOf(Op op, OpCall &call,
                                               bool isSource) {
  int64_t channel = op.getChannelHandle().getHandle();
  std::optional<DenseIntElementsAttr> pairs = op.getSourceTargetPairs();
  if (op.getIsHostTransfer() || !pairs || pairs->empty()) {
    return std::vector<std::string>{llvm::formatv("channel {0}", channel)};
  }
  WEFT_ASSIGN_OR_RETURN(Grouping grouping, groupingOf(call));
  std::vector<std::string> mailboxes;
  for (const ProcessGroup &pair : grouping.groups) {
    if ((isSource ? pair.front() : pair.back()) == idOf(call)) {
      mailboxes.push_back(llvm::formatv("channel {0} from {1} to {2}", channel,
                                        toString(pair.front()),
                                        toString(pair.back())));
    }
  }
  return mailboxes;
}

Status evalSendOp(stablehlo::SendOp op, OpCall &call) {
  WEFT_ASSIGN_OR_RETURN(Process * process, processFor(call));
  WEFT_ASSIGN_OR_RETURN(auto mailboxes, mailboxesOf(op, call, true));
  Values inputs = call.operands();
  inputs.pop_back();
  for (const std::string &mailbox : mailboxes) {
    process->grid().send(mailbox, inputs);
  }
  call.setResult(0, Token());
  return Status::success();
}

Status finishReceived(OpCall &call, Values values) {
  values.push_back(Token());
  if (values.size() != call.resultCount()) {
    return Status::invalidArgument(
        llvm::formatv("{0} values arrived where {1} are expected",
                      values.size() - 1, call.resultCount() - 1));
  }
  // What comes from another program has types of that program's context.
  for (auto [i, value] : llvm::enumerate(MutableArrayRef(values).drop_back())) {
    RankedTensorType type = call.resultType(i);
    if (!value.isTensor() ||
        value.tensor().type().getContext() == type.getContext() ||
        value.tensor().elementType() !=
            ElementType::from(type.getElementType())) {
      continue;
    }
    WEFT_ASSIGN_OR_RETURN(Tensor own,
                          Tensor::fromBytes(call.budget(),
                                            type.clone(value.tensor().shape()),
                                            value.tensor().bytes()));
    value = std::move(own);
  }
  return call.finish(StatusOr<Values>(std::move(values)));
}

Status evalRecvOp(stablehlo::RecvOp op, OpCall &call) {
  WEFT_ASSIGN_OR_RETURN(Process * process, processFor(call));
  WEFT_ASSIGN_OR_RETURN(auto mailboxes, mailboxesOf(op, call, false));
  if (mailboxes.empty()) {
    return Status::failedPrecondition(llvm::formatv(
        "process {0} is the target of no pair", toString(idOf(call))));
  }
  WEFT_ASSIGN_OR_RETURN(
      Values values, process->grid().receive(process->id(), mailboxes.front()));
  return finishReceived(call, std::move(values));
}

Status evalInfeedOp(stablehlo::InfeedOp, OpCall &call) {
  WEFT_ASSIGN_OR_RETURN(Process * process, processFor(call));
  WEFT_ASSIGN_OR_RETURN(Values values, process->grid().takeInfeed());
  return finishReceived(call, std::move(values));
}

/// A region that runs in a thread of its own.
class RunningRegion : public Future {
public:
  RunningRegion(const OpCall &call, Process *process)
      : process(process), context(call.context().program(),
                                  call.context().sharedBudget(), process) {
    process->grid().enter();
    thread = std::thread([this, &block = call.regionPlan(0),
                          frame = Frame(call.frameSize()),
                          arguments = call.operands()]() mutable {
      Values returned;
      Status ended = context.runBlock(block, frame, arguments, returned);
      this->process->grid().notify([&] {
        status = std::move(ended);
        results = std::move(returned);
        done = true;
      });
      this->process->grid().leave();
    });
  }
  ~RunningRegion() override {
    // A program need not wait for what it started. Waiting here like any other
    // thread lets the grid notice a region that can never end.
    (void)process->grid().wait(process->id(), "an asynchronous operation",
                               [this] { return done; });
    thread.join();
  }

  StatusOr<Values> await() override {
    WEFT_RETURN_IF_ERROR(process->grid().wait(
        process->id(), "an asynchronous operation", [this] { return done; }));
    WEFT_RETURN_IF_ERROR(status);
    return results;
  }

private:
  Process *process;
  Context context;
  // Written by the thread under the grid's lock, read after waiting for it.
  bool done = false;
  Status status = Status::success();
  Values results;
  std::thread thread;
};

/// What an operation gave that was executed at once.
class ReadyValues : public Future {
public:
  explicit ReadyValues(Values values) : values(std::move(values)) {}
  StatusOr<Values> await() override { return values; }

private:
  Values values;
};

} // namespace

Status startRegion(OpCall &call) {
  std::shared_ptr<Future> future;
  if (Process *process = call.context().process()) {
    future = std::make_shared<RunningRegion>(call, process);
  } else {
    Values results;
    WEFT_RETURN_IF_ERROR(call.callRegion(0, call.operands(), results));
    future = std::make_shared<ReadyValues>(std::move(results));
  }
  call.setResult(0, std::move(future));
  return Status::success();
}

void addCollectiveOps(OpTable &table) {
  addCollectiveOps(table, reduceOverGroup);
}

void addCollectiveOps(OpTable &table, const GroupReduction &reduce) {
  table.add<stablehlo::AllGatherOp>(evalAllGatherOp);
  table.add<stablehlo::AllReduceOp>(
      [reduce](stablehlo::AllReduceOp op, OpCall &call) {
        return evalAllReduceOp(op, call, reduce);
      });
  table.add<stablehlo::AllToAllOp>(evalAllToAllOp);
  table.add<stablehlo::ReduceScatterOp>(
      [reduce](stablehlo::ReduceScatterOp op, OpCall &call) {
        return evalReduceScatterOp(op, call, reduce);
      });
  table.add<stablehlo::CollectiveBroadcastOp>(evalCollectiveBroadcastOp);
  table.add<stablehlo::CollectiveReduceOp>(
      [reduce](stablehlo::CollectiveReduceOp op, OpCall &call) {
        return evalCollectiveReduceOp(op, call, reduce);
      });
  table.add<stablehlo::CollectivePermuteOp>(evalCollectivePermuteOp);
  table.add<stablehlo::CrossReplicaSumOp>(
      [reduce](stablehlo::CrossReplicaSumOp op, OpCall &call) {
        return evalCrossReplicaSumOp(op, call, reduce);
      });
  table.add<stablehlo::ReplicaIdOp>([](stablehlo::ReplicaIdOp, OpCall &call) {
    return finishId(call, idOf(call).replica);
  });
  table.add<stablehlo::PartitionIdOp>(
      [](stablehlo::PartitionIdOp, OpCall &call) {
        return finishId(call, idOf(call).partition);
      });
  table.add<stablehlo::SendOp>(evalSendOp);
  table.add<stablehlo::RecvOp>(evalRecvOp);
  table.add<stablehlo::InfeedOp>(evalInfeedOp);
  // Nobody reads the outfeed.
  table.add<stablehlo::OutfeedOp>([](stablehlo::OutfeedOp, OpCall &call) {
    call.setResult(0, Token());
    return Status::success();
  });
  table.add<stablehlo::AsyncStartOp>(
      [](stablehlo::AsyncStartOp, OpCall &call) { return startRegion(call); });
  table.add<stablehlo::AsyncDoneOp>([](stablehlo::AsyncDoneOp, OpCall &call) {
    return call.finish(call.operand(0).future().await());
  });
}

} // namespace weft::reference
