// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Model/TileOps.h"

#include "weft/Tile/Model/Text.h"

#include <set>

using namespace mlir;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Index;
using weft::reference::IndexSpace;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;

namespace weft::tile {
namespace {

/// Bytes of one element, with room for the largest.
using ElementBytes = std::array<char, 16>;

ElementBytes bytesOf(const Element &element) {
  ElementBytes bytes = {};
  element.store(bytes.data());
  return bytes;
}

/// What an element that is not read is instead.
ElementBytes otherwise(Program &program, Value value, ElementType type) {
  return bytesOf(value ? program.tensor(value).scalar() : Element::zero(type));
}

/// Reads an element as it lies in memory, without bits that it does not have.
Status readInto(TensorBuilder &builder, int64_t position,
                const ModelMemory &memory, int64_t place) {
  ElementType type = builder.elementType();
  char *to = builder.bytes().data() + position * type.byteWidth();
  WEFT_RETURN_IF_ERROR(memory.read(place, to));
  if (type.bitWidth() < 8) {
    *to &= static_cast<char>((1 << type.bitWidth()) - 1);
  }
  return Status::success();
}

const char *elementAt(const Tensor &tensor, int64_t position) {
  return tensor.bytes().data() + position * tensor.elementType().byteWidth();
}

/// The dims of a ref that a load or store walks. Leading ones, which the tile
/// lacks, have a box of 1.
template <typename Op> SmallVector<BoxDim> boxOf(Program &program, Op op) {
  SmallVector<BoxDim> dims;
  int64_t leading = op.getRefType().getRank() - op.getTileType().getRank();
  for (auto [i, offset] : llvm::enumerate(op.getOffsets())) {
    int64_t dim = i;
    BoxDim box{program.integer(offset)};
    if (dim >= leading) {
      box.stride = op.getStride(dim - leading);
    }
    if (Value bound = op.getBound(dim)) {
      box.bound = program.integer(bound);
    }
    dims.push_back(box);
  }
  return dims;
}

/// The element of the ref that belongs to `index` of the tile, or nothing where
/// it is not live.
StatusOr<std::optional<int64_t>>
placeIn(const ModelRef &ref, ArrayRef<BoxDim> dims, ArrayRef<int64_t> index) {
  size_t leading = dims.size() - index.size();
  Index at;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    int64_t step = i < leading ? 0 : index[i - leading];
    if (!dim.isLive(step)) {
      return std::optional<int64_t>();
    }
    at.push_back(dim.at(step));
  }
  WEFT_ASSIGN_OR_RETURN(int64_t place, ref.placeOf(at));
  return std::optional(place);
}

} // namespace

Status evaluate(Program &program, LoadOp op) {
  const ModelRef &ref = program.ref(op.getRef());
  SmallVector<BoxDim> dims = boxOf(program, op);
  WEFT_ASSIGN_OR_RETURN(
      TensorBuilder result,
      TensorBuilder::create(program.budget(), op.getTileType()));
  WEFT_RETURN_IF_ERROR(program.budget().takeSteps(result.elementCount()));
  ElementBytes other =
      otherwise(program, op.getOtherwise(), result.elementType());
  unsigned width = result.elementType().byteWidth();
  int64_t position = 0;
  for (const Index &index : IndexSpace(result.shape())) {
    WEFT_ASSIGN_OR_RETURN(std::optional<int64_t> place,
                          placeIn(ref, dims, index));
    if (place) {
      WEFT_RETURN_IF_ERROR(readInto(result, position, *ref.memory, *place));
    } else {
      std::memcpy(result.bytes().data() + position * width, other.data(),
                  width);
    }
    ++position;
  }
  program.set(op.getResult(), std::move(result).finish());
  return Status::success();
}

Status evaluate(Program &program, StoreOp op) {
  const ModelRef &ref = program.ref(op.getRef());
  const Tensor &value = program.tensor(op.getValue());
  SmallVector<BoxDim> dims = boxOf(program, op);
  WEFT_RETURN_IF_ERROR(program.budget().takeSteps(value.elementCount()));
  int64_t position = 0;
  for (const Index &index : IndexSpace(value.shape())) {
    WEFT_ASSIGN_OR_RETURN(std::optional<int64_t> place,
                          placeIn(ref, dims, index));
    if (place) {
      WEFT_RETURN_IF_ERROR(ref.memory->write(*place, elementAt(value, position),
                                             program.number()));
    }
    ++position;
  }
  return Status::success();
}

