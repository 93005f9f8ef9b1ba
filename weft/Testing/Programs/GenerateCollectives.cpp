// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations by which the processes of a grid program, two replicas of two
// partitions, talk to each other and to the host. All of them stand at the top
// of the main function, where every process comes by.

#include "weft/Testing/Programs/GenerateRecipes.h"

using namespace mlir;
using namespace weft::stablehlo;

namespace weft::generate {
namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

DenseIntElementsAttr pairs(Scope &scope, ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> numbers) {
  return DenseIntElementsAttr::get(
      RankedTensorType::get(shape, scope.builder.getI64Type()), numbers);
}

Attribute bothReplicas(Scope &scope) {
  return pairs(scope, {1, 2},
               scope.random.chance(70) ? ArrayRef<int64_t>({0, 1})
                                       : ArrayRef<int64_t>({1, 0}));
}

/// Who reduces together: replicas, replicas with their partitions, processes
/// counted through, all four or in groups of different sizes.
struct Meeting {
  Attribute groups;
  ChannelHandleAttr channel;
  bool usesGlobalIds = false;
};

Meeting pairOfProcesses(Scope &scope) {
  if (scope.random.chance(60)) {
    return {bothReplicas(scope), {}};
  }
  auto channel = ChannelHandleAttr::get(scope.builder.getContext(),
                                        1 + scope.session.names++, 0);
  return {pairs(scope, {2, 2}, {3, 0, 1, 2}), channel, true};
}

Meeting anyProcesses(Scope &scope) {
  if (scope.random.chance(60)) {
    return pairOfProcesses(scope);
  }
  auto channel = ChannelHandleAttr::get(scope.builder.getContext(),
                                        1 + scope.session.names++, 0);
  if (scope.random.chance(50)) {
    return {bothReplicas(scope), channel};
  }
  return {pairs(scope, {2, 3}, {3, 0, 1, 2, -1, -1}), channel, true};
}

DenseIntElementsAttr exchange(Scope &scope) {
  return pairs(scope, {2, 2}, {0, 1, 1, 0});
}

/// The shape with a dimension that two can share.
RankedTensorType evenType(Scope &scope, Type element, int64_t dimension) {
  Dims shape = scope.shape(1, 3);
  dimension =
      std::min<int64_t>(dimension, static_cast<int64_t>(shape.size()) - 1);
  shape[dimension] = 2 * scope.random.between(1, 2);
  return scope.tensor(shape, element);
}

RankedTensorType scaled(RankedTensorType type, int64_t dimension,
                        int64_t factor, int64_t divisor) {
  Dims shape(type.getShape());
  shape[dimension] = shape[dimension] * factor / divisor;
  return RankedTensorType::get(shape, type.getElementType());
}

void allGather(Scope &scope, Type element) {
  Value x = scope.any(element, 1);
  int64_t dimension = scope.random.below(typeOf(x).getRank());
  Type type = scaled(typeOf(x), dimension, 2, 1);
  scope.make<AllGatherOp>(element, TypeRange(type), ValueRange(x),
                          static_cast<uint64_t>(dimension), bothReplicas(scope),
                          ChannelHandleAttr());
}

void allReduce(Scope &scope, Type element) {
  Value x = scope.any(element);
  Meeting meeting = anyProcesses(scope);
  auto op =
      AllReduceOp::create(scope.builder, scope.location, TypeRange(x.getType()),
                          ValueRange(x), meeting.groups, meeting.channel);
  op.setUseGlobalDeviceIds(meeting.usesGlobalIds);
  makeCombiner(scope, op.getComputation(), {element});
  scope.done(op, element);
}

void allToAll(Scope &scope, Type element) {
  auto type = evenType(scope, element, 0);
  Value x = scope.get(type);
  int64_t concat = scope.random.below(type.getRank());
  Type result = scaled(scaled(type, 0, 1, 2), concat, 2, 1);
  scope.make<AllToAllOp>(element, TypeRange(result), ValueRange(x),
                         /*split_dimension=*/0u, static_cast<uint64_t>(concat),
                         /*split_count=*/2u, bothReplicas(scope),
                         ChannelHandleAttr());
}

void collectiveBroadcast(Scope &scope, Type element) {
  Value x = scope.any(element);
  scope.make<CollectiveBroadcastOp>(element, TypeRange(x.getType()),
                                    ValueRange(x), bothReplicas(scope),
                                    ChannelHandleAttr());
}

void collectivePermute(Scope &scope, Type element) {
  Value x = scope.any(element);
  DenseIntElementsAttr route =
      scope.random.chance(70) ? exchange(scope) : pairs(scope, {1, 2}, {0, 1});
  scope.make<CollectivePermuteOp>(element, x.getType(), x, route,
                                  ChannelHandleAttr());
}

void collectiveReduce(Scope &scope, Type element) {
  Value x = scope.any(element);
  auto op = CollectiveReduceOp::create(
      scope.builder, scope.location, TypeRange(x.getType()), ValueRange(x),
      bothReplicas(scope), ChannelHandleAttr());
  makeCombiner(scope, op.getComputation(), {element});
  scope.done(op, element);
}

void crossReplicaSum(Scope &scope, Type element) {
  Value x = scope.any(element);
  scope.make<CrossReplicaSumOp>(element, x.getType(), x,
                                pairs(scope, {1, 2}, {0, 1}));
}

void reduceScatter(Scope &scope, Type element) {
  auto type = evenType(scope, element, 0);
  Value x = scope.get(type);
  Meeting meeting = pairOfProcesses(scope);
  auto op = ReduceScatterOp::create(scope.builder, scope.location,
                                    scaled(type, 0, 1, 2), x, 0u,
                                    meeting.groups, meeting.channel);
  op.setUseGlobalDeviceIds(meeting.usesGlobalIds);
  makeCombiner(scope, op.getComputation(), {element});
  scope.done(op, element);
}

template <typename Op> void identity(Scope &scope, Type element) {
  scope.make<Op>(element, scope.tensor({}, element));
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

Value token(Scope &scope) {
  return AfterAllOp::create(scope.builder, scope.location,
                            TokenType::get(scope.builder.getContext()),
                            ValueRange());
}

/// Each partition sends to the other, then receives.
void sendAndReceive(Scope &scope, Type element) {
  MLIRContext *context = scope.builder.getContext();
  Value x = scope.any(element);
  auto channel = ChannelHandleAttr::get(context, 1 + scope.session.names++, 1);
  auto send = scope.make<SendOp>(element, TokenType::get(context),
                                 ValueRange(x), token(scope), channel,
                                 /*is_host_transfer=*/false, exchange(scope));
  SmallVector<Type> types = {x.getType(), TokenType::get(context)};
  scope.make<RecvOp>(element, TypeRange(types), send, channel,
                     /*is_host_transfer=*/false, exchange(scope));
}

/// Once per program: who comes first is not known.
void infeed(Scope &scope, Type element) {
  MLIRContext *context = scope.builder.getContext();
  if (!scope.session.infeed.empty()) {
    return;
  }
  auto type = scope.tensor(scope.shape(), element);
  scope.session.infeed.push_back(type);
  SmallVector<Type> types = {type, TokenType::get(context)};
  scope.make<InfeedOp>(element, TypeRange(types), token(scope), StringRef(),
                       ArrayAttr());
}

void outfeed(Scope &scope, Type element) {
  Value x = scope.any(element);
  scope.make<OutfeedOp>(element, TokenType::get(scope.builder.getContext()),
                        ValueRange(x), token(scope));
}

void async(Scope &scope, Type element) {
  Value x = scope.any(element, 1);
  bool gathers = scope.random.chance(50);
  int64_t dimension = scope.random.below(typeOf(x).getRank());
  Type type = gathers ? scaled(typeOf(x), dimension, 2, 1) : typeOf(x);
  auto future = FutureType::get(scope.builder.getContext(), {type});
  auto start = AsyncStartOp::create(scope.builder, scope.location, future,
                                    ValueRange(x));
  auto *block = new Block;
  start.getBody().push_back(block);
  Value argument = block->addArgument(x.getType(), scope.location);
  OpBuilder inner = OpBuilder::atBlockEnd(block);
  ValueRange results;
  if (gathers) {
    auto gather = AllGatherOp::create(inner, scope.location, TypeRange(type),
                                      ValueRange(argument),
                                      static_cast<uint64_t>(dimension),
                                      bothReplicas(scope), ChannelHandleAttr());
    results = gather.getResults();
  } else {
    auto reduce = AllReduceOp::create(inner, scope.location, TypeRange(type),
                                      ValueRange(argument), bothReplicas(scope),
                                      ChannelHandleAttr());
    makeCombiner(scope, reduce.getComputation(), {element});
    results = reduce.getResults();
  }
  ReturnOp::create(inner, scope.location, results);
  scope.count(start, element);
  scope.make<AsyncDoneOp>(element, TypeRange(type), start);
}

} // namespace

void addCollectiveRecipes(Recipes &recipes) {
  const ElementTypes &types = recipes.elements();
  recipes.addForGrid<AllGatherOp>(types.plain(), allGather);
  recipes.addForGrid<AllReduceOp>(types.plain(), allReduce);
  recipes.addForGrid<AllToAllOp>(types.plain(), allToAll);
  recipes.addForGrid<CollectiveBroadcastOp>(types.plain(), collectiveBroadcast);
  recipes.addForGrid<CollectivePermuteOp>(types.plain(), collectivePermute);
  recipes.addForGrid<CollectiveReduceOp>(types.plain(), collectiveReduce);
  recipes.addForGrid<CrossReplicaSumOp>(types.plain(), crossReplicaSum);
  recipes.addForGrid<ReduceScatterOp>(types.plain(), reduceScatter);
  // Numbers of replicas and partitions are ui32.
  SmallVector<Type> number = {types.integers()[10]};
  recipes.addForGrid<ReplicaIdOp>(number, identity<ReplicaIdOp>);
  recipes.addForGrid<PartitionIdOp>(number, identity<PartitionIdOp>);
  recipes.addForGrid<SendOp>(types.plain(), sendAndReceive);
  recipes.addForGrid<RecvOp>(types.plain(), sendAndReceive);
  recipes.addForGrid<InfeedOp>(types.plain(), infeed);
  recipes.addForGrid<OutfeedOp>(types.plain(), outfeed);
  recipes.addForGrid<AsyncStartOp>(types.plain(), async);
  recipes.addForGrid<AsyncDoneOp>(types.plain(), async);
}

} // namespace weft::generate
