// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores, gathers, scatters and masks of global memory.
//
// A thread's elements lie at one address, which depends on the thread, plus
// constants, one per register. Registers that are neighbours in memory are
// accessed together. Dead elements are not touched: a load reads the start of
// the array in their place and forgets what it has read, a store is skipped, a
// copy in flight takes no bytes.

#include "weft/Target/GPU/KernelEmitter.h"
#include "weft/Tile/IR/ArgumentUses.h"
#include "weft/Tile/IR/IndexFact.h"
#include "weft/Tile/IR/Memory.h"
#include "weft/Tile/Layout/Access.h"
#include "weft/Tile/Layout/LoadsAhead.h"

#include <limits>

namespace weft::gpu {
namespace {

using llvm::SmallVector;
using llvm::Value;
using mlir::LogicalResult;
using mlir::success;

/// Which elements of a box are live, as far as bounds say.
class Liveness {
public:
  Liveness(KernelEmitter &emitter, const KernelEmitter::Hold &hold)
      : emitter(emitter), hold(hold) {}

  /// Along a dim of the tile: 0 <= offset + place * stride < bound. What facts
  /// answer is not asked.
  void limit(int64_t dim, int64_t stride, mlir::Value offset,
             mlir::Value bound) {
    const int64_t reach = (hold.shape[dim] - 1) * stride;
    const tile::IndexFact at =
        tile::factOf(offset) + tile::IndexFact{std::min<int64_t>(reach, 0),
                                               std::max<int64_t>(reach, 0), 1};
    Builder &builder = emitter.builder;
    Value *start = emitter.scalar(offset);
    Limit limit = {dim, stride};
    // In 32 bits: a tile is no larger, and what is beyond can be anything.
    if (!at.isNotNegative()) {
      limit.low = clamped(builder.CreateNeg(start));
    }
    if (at.high >= tile::factOf(bound).low) {
      limit.high = clamped(builder.CreateSub(emitter.scalar(bound), start));
    }
    if (limit.low != nullptr || limit.high != nullptr) {
      limits.push_back(limit);
    }
  }

  /// For the whole box.
  void require(Value *condition) {
    whole = whole == nullptr ? condition
                             : emitter.builder.CreateAnd(whole, condition);
  }
  void requireInside(mlir::Value offset, mlir::Value bound) {
    Builder &builder = emitter.builder;
    const tile::IndexFact at = tile::factOf(offset);
    if (!at.isNotNegative()) {
      require(
          builder.CreateICmpSGE(emitter.scalar(offset), builder.getInt64(0)));
    }
    if (at.high >= tile::factOf(bound).low) {
      require(
          builder.CreateICmpSLT(emitter.scalar(offset), emitter.scalar(bound)));
    }
  }

  bool isKnown() const { return limits.empty() && whole == nullptr; }

  /// Of the element in a register, an i1.
  Value *of(const Place &place) const {
    Builder &builder = emitter.builder;
    Value *live = whole == nullptr ? builder.getTrue() : whole;
    for (const Limit &limit : limits) {
      Value *at = builder.CreateMul(
          builder.CreateAdd(hold.thread[limit.dim], number(place[limit.dim])),
          number(limit.stride));
      if (limit.low != nullptr) {
        live = builder.CreateAnd(live, builder.CreateICmpSGE(at, limit.low));
      }
      if (limit.high != nullptr) {
        live = builder.CreateAnd(live, builder.CreateICmpSLT(at, limit.high));
      }
    }
    return live;
  }

private:
  struct Limit {
    int64_t dim;
    int64_t stride;
    /// Null where no element is beyond.
    Value *low = nullptr;
    Value *high = nullptr;
  };

  Value *number(int64_t value) const {
    return emitter.builder.getInt32(static_cast<uint32_t>(value));
  }

  Value *clamped(Value *value) const {
    Builder &builder = emitter.builder;
    Value *above = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::smax, value,
        builder.getInt64(std::numeric_limits<int32_t>::min()));
    Value *within = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::smin, above,
        builder.getInt64(std::numeric_limits<int32_t>::max()));
    return builder.CreateTrunc(within, builder.getInt32Ty());
  }

  KernelEmitter &emitter;
  const KernelEmitter::Hold &hold;
  SmallVector<Limit> limits;
  Value *whole = nullptr;
};

