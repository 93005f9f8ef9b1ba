// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/Access.h"

#include "weft/Tile/IR/Memory.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

#include <limits>
#include <numeric>
#include <set>

using namespace mlir;

namespace weft::tile {
namespace {

/// Deep enough for any index that the emitter writes.
constexpr int mostSteps = 16;

int64_t divisorWithin(Value index, int steps) {
  if (steps == 0) {
    return 1;
  }
  auto of = [&](Value value) { return divisorWithin(value, steps - 1); };
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && argument == loop.getInductionVar()
               ? std::gcd(of(loop.getLowerBound()), of(loop.getStep()))
               : 1;
  }
  return llvm::TypeSwitch<Operation *, int64_t>(index.getDefiningOp())
      .Case([](arith::ConstantOp op) -> int64_t {
        auto number = dyn_cast<IntegerAttr>(op.getValue());
        return number ? std::abs(number.getInt()) : 1;
      })
      .Case([&](arith::MulIOp op) -> int64_t {
        const int64_t lhs = of(op.getLhs()), rhs = of(op.getRhs());
        int64_t product = 0;
        // More than that is of no use to anybody.
        return llvm::MulOverflow(lhs, rhs, product) ? std::max(lhs, rhs)
                                                    : product;
      })
      .Case<arith::AddIOp, arith::SubIOp, arith::MinSIOp, arith::MaxSIOp,
            arith::MinUIOp, arith::MaxUIOp>([&](Operation *op) {
        return std::gcd(of(op->getOperand(0)), of(op->getOperand(1)));
      })
      .Case([&](arith::SelectOp op) {
        return std::gcd(of(op.getTrueValue()), of(op.getFalseValue()));
      })
      .Default([](Operation *) -> int64_t { return 1; });
}

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
  auto holdsFor = [&](int64_t vector) {
    if (alignmentOf(op.getRef(), machine) % (vector * access.elementBytes) !=
            0 ||
        ref.getElementCount() < vector) {
      return false;
    }
    for (auto [dim, offset] : llvm::enumerate(op.getOffsets())) {
      if (divisorOf(offset) * (*places)[dim] % vector != 0) {
        return false;
      }
    }
    for (int64_t dim = 0; dim < tile.getRank(); ++dim) {
      if (dim != access.minor && tile.getDimSize(dim) > 1 &&
          access.strides[dim] % vector != 0) {
        return false;
      }
    }
    Value bound = op.getBound(leading + access.minor);
    return !bound ||
           (divisorOf(bound) % vector == 0 &&
            divisorOf(op.getOffsets()[leading + access.minor]) % vector == 0);
  };
  while (access.vector * 2 * access.elementBytes <= machine.vectorBytes &&
         holdsFor(access.vector * 2)) {
    access.vector *= 2;
  }
  return access;
}

} // namespace

int64_t divisorOf(Value index) { return divisorWithin(index, mostSteps); }

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