//===----------------------------------------------------------------------===//
// gather and scatter
//===----------------------------------------------------------------------===//

namespace {

/// Where the elements of a tile lie that is gathered or scattered: leading
/// dims of the tile choose among the indices, the rest walk a box.
class Scattered {
public:
  template <typename Op>
  Scattered(Program &program, Op op)
      : ref(program.ref(op.getRef())),
        mask(op.getMask() ? &program.tensor(op.getMask()) : nullptr) {
    int64_t scalars = llvm::count_if(op.getSubscripts(), [](Value subscript) {
      return subscript.getType().isIndex();
    });
    for (Value subscript : op.getSubscripts()) {
      if (!subscript.getType().isIndex()) {
        indexRank = program.tensor(subscript).rank();
      }
    }
    int64_t leading = scalars - (op.getTileType().getRank() - indexRank);
    int64_t scalar = 0;
    for (auto [i, subscript] : llvm::enumerate(op.getSubscripts())) {
      Subscript entry;
      if (!subscript.getType().isIndex()) {
        entry.indices = &program.tensor(subscript);
      } else {
        entry.box.offset = program.integer(subscript);
        entry.tileDim = scalar < leading ? -1 : indexRank + scalar - leading;
        if (Value bound = op.getBound(i)) {
          entry.box.bound = program.integer(bound);
        }
        ++scalar;
      }
      subscripts.push_back(entry);
    }
  }

  /// The place of the element at `index` of the tile, or nothing where it is
  /// masked or not live.
  StatusOr<std::optional<int64_t>> placeOf(ArrayRef<int64_t> index) const {
    ArrayRef<int64_t> chosen = index.take_front(indexRank);
    if (mask && !mask->get(chosen).asBoolean()) {
      return std::optional<int64_t>();
    }
    Index at;
    for (const Subscript &subscript : subscripts) {
      if (subscript.indices) {
        at.push_back(signedValue(subscript.indices->get(chosen)));
        continue;
      }
      int64_t step = subscript.tileDim < 0 ? 0 : index[subscript.tileDim];
      if (!subscript.box.isLive(step)) {
        return std::optional<int64_t>();
      }
      at.push_back(subscript.box.at(step));
    }
    WEFT_ASSIGN_OR_RETURN(int64_t place, ref.placeOf(at));
    return std::optional(place);
  }

  const ModelRef &ref;

private:
  struct Subscript {
    /// Null for a scalar, which has a box.
    const Tensor *indices = nullptr;
    BoxDim box;
    /// The dim of the tile that walks the box; -1 for a box of 1.
    int64_t tileDim = -1;
  };

  SmallVector<Subscript> subscripts;
  const Tensor *mask;
  int64_t indexRank = 0;
};

CombineKind combineKindOf(UpdateKind kind) {
  switch (kind) {
  case UpdateKind::Add:
    return CombineKind::Add;
  case UpdateKind::Mul:
    return CombineKind::Mul;
  case UpdateKind::Min:
    return CombineKind::Min;
  case UpdateKind::Max:
    return CombineKind::Max;
  case UpdateKind::UMin:
    return CombineKind::UMin;
  case UpdateKind::UMax:
    return CombineKind::UMax;
  case UpdateKind::And:
    return CombineKind::And;
  case UpdateKind::Or:
    return CombineKind::Or;
  case UpdateKind::Xor:
    return CombineKind::Xor;
  case UpdateKind::Set:
  case UpdateKind::Exchange:
  case UpdateKind::Load:
    break;
  }
  return CombineKind::Custom;
}

/// Changes one element in one step and gives what was there.
StatusOr<Element> updateElement(Program &program, UpdateKind kind,
                                ElementType type, ModelMemory &memory,
                                int64_t place, const Element *value) {
  ElementBytes before = {};
  WEFT_RETURN_IF_ERROR(memory.read(place, before.data()));
  Element old = Element::load(type, before.data());
  if (kind == UpdateKind::Load) {
    return old;
  }
  ElementBytes after = bytesOf(kind == UpdateKind::Exchange
                                   ? *value
                                   : combine(combineKindOf(kind), old, *value));
  memory.update(place, after.data());
  program.machine().changes += after != before;
  return old;
}

} // namespace