/// The box of a load or store.
template <typename Op> class Box {
public:
  Box(KernelEmitter &emitter, Op op, tile::Access given)
      : emitter(emitter), hold(emitter.hold(op.getTileType())),
        live(emitter, hold), access(std::move(given)),
        width(op.getVectorAttr().getInt()),
        element(op.getTileType().getElementType()),
        size(tile::MemoryPlaces(op.getRefType()).size()) {
    Builder &builder = emitter.builder;
    const SmallVector<int64_t> strides = *tile::stridesOf(op.getRefType());
    const int64_t leading =
        op.getRefType().getRank() - op.getTileType().getRank();
    Value *place = builder.getInt64(0);
    for (auto [dim, offset] : llvm::enumerate(op.getOffsets())) {
      firstPlace = firstPlace + tile::factOf(offset) *
                                    tile::IndexFact::ofConstant(strides[dim]);
      place = builder.CreateAdd(
          place, builder.CreateMul(
                     emitter.scalar(offset),
                     builder.getInt64(static_cast<uint64_t>(strides[dim]))));
    }
    for (auto [dim, stride] : llvm::enumerate(access.strides)) {
      firstPlace = firstPlace + tile::IndexFact{0, hold.farthest[dim], 1} *
                                    tile::IndexFact::ofConstant(stride);
    }
    for (auto [thread, stride] : llvm::zip_equal(hold.thread, access.strides)) {
      place = builder.CreateAdd(
          place,
          builder.CreateMul(builder.CreateZExt(thread, builder.getInt64Ty()),
                            builder.getInt64(static_cast<uint64_t>(stride))));
    }
    start = emitter.scalar(op.getRef());
    base = builder.CreateGEP(memoryType(), start, place);
    for (int64_t dim = 0; dim < op.getRefType().getRank(); ++dim) {
      mlir::Value bound = op.getBound(dim);
      if (!bound) {
        continue;
      }
      if (dim < leading) {
        live.requireInside(op.getOffsets()[dim], bound);
      } else {
        live.limit(dim - leading, op.getStride(dim - leading),
                   op.getOffsets()[dim], bound);
      }
    }
  }

  llvm::Type *memoryType() const {
    return code::memoryType(element, emitter.builder.getContext());
  }
  llvm::Type *vectorType() const {
    return code::withWidth(memoryType(), width);
  }
  llvm::Align alignment() const {
    return llvm::Align(static_cast<uint64_t>(width * access.elementBytes));
  }

  Value *address(const Place &place) const {
    return emitter.builder.CreateConstGEP1_64(
        memoryType(), base, static_cast<uint64_t>(distanceOf(place)));
  }

  /// Whether the elements of all threads, live or not, are in the array.
  bool isInArray(const Place &place) const {
    const tile::IndexFact at =
        firstPlace + tile::IndexFact::ofConstant(distanceOf(place));
    return at.within(0, size - width);
  }

  KernelEmitter &emitter;
  const KernelEmitter::Hold &hold;
  Liveness live;
  tile::Access access;
  /// Registers that are accessed together.
  int64_t width;
  mlir::Type element;
  Value *start;
  Value *base;

private:
  int64_t distanceOf(const Place &place) const {
    int64_t distance = 0;
    for (auto [at, stride] : llvm::zip_equal(place, access.strides)) {
      distance += at * stride;
    }
    return distance;
  }

  /// Elements of the array, in memory.
  int64_t size;
  /// Of the first register, in all threads.
  tile::IndexFact firstPlace = tile::IndexFact::ofConstant(0);
};

} // namespace

namespace {

/// Loads of one operation: so many neighbours at a time of an array that has a
/// start.
struct Loads {
  KernelEmitter &emitter;
  mlir::Type element;
  int64_t width;
  int64_t elementBytes;
  Value *start;
  Value *otherwise;
  /// Whether another thread may be writing what is read.
  bool isWritten;

