// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/Conversion.h"

#include "weft/Tile/Layout/Shuffles.h"

#include <map>
#include <set>

using namespace mlir;

namespace weft::tile {
namespace {

/// The barriers before and after the tile is written cost about this much.
constexpr int64_t barrierCost = 128;
/// Where other blocks have work meanwhile, a warp waits no longer for the
/// others and for its own words than this. Shuffles are not taken to spare
/// more: they are instructions, during which nobody else has the lanes.
constexpr int64_t sparedCost = 32;

int64_t addressOf(ArrayRef<int64_t> place, ArrayRef<int64_t> strides) {
  int64_t address = 0;
  for (auto [at, stride] : llvm::zip_equal(place, strides)) {
    address += at * stride;
  }
  return address;
}

/// Lanes are served in groups, so that a group moves one row of the banks; in a
/// group, as many rounds as the busiest bank has different words.
int64_t bankRounds(ArrayRef<int64_t> addresses, int64_t bytes,
                   const Machine &machine) {
  const int64_t rowBytes = machine.threads.banks * machine.threads.bankBytes;
  const size_t group = static_cast<size_t>(
      std::min<int64_t>(machine.threads.lanes,
                        rowBytes / std::max(bytes, machine.threads.bankBytes)));
  int64_t rounds = 0;
  for (size_t start = 0; start < addresses.size(); start += group) {
    std::map<int64_t, std::set<int64_t>> words;
    for (int64_t address : addresses.slice(start, group)) {
      for (int64_t byte = address; byte < address + bytes;
           byte += machine.threads.bankBytes) {
        const int64_t word = byte / machine.threads.bankBytes;
        words[word % machine.threads.banks].insert(word);
      }
    }
    size_t most = 1;
    for (const auto &[bank, different] : words) {
      most = std::max(most, different.size());
    }
    rounds += static_cast<int64_t>(most);
  }
  return rounds;
}

int64_t sideCost(const Scratch &scratch, const Layout &layout,
                 ArrayRef<int64_t> shape, int64_t elementBytes,
                 const Machine &machine) {
  const SmallVector<int64_t> strides = scratch.strides(shape);
  const int64_t width =
      scratchVector(scratch, layout, shape, elementBytes, machine);
  const int64_t count = layout.registerCount(shape);
  int64_t cost = 0;
  for (int64_t i = 0; i < count; i += width) {
    const int64_t start = addressOf(layout.registerPlace(shape, i), strides);
    SmallVector<int64_t> addresses;
    for (int64_t lane = 0; lane < machine.threads.lanes; ++lane) {
      addresses.push_back(
          (start + addressOf(layout.threadPlace(lane, 0), strides)) *
          elementBytes);
    }
    cost += bankRounds(addresses, width * elementBytes, machine);
  }
  return cost;
}

/// The same for a side that reads matrices.
int64_t matrixCost(const Scratch &scratch, const Layout &layout,
                   ArrayRef<int64_t> shape, int64_t elementBytes,
                   const MatrixRead &read, const Machine &machine) {
  const SmallVector<int64_t> strides = scratch.strides(shape);
  int64_t cost = 0;
  for (int64_t i = 0, e = layout.registerCount(shape); i < e;
       i += 4 * read.each) {
    const int64_t start = addressOf(layout.registerPlace(shape, i), strides);
    SmallVector<int64_t> addresses;
    for (int64_t lane = 0; lane < machine.threads.lanes; ++lane) {
      int64_t address = start + lane % 8 * strides[read.rowDimension];
      address += lane / 8 % 2 * addressOf(read.second, strides);
      address += lane / 16 * addressOf(read.third, strides);
      addresses.push_back(elementBytes * address);
    }
    cost += bankRounds(addresses, 16, machine);
  }
  return cost;
}

int64_t readCost(const Scratch &scratch, const Layout &layout,
                 ArrayRef<int64_t> shape, int64_t elementBytes,
                 const Machine &machine) {
  std::optional<MatrixRead> read =
      matrixRead(scratch, layout, shape, elementBytes, machine);
  return read ? matrixCost(scratch, layout, shape, elementBytes, *read, machine)
              : sideCost(scratch, layout, shape, elementBytes, machine);
}

} // namespace

std::optional<MatrixRead> matrixRead(const Scratch &scratch,
                                     const Layout &layout,
                                     ArrayRef<int64_t> shape,
                                     int64_t elementBytes,
                                     const Machine &machine) {
  const int64_t count = layout.registerCount(shape);
  const int64_t each = elementBytes > 4 ? 0 : 4 / elementBytes;
  const int64_t bits = each == 0 ? 0 : llvm::Log2_64(each);
  if (!machine.threads.readsMatrices || each == 0 || layout.rank() < 2 ||
      layout.lanes.size() != 5 ||
      static_cast<int64_t>(layout.registers.size()) < bits ||
      count % (4 * each) != 0) {
    return std::nullopt;
  }
  // The registers of a word and two bits of the lane along one dim, the other
  // three bits along another.
  auto dimOf = [](const Layout::Column &column, int64_t step) -> int64_t {
    const auto *found = llvm::find(column, step);
    const bool alone =
        llvm::count(column, 0) + 1 == static_cast<int64_t>(column.size());
    return found != column.end() && alone ? found - column.begin() : -1;
  };
  const int64_t words = dimOf(layout.lanes[0], each);
  const int64_t rows = dimOf(layout.lanes[2], 1);
  bool isWord = words >= 0;
  for (int64_t bit = 0; bit < bits; ++bit) {
    isWord &= dimOf(layout.registers[bit], int64_t(1) << bit) == words;
  }
  if (!isWord || rows < 0 || words == rows ||
      dimOf(layout.lanes[1], 2 * each) != words ||
      dimOf(layout.lanes[3], 2) != rows || dimOf(layout.lanes[4], 4) != rows) {
    return std::nullopt;
  }
  // Elements of 16 bits change places on the way, if they have to.
  const int64_t minor = scratch.order.back();
  if (minor != words && (minor != rows || each != 2)) {
    return std::nullopt;
  }
  // Rows are 16 bytes, at multiples of 16.
  for (auto [dim, stride] : llvm::enumerate(scratch.strides(shape))) {
    if (static_cast<int64_t>(dim) != minor && shape[dim] > 1 &&
        stride % (4 * each) != 0) {
      return std::nullopt;
    }
  }
  auto distance = [&](int64_t from, int64_t to) {
    Place place = layout.registerPlace(shape, to);
    for (auto [at, start] :
         llvm::zip_equal(place, layout.registerPlace(shape, from))) {
      at -= start;
    }
    return place;
  };
  MatrixRead read{each, minor == rows, minor == rows ? words : rows,
                  distance(0, each), distance(0, 2 * each)};
  for (int64_t i = 0; i < count; i += 4 * each) {
    if (distance(i, i + each) != read.second ||
        distance(i, i + 2 * each) != read.third ||
        distance(i + 2 * each, i + 3 * each) != read.second) {
      return std::nullopt;
    }
  }
  return read;
}

SmallVector<int64_t> Scratch::strides(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> result(shape.size(), 1);
  int64_t stride = 1;
  for (int64_t dim : llvm::reverse(order)) {
    result[dim] = stride;
    stride = stride * shape[dim] + (dim == order.back() ? pad : 0);
  }
  return result;
}

int64_t Scratch::elements(ArrayRef<int64_t> shape) const {
  return order.empty() ? 1
                       : strides(shape)[order.front()] * shape[order.front()] +
                             (order.size() == 1 ? pad : 0);
}

MemoryAttr Scratch::toAttribute(MLIRContext *context,
                                ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> padding;
  if (pad != 0) {
    padding = {shape[order.back()], pad};
  }
  const bool rowMajor = llvm::equal(order, llvm::seq<int64_t>(0, shape.size()));
  return MemoryAttr::get(
      context, ArrayRef<int64_t>(), ArrayRef<DenseI64ArrayAttr>(), 0,
      rowMajor ? ArrayRef<int64_t>() : ArrayRef(order), padding);
}

std::optional<Scratch> Scratch::from(MemoryAttr memory,
                                     ArrayRef<int64_t> shape) {
  Scratch scratch;
  scratch.order = llvm::to_vector(llvm::seq<int64_t>(0, shape.size()));
  if (!memory.getStrides().empty() || !memory.getTiles().empty() ||
      memory.getSwizzle() != 0) {
    return std::nullopt;
  }
  if (!memory.getOrder().empty()) {
    if (memory.getOrder().size() != shape.size()) {
      return std::nullopt;
    }
    scratch.order.assign(memory.getOrder().begin(), memory.getOrder().end());
  }
  if (!memory.getPad().empty()) {
    if (memory.getPad().size() != 2 || scratch.order.empty() ||
        memory.getPad()[0] != shape[scratch.order.back()]) {
      return std::nullopt;
    }
    scratch.pad = memory.getPad()[1];
  }
  return scratch;
}

std::optional<Scratch> Scratch::of(RefType type) {
  if (type.getMemory()) {
    return from(type.getMemory(), type.getShape());
  }
  Scratch rowMajor;
  rowMajor.order = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  return rowMajor;
}

std::optional<Scratch> Scratch::behind(int64_t leading) const {
  Scratch part;
  part.pad = pad;
  for (auto [i, dim] : llvm::enumerate(order)) {
    if (static_cast<int64_t>(i) >= leading) {
      part.order.push_back(dim - leading);
    }
    if ((static_cast<int64_t>(i) < leading) != (dim < leading)) {
      return std::nullopt;
    }
  }
  return part;
}

int64_t scratchVector(const Scratch &scratch, const Layout &layout,
                      ArrayRef<int64_t> shape, int64_t elementBytes,
                      const Machine &machine) {
  if (scratch.order.empty()) {
    return 1;
  }
  const int64_t minor = scratch.order.back();
  const SmallVector<int64_t> strides = scratch.strides(shape);
  int64_t width = 1;
  for (const Layout::Column &column : layout.registers) {
    const int64_t next = width * 2;
    bool goesOn = next * elementBytes <= machine.vectorBytes;
    for (auto [dim, step] : llvm::enumerate(column)) {
      const bool isMinor = static_cast<int64_t>(dim) == minor;
      goesOn &= step == (isMinor ? width : 0);
      // Every vector starts at a multiple of its size.
      goesOn &= isMinor || shape[dim] == 1 || strides[dim] % next == 0;
    }
    if (!goesOn) {
      break;
    }
    width = next;
  }
  return width;
}

/// All that are tried: any dim as the minor one, and rows padded by less than
/// so many bytes.
static void forEachScratch(ArrayRef<int64_t> shape, int64_t elementBytes,
                           int64_t mostPadding, const Machine &machine,
                           llvm::function_ref<void(Scratch)> consider) {
  const auto rank = static_cast<int64_t>(shape.size());
  if (rank == 0) {
    consider({});
  }
  for (int64_t minor = rank; minor-- > 0;) {
    Scratch scratch;
    for (int64_t dim = 0; dim < rank; ++dim) {
      if (dim != minor) {
        scratch.order.push_back(dim);
      }
    }
    scratch.order.push_back(minor);
    consider(scratch);
    for (int64_t bytes = mostPadding;
         bytes >= machine.threads.bankBytes && rank > 1; bytes /= 2) {
      if (bytes % elementBytes == 0) {
        scratch.pad = bytes / elementBytes;
        consider(scratch);
      }
    }
  }
}

Conversion planConversion(const Layout &from, const Layout &to,
                          ArrayRef<int64_t> shape, int64_t elementBytes,
                          const Machine &machine) {
  if (from.hasSameThreads(to)) {
    return {};
  }
  std::optional<Shuffles> plan = planShuffles(from, to, shape, elementBytes);
  if (!plan) {
    return planThroughMemory(from, to, shape, elementBytes, machine);
  }
  const int64_t cost = plan->cost(elementBytes, machine);
  const Conversion byShuffles = {std::nullopt, plan->shuffleCount(), cost};
  // Nothing through memory takes less.
  if (cost <= sparedCost) {
    return byShuffles;
  }
  Conversion throughMemory =
      planThroughMemory(from, to, shape, elementBytes, machine);
  return cost <= throughMemory.cost - barrierCost + sparedCost ? byShuffles
                                                               : throughMemory;
}

Conversion planThroughMemory(const Layout &from, const Layout &to,
                             ArrayRef<int64_t> shape, int64_t elementBytes,
                             const Machine &machine) {
  if (from.hasSameThreads(to)) {
    return {};
  }
  Conversion best;
  forEachScratch(shape, elementBytes, machine.vectorBytes, machine,
                 [&](Scratch scratch) {
                   const int64_t cost =
                       barrierCost +
                       sideCost(scratch, from, shape, elementBytes, machine) +
                       readCost(scratch, to, shape, elementBytes, machine);
                   if (!best.scratch || cost < best.cost) {
                     best = {std::move(scratch), std::nullopt, cost};
                   }
                 });
  return best;
}

std::optional<Scratch> planFlight(const Layout &from, const Layout &to,
                                  ArrayRef<int64_t> shape, int64_t elementBytes,
                                  int64_t width, const Machine &machine) {
  Conversion best;
  // Lanes that hold one element each and lie in four rows take rows that are
  // two vectors further on each time.
  forEachScratch(shape, elementBytes, 2 * machine.vectorBytes, machine,
                 [&](Scratch scratch) {
                   if (scratchVector(scratch, from, shape, elementBytes,
                                     machine) != width) {
                     return;
                   }
                   const int64_t cost =
                       sideCost(scratch, from, shape, elementBytes, machine) +
                       readCost(scratch, to, shape, elementBytes, machine);
                   if (!best.scratch || cost < best.cost) {
                     best = {std::move(scratch), std::nullopt, cost};
                   }
                 });
  return best.scratch;
}

} // namespace weft::tile