Status evaluate(Program &program, GatherOp op) {
  Scattered scattered(program, op);
  WEFT_ASSIGN_OR_RETURN(
      TensorBuilder result,
      TensorBuilder::create(program.budget(), op.getTileType()));
  WEFT_RETURN_IF_ERROR(program.budget().takeSteps(result.elementCount()));
  ElementBytes other =
      otherwise(program, op.getOtherwise(), result.elementType());
  unsigned width = result.elementType().byteWidth();
  int64_t position = 0;
  for (const Index &index : IndexSpace(result.shape())) {
    WEFT_ASSIGN_OR_RETURN(std::optional<int64_t> place,
                          scattered.placeOf(index));
    if (place) {
      WEFT_RETURN_IF_ERROR(
          readInto(result, position, *scattered.ref.memory, *place));
    } else {
      std::memcpy(result.bytes().data() + position * width, other.data(),
                  width);
    }
    ++position;
  }
  program.set(op.getResult(), std::move(result).finish());
  return Status::success();
}

Status evaluate(Program &program, ScatterOp op) {
  Scattered scattered(program, op);
  const Tensor &value = program.tensor(op.getValue());
  WEFT_RETURN_IF_ERROR(program.budget().takeSteps(value.elementCount()));
  std::optional<TensorBuilder> before;
  if (op.getBefore()) {
    WEFT_ASSIGN_OR_RETURN(
        before, TensorBuilder::create(program.budget(), op.getTileType()));
  }
  ModelMemory &memory = *scattered.ref.memory;
  std::set<int64_t> named;
  int64_t position = -1;
  for (const Index &index : IndexSpace(value.shape())) {
    ++position;
    WEFT_ASSIGN_OR_RETURN(std::optional<int64_t> place,
                          scattered.placeOf(index));
    if (!place) {
      continue;
    }
    if (op.getUnique() && !named.insert(*place).second) {
      return Status::failedPrecondition(llvm::formatv(
          "is unique, but element {0} goes where another one has gone",
          listText(index)));
    }
    if (op.getKind() == UpdateKind::Set) {
      WEFT_RETURN_IF_ERROR(
          memory.write(*place, elementAt(value, position), program.number()));
      continue;
    }
    Element element = value.at(position);
    WEFT_ASSIGN_OR_RETURN(Element old,
                          updateElement(program, op.getKind(), element.type(),
                                        memory, *place, &element));
    if (before) {
      before->setAt(position, old);
    }
  }
  if (before) {
    program.set(op.getBefore(), std::move(*before).finish());
  }
  return Status::success();
}

//===----------------------------------------------------------------------===//
// atomic, alloc, view
//===----------------------------------------------------------------------===//

Status evaluate(Program &program, AtomicOp op) {
  const ModelRef &ref = program.ref(op.getRef());
  auto type = dyn_cast<RankedTensorType>(op.getResult().getType());
  if (!type) {
    type = RankedTensorType::get({}, op.getResult().getType());
  }
  SmallVector<BoxDim> dims;
  for (Value offset : op.getOffsets()) {
    dims.push_back({program.integer(offset)});
  }
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(program.budget(), type));
  WEFT_RETURN_IF_ERROR(program.budget().takeSteps(result.elementCount()));
  int64_t position = 0;
  for (const Index &index : IndexSpace(result.shape())) {
    WEFT_ASSIGN_OR_RETURN(std::optional<int64_t> place,
                          placeIn(ref, dims, index));
    std::optional<Element> value;
    if (op.getValue()) {
      value = program.tensor(op.getValue()).at(position);
    }
    WEFT_ASSIGN_OR_RETURN(Element old,
                          updateElement(program, op.getKind(),
                                        result.elementType(), *ref.memory,
                                        *place, value ? &*value : nullptr));
    result.setAt(position++, old);
  }
  program.set(op.getResult(), std::move(result).finish());
  return Status::success();
}

Status evaluate(Program &program, AllocOp op) {
  RefType type = op.getResult().getType();
  WEFT_ASSIGN_OR_RETURN(std::shared_ptr<ModelMemory> memory,
                        ModelMemory::allocate(program.budget(), type));
  program.set(op.getResult(), ModelRef(type, std::move(memory)));
  return Status::success();
}

} // namespace weft::tile
