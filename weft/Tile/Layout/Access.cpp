// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/Access.h"

#include "weft/Tile/IR/IndexFact.h"
#include "weft/Tile/IR/Memory.h"

#include <limits>
#include <set>

using namespace mlir;

namespace weft::tile {
namespace {

/// What the base of a ref is aligned to, in bytes.
int64_t alignmentOf(Value ref, const Machine &machine) {
  auto argument = dyn_cast<BlockArgument>(ref);
  if (!argument) {
    return 1;
  }
  auto kernel = cast<KernelOp>(argument.getOwner()->getParentOp());
  auto given = kernel.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(),
                                                    alignAttributeName);
  return given ? given.getInt() : machine.vectorBytes;
}

/// Finds how many neighbours can be moved at a time: what `offsets`, one per
/// dim of the ref, and the bound of the contiguous one are multiples of. A tile
/// of indices may name any place.
void widen(Access &access, Value ref, ValueRange offsets, int64_t minor,
           Value bound, int64_t mostBytes, const Machine &machine) {
  auto type = cast<RefType>(ref.getType());
  const SmallVector<int64_t> places = *stridesOf(type);
  auto holdsFor = [&](int64_t vector) {
    if (alignmentOf(ref, machine) % (vector * access.elementBytes) != 0 ||
        type.getElementCount() < vector) {
      return false;
    }
    for (auto [offset, place] : llvm::zip_equal(offsets, places)) {
      const int64_t divisor =
          isa<RankedTensorType>(offset.getType()) ? 1 : factOf(offset).divisor;
      if (divisor * place % vector != 0) {
        return false;
      }
    }
    for (int64_t dim = 0; dim < access.tile.getRank(); ++dim) {
      if (dim != access.minor && access.tile.getDimSize(dim) > 1 &&
          access.strides[dim] % vector != 0) {
        return false;
      }
    }
    return !bound || (factOf(bound).isMultipleOf(vector) &&
                      factOf(offsets[minor]).isMultipleOf(vector));
  };
  while (access.vector * 2 * access.elementBytes <= mostBytes &&
         holdsFor(access.vector * 2)) {
    access.vector *= 2;
  }
}

template <typename Op>
std::optional<Access> makeAccess(Op op, const Machine &machine) {
  RefType ref = op.getRefType();
  RankedTensorType tile = op.getTileType();
  std::optional<SmallVector<int64_t>> places = stridesOf(ref);
  if (!places || ref.getElementCount() == 0) {
    return std::nullopt;
  }
  Access access;
  access.tile = tile;
  access.elementBytes = ref.getElementBytes();
  const int64_t leading = ref.getRank() - tile.getRank();
  for (int64_t dim = 0; dim < tile.getRank(); ++dim) {
    // Places inside of a box are counted in 32 bits.
    if (tile.getDimSize(dim) * std::abs(op.getStride(dim)) >
        std::numeric_limits<int32_t>::max()) {
      return std::nullopt;
    }
    access.strides.push_back((*places)[leading + dim] * op.getStride(dim));
    if (access.strides.back() == 1 && tile.getDimSize(dim) > 1) {
      access.minor = dim;
    }
  }
  if (access.minor < 0) {
    return access;
  }
  widen(access, op.getRef(), op.getOffsets(), leading + access.minor,
        op.getBound(leading + access.minor), machine.vectorBytes, machine);
  return access;
}

} // namespace

SmallVector<int64_t> Access::order() const {
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, tile.getRank()));
  std::stable_sort(dims.begin(), dims.end(), [&](int64_t a, int64_t b) {
    auto key = [&](int64_t dim) {
      // A dim of one element has no neighbours.
      return std::pair(tile.getDimSize(dim) == 1, std::abs(strides[dim]));
    };
    return key(a) != key(b) ? key(a) < key(b) : a > b;
  });
  return dims;
}

std::optional<Access> accessOf(LoadOp op, const Machine &machine) {
  return makeAccess(op, machine);
}

std::optional<Access> accessOf(StoreOp op, const Machine &machine) {
  return makeAccess(op, machine);
}

bool isOfElements(Operation *op) {
  auto areElements = [](auto access) {
    auto isElement = [&](Value subscript) {
      auto tile = dyn_cast<RankedTensorType>(subscript.getType());
      return !tile || tile.getShape() == access.getTileType().getShape();
    };
    return llvm::all_of(access.getSubscripts(), isElement) &&
           !access.hasBounds() && stridesOf(access.getRefType()).has_value();
  };
  if (auto gather = dyn_cast<GatherOp>(op)) {
    return areElements(gather);
  }
  auto scatter = dyn_cast<ScatterOp>(op);
  return scatter && areElements(scatter);
}