  /// What lies at an address where there is an element; all elements if `live`
  /// is null. Elsewhere the first element is loaded in its place, unless
  /// another thread may be writing it. What lies there can be loaded as well
  /// where `isReadable`.
  void load(Value *address, Value *live, bool isReadable,
            Pieces &registers) const {
    Builder &builder = emitter.builder;
    llvm::Type *inRegister = emitter.scalars.elementType(element);
    Value *loaded = loadVector(address, isReadable ? nullptr : live);
    for (int64_t j = 0; j < width; ++j) {
      Value *one = code::extractLane(builder, loaded, j);
      if (one->getType() != inRegister) {
        one = builder.CreateTrunc(one, inRegister);
      }
      registers.push_back(
          live == nullptr ? one : builder.CreateSelect(live, one, otherwise));
    }
  }

private:
  Value *loadVector(Value *address, Value *live) const {
    Builder &builder = emitter.builder;
    llvm::Type *type =
        code::withWidth(code::memoryType(element, builder.getContext()), width);
    const llvm::Align alignment(static_cast<uint64_t>(width * elementBytes));
    if (live == nullptr || !isWritten) {
      return builder.CreateAlignedLoad(
          type,
          live == nullptr ? address
                          : builder.CreateSelect(live, address, start),
          alignment);
    }
    const code::Variable loaded(builder, llvm::Constant::getNullValue(type));
    code::emitIf(builder, live, [&] {
      loaded.set(builder.CreateAlignedLoad(type, address, alignment));
    });
    return loaded.get();
  }
};

} // namespace

/// What a load or gather has where there is no element.
template <typename Op>
static Value *otherwiseOf(KernelEmitter &emitter, Op op) {
  return op.getOtherwise() ? emitter.scalar(op.getOtherwise())
                           : llvm::Constant::getNullValue(
                                 emitter.scalars.elementType(op.getTileType()));
}

LogicalResult emitLoad(KernelEmitter &emitter, tile::LoadOp op) {
  if (op.getRefType().getSpace() == tile::Space::Shared) {
    return emitScratchLoad(emitter, op);
  }
  // What is sent by the store that takes it does not pass through registers.
  auto isInFlight = [](mlir::Operation *user) {
    auto store = llvm::dyn_cast<tile::StoreOp>(user);
    return store && store.getInFlight();
  };
  if (llvm::any_of(op->getUsers(), isInFlight)) {
    return success();
  }
  std::optional<tile::Access> access = tile::accessOf(op, emitter.machine);
  if (!access) {
    return op.emitOpError("of such a ref has no form on ")
           << emitter.gpu.family << " yet";
  }
  Box<tile::LoadOp> box(emitter, op, *access);
  if (op->hasAttr(tile::aheadAttributeName)) {
    // Assemblers move loads of memory that nobody writes behind barriers, to
    // where they are used.
    box.start = emitter.gpu.ordered(emitter.builder, box.start);
    box.base = emitter.gpu.ordered(emitter.builder, box.base);
  }
  const Loads loads = {emitter,
                       box.element,
                       box.width,
                       access->elementBytes,
                       box.start,
                       otherwiseOf(emitter, op),
                       tile::isWrittenOver(op.getRef())};
  const bool isReadOnly = tile::isReadOnly(op.getRef());
  Pieces registers;
  const KernelEmitter::Range range = emitter.written(box.hold.places.size());
  for (size_t i = range.begin; i < range.end; i += box.width) {
    const Place &place = box.hold.places[i];
    loads.load(box.address(place),
               box.live.isKnown() ? nullptr : box.live.of(place),
               isReadOnly && box.isInArray(place), registers);
  }
  emitter.define(op.getResult(), std::move(registers));
  return success();
}

LogicalResult emitFlight(KernelEmitter &emitter, tile::StoreOp op) {
  auto load = op.getValue().getDefiningOp<tile::LoadOp>();
  std::optional<tile::Access> access = tile::accessOf(load, emitter.machine);
  if (!access) {
    return load.emitOpError("of such a ref has no form on ")
           << emitter.gpu.family << " yet";
  }
  const Box<tile::LoadOp> box(emitter, load, *access);
  const SmallVector<Value *> to = scratchAddresses(emitter, op);
  Builder &builder = emitter.builder;
  auto sendAll = [&] {
    for (auto [i, address] : llvm::enumerate(to)) {
      const Place &place = box.hold.places[i * box.width];
      emitter.gpu.send(builder, address, box.address(place),
                       box.width * access->elementBytes,
                       box.live.isKnown() ? nullptr : box.live.of(place));
    }
  };
  // Of threads that hold copies, one sends.
  if (box.hold.isFirst != nullptr) {
    code::emitIf(builder, box.hold.isFirst, sendAll);
  } else {
    sendAll();
  }
  return success();
}

namespace {

/// The boxes of a gather or scatter, one where each index says.
template <typename Op> class IndexedBoxes {
public:
  IndexedBoxes(KernelEmitter &emitter, Op op, const tile::Access &access)
      : emitter(emitter), op(op), hold(emitter.hold(op.getTileType())),
        live(emitter, hold), width(tile::vectorWidth(access, hold.layout)),
        strides(*tile::stridesOf(op.getRefType())),
        indexRank(tile::indexRank(op)), box(tile::boxDims(op)),
        place(number(0)) {
    // Where the box of this thread starts, but for the indices.
    Builder &builder = emitter.builder;
    for (auto [i, subscript] : llvm::enumerate(op.getSubscripts())) {
      const auto dim = static_cast<int64_t>(i);
      if (llvm::isa<mlir::RankedTensorType>(subscript.getType())) {
        indices.push_back({subscript, strides[dim]});
        continue;
      }
      Value *offset = emitter.scalar(subscript);
      place = builder.CreateAdd(
          place, builder.CreateMul(offset, number(strides[dim])));
      const auto *found = llvm::find(box, dim);
      mlir::Value bound = op.getBound(dim);
      if (found == box.end()) {
        if (bound) {
          live.requireInside(subscript, bound);
        }
        continue;
      }
      const int64_t own = indexRank + (found - box.begin());
      place = builder.CreateAdd(
          place, builder.CreateMul(
                     builder.CreateZExt(hold.thread[own], builder.getInt64Ty()),
                     number(strides[dim])));
      if (bound) {
        live.limit(own, 1, subscript, bound);
      }
    }
  }

  /// Registers of the tile, of which `width` are accessed together.
  size_t count() const { return hold.places.size(); }

  /// Of the element in a register.
  Value *address(size_t i) const {
    Builder &builder = emitter.builder;
    Value *element = place;
    for (auto [tile, stride] : indices) {
      element = builder.CreateAdd(
          element,
          builder.CreateMul(
              builder.CreateSExtOrTrunc(indexAt(tile, i), builder.getInt64Ty()),
              number(stride)));
    }
    int64_t distance = 0;
    for (auto [step, dim] : llvm::zip_equal(
             llvm::ArrayRef(hold.places[i]).drop_front(indexRank), box)) {
      distance += step * strides[dim];
    }
    element = builder.CreateAdd(element, number(distance));
    return builder.CreateGEP(code::memoryType(op.getTileType().getElementType(),
                                              builder.getContext()),
                             emitter.scalar(op.getRef()), element);
  }

  /// Whether there is one; null for surely.
  Value *isLive(size_t i) const {
    Value *inside = live.isKnown() ? nullptr : live.of(hold.places[i]);
    if (!op.getMask()) {
      return inside;
    }
    Value *mask = indexAt(op.getMask(), i);
    return inside == nullptr ? mask : emitter.builder.CreateAnd(inside, mask);
  }

private:
  Value *number(int64_t value) const {
    return emitter.builder.getInt64(static_cast<uint64_t>(value));
  }
  Value *indexAt(mlir::Value tile, size_t i) const {
    return emitter.pieces(tile)[emitter.hold(tile).at(
        llvm::ArrayRef(hold.places[i]).take_front(indexRank))];
  }

  KernelEmitter &emitter;
  mutable Op op;

public:
  const KernelEmitter::Hold &hold;
  Liveness live;
  int64_t width;

private:
  SmallVector<int64_t> strides;
  int64_t indexRank;
  SmallVector<int64_t> box;
  Value *place;
  /// The tiles of indices, and what a step of each is in memory.
  SmallVector<std::pair<mlir::Value, int64_t>> indices;
};

} // namespace