namespace {

template <typename Op> int64_t indexRankOf(Op op) {
  for (Value subscript : op.getSubscripts()) {
    if (auto tile = dyn_cast<RankedTensorType>(subscript.getType())) {
      return tile.getRank();
    }
  }
  return 0;
}

template <typename Op> SmallVector<int64_t> boxDimsOf(Op op) {
  SmallVector<int64_t> dims;
  for (auto [dim, subscript] : llvm::enumerate(op.getSubscripts())) {
    if (!isa<RankedTensorType>(subscript.getType())) {
      dims.push_back(static_cast<int64_t>(dim));
    }
  }
  // Leading ones have a box of 1.
  const int64_t count = op.getTileType().getRank() - indexRankOf(op);
  dims.erase(dims.begin(), dims.end() - count);
  return dims;
}

/// `mostBytes` are moved at a time.
template <typename Op>
std::optional<Access> indexedAccess(Op op, int64_t mostBytes,
                                    const Machine &machine) {
  RefType ref = op.getRefType();
  RankedTensorType tile = op.getTileType();
  std::optional<SmallVector<int64_t>> places = stridesOf(ref);
  if (!places || ref.getElementCount() == 0) {
    return std::nullopt;
  }
  Access access;
  access.tile = tile;
  access.elementBytes = ref.getElementBytes();
  int64_t apart = 1;
  for (auto [dim, subscript] : llvm::enumerate(op.getSubscripts())) {
    if (isa<RankedTensorType>(subscript.getType())) {
      apart = std::max(apart, (*places)[dim]);
    }
  }
  const int64_t rank = indexRankOf(op);
  access.strides.assign(static_cast<size_t>(rank), apart);
  const SmallVector<int64_t> box = boxDimsOf(op);
  for (int64_t dim : box) {
    if (ref.getShape()[dim] > std::numeric_limits<int32_t>::max()) {
      return std::nullopt;
    }
    access.strides.push_back((*places)[dim]);
    const auto number = static_cast<int64_t>(access.strides.size()) - 1;
    if ((*places)[dim] == 1 && tile.getDimSize(number) > 1) {
      access.minor = number;
    }
  }
  if (access.minor < 0) {
    return access;
  }
  const int64_t minor = box[access.minor - rank];
  widen(access, op.getRef(), op.getSubscripts(), minor, op.getBound(minor),
        mostBytes, machine);
  return access;
}

} // namespace

int64_t indexRank(GatherOp op) { return indexRankOf(op); }
int64_t indexRank(ScatterOp op) { return indexRankOf(op); }
SmallVector<int64_t> boxDims(GatherOp op) { return boxDimsOf(op); }
SmallVector<int64_t> boxDims(ScatterOp op) { return boxDimsOf(op); }

std::optional<Access> accessOf(GatherOp op, const Machine &machine) {
  return indexedAccess(op, machine.vectorBytes, machine);
}

std::optional<Access> accessOf(ScatterOp op, const Machine &machine) {
  Type element = op.getRefType().getElementType();
  const bool isAddedTogether =
      op.getKind() == UpdateKind::Add &&
      (element.isF32() || element.isF16() || element.isBF16());
  return indexedAccess(op,
                       op.getKind() == UpdateKind::Set ? machine.vectorBytes
                       : isAddedTogether ? machine.threads.addedBytes
                                         : 0,
                       machine);
}

int64_t vectorWidth(const Access &access, const Layout &layout) {
  int64_t width = 1;
  for (const Layout::Column &column : layout.registers) {
    bool goesOn = access.minor >= 0 && width < access.vector;
    for (auto [dim, step] : llvm::enumerate(column)) {
      goesOn &= step == (static_cast<int64_t>(dim) == access.minor ? width : 0);
    }
    if (!goesOn) {
      break;
    }
    width *= 2;
  }
  return width;
}

int64_t accessCost(const Access &access, const Layout &layout,
                   const Machine &machine) {
  const int64_t width = vectorWidth(access, layout);
  int64_t cost = 0;
  auto addressOf = [&](ArrayRef<int64_t> place) {
    int64_t address = 0;
    for (auto [at, stride] : llvm::zip_equal(place, access.strides)) {
      address += at * stride * access.elementBytes;
    }
    return address;
  };
  SmallVector<int64_t> threads;
  for (int64_t lane = 0; lane < machine.threads.lanes; ++lane) {
    threads.push_back(addressOf(layout.threadPlace(lane, 0)));
  }
  SmallVector<Place> places = layout.registerPlaces(access.tile.getShape());
  for (size_t i = 0; i < places.size(); i += width) {
    const int64_t start = addressOf(places[i]);
    std::set<int64_t> sectors;
    for (int64_t thread : threads) {
      const int64_t first = start + thread;
      const int64_t last = first + width * access.elementBytes - 1;
      for (int64_t sector = first / machine.threads.sectorBytes;
           sector <= last / machine.threads.sectorBytes; ++sector) {
        sectors.insert(sector);
      }
    }
    cost += 1 + static_cast<int64_t>(sectors.size());
  }
  return cost;
}

} // namespace weft::tile