LogicalResult emitGather(KernelEmitter &emitter, tile::GatherOp op) {
  std::optional<tile::Access> access = tile::accessOf(op, emitter.machine);
  if (!access) {
    return op.emitOpError("from such a ref has no form on ")
           << emitter.gpu.family << " yet";
  }
  const IndexedBoxes<tile::GatherOp> boxes(emitter, op, *access);
  const Loads loads = {emitter,
                       op.getTileType().getElementType(),
                       boxes.width,
                       access->elementBytes,
                       emitter.scalar(op.getRef()),
                       otherwiseOf(emitter, op),
                       tile::isWrittenOver(op.getRef())};
  Pieces registers;
  for (size_t i = 0; i < boxes.count(); i += static_cast<size_t>(boxes.width)) {
    Value *address = boxes.address(i);
    loads.load(address, boxes.isLive(i), /*isReadable=*/false, registers);
  }
  emitter.define(op.getResult(), std::move(registers));
  return success();
}

LogicalResult emitScatterOfBoxes(KernelEmitter &emitter, tile::ScatterOp op) {
  std::optional<tile::Access> access = tile::accessOf(op, emitter.machine);
  if (!access) {
    return op.emitOpError("to such a ref has no form on ")
           << emitter.gpu.family << " yet";
  }
  IndexedBoxes<tile::ScatterOp> boxes(emitter, op, *access);
  // Of threads that hold copies, one writes.
  if (boxes.hold.isFirst != nullptr) {
    boxes.live.require(boxes.hold.isFirst);
  }
  const Pieces values(emitter.pieces(op.getValue()));
  const auto width = static_cast<size_t>(boxes.width);
  for (size_t i = 0; i < boxes.count(); i += width) {
    Value *address = boxes.address(i);
    auto update = [&] {
      (void)emitUpdate(emitter, op, address,
                       llvm::ArrayRef(values).slice(i, width));
    };
    if (Value *live = boxes.isLive(i)) {
      code::emitIf(emitter.builder, live, update);
    } else {
      update();
    }
  }
  return success();
}

LogicalResult emitStore(KernelEmitter &emitter, tile::StoreOp op) {
  if (op.getRefType().getSpace() == tile::Space::Shared) {
    return emitScratchStore(emitter, op);
  }
  std::optional<tile::Access> access = tile::accessOf(op, emitter.machine);
  if (!access) {
    return op.emitOpError("to such a ref has no form on ")
           << emitter.gpu.family << " yet";
  }
  Builder &builder = emitter.builder;
  Box<tile::StoreOp> box(emitter, op, *access);
  // Of threads that hold copies, one stores.
  if (box.hold.isFirst != nullptr) {
    box.live.require(box.hold.isFirst);
  }
  const Pieces registers(emitter.pieces(op.getValue()));
  const KernelEmitter::Range range = emitter.written(registers.size());
  for (size_t i = range.begin; i < range.end; i += box.width) {
    auto store = [&] {
      SmallVector<Value *> lanes;
      for (int64_t j = 0; j < box.width; ++j) {
        Value *one = registers[i + static_cast<size_t>(j)];
        lanes.push_back(one->getType() == box.memoryType()
                            ? one
                            : builder.CreateZExt(one, box.memoryType()));
      }
      builder.CreateAlignedStore(code::fromScalars(builder, lanes),
                                 box.address(box.hold.places[i]),
                                 box.alignment());
    };
    if (box.live.isKnown()) {
      store();
    } else {
      code::emitIf(builder, box.live.of(box.hold.places[i]), store);
    }
  }
  return success();
}

LogicalResult emitMask(KernelEmitter &emitter, tile::MaskOp op) {
  const KernelEmitter::Hold &hold = emitter.hold(op.getResult());
  Liveness live(emitter, hold);
  for (int64_t dim = 0; dim < op.getResult().getType().getRank(); ++dim) {
    if (op.getResult().getType().getDimSize(dim) * std::abs(op.getStride(dim)) >
        std::numeric_limits<int32_t>::max()) {
      return op.emitOpError("of such strides has no form on ")
             << emitter.gpu.family << " yet";
    }
    if (mlir::Value bound = op.getBound(dim)) {
      live.limit(dim, op.getStride(dim), op.getOffsets()[dim], bound);
    }
  }
  Pieces registers;
  for (const Place &place : hold.places) {
    registers.push_back(live.of(place));
  }
  emitter.define(op.getResult(), std::move(registers));
  return success();
}

} // namespace weft::gpu
