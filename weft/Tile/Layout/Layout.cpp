// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/Layout.h"

#include "weft/Support/PowersOfTwo.h"

using namespace mlir;

namespace weft::tile {
namespace {

SmallVector<Layout::Column> columnsOf(ArrayRef<DenseI64ArrayAttr> entries,
                                      size_t rank) {
  SmallVector<Layout::Column> columns;
  for (DenseI64ArrayAttr entry : entries) {
    Layout::Column column(rank, 0);
    for (int64_t i = 0; i < entry.size(); i += 2) {
      column[entry[i]] ^= entry[i + 1];
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

SmallVector<DenseI64ArrayAttr> entriesOf(ArrayRef<Layout::Column> columns,
                                         MLIRContext *context) {
  SmallVector<DenseI64ArrayAttr> entries;
  for (const Layout::Column &column : columns) {
    SmallVector<int64_t> steps;
    for (auto [dim, step] : llvm::enumerate(column)) {
      if (step != 0) {
        steps.append({static_cast<int64_t>(dim), step});
      }
    }
    entries.push_back(DenseI64ArrayAttr::get(context, steps));
  }
  return entries;
}

bool movesNothing(const Layout::Column &column) {
  return llvm::all_of(column, [](int64_t step) { return step == 0; });
}

void add(Place &place, ArrayRef<Layout::Column> columns, int64_t number) {
  for (const auto &[bit, column] : llvm::enumerate(columns)) {
    if ((number >> bit) & 1) {
      for (auto [at, step] : llvm::zip_equal(place, column)) {
        at ^= step;
      }
    }
  }
}

} // namespace

Layout::Layout(LayoutAttr attribute)
    : base(attribute.getBase()),
      registers(columnsOf(attribute.getRegisters(), base.size())),
      lanes(columnsOf(attribute.getLanes(), base.size())),
      warps(columnsOf(attribute.getWarps(), base.size())) {}

LayoutAttr Layout::toAttribute(MLIRContext *context) const {
  return LayoutAttr::get(context, base, entriesOf(registers, context),
                         entriesOf(lanes, context), entriesOf(warps, context));
}

int64_t Layout::registerCount(ArrayRef<int64_t> shape) const {
  int64_t count = int64_t(1) << registers.size();
  for (auto [extent, part] : llvm::zip_equal(shape, base)) {
    count *= extent / part;
  }
  return count;
}

bool Layout::fits(ArrayRef<int64_t> shape) const {
  return shape.size() == base.size() &&
         llvm::all_of(llvm::zip(shape, base), [](auto pair) {
           return std::get<0>(pair) % std::get<1>(pair) == 0;
         });
}

bool Layout::isPlain() const {
  SmallVector<int64_t> used(base.size(), 0);
  for (const auto *columns : {&registers, &lanes, &warps}) {
    for (const Column &column : *columns) {
      int64_t moves = 0;
      for (auto [dim, step] : llvm::enumerate(column)) {
        if (step == 0) {
          continue;
        }
        if (++moves > 1 || !llvm::isPowerOf2_64(step) || (used[dim] & step)) {
          return false;
        }
        used[dim] |= step;
      }
    }
  }
  return true;
}

Place Layout::registerPlace(ArrayRef<int64_t> shape, int64_t number) const {
  Place place(base.size(), 0);
  int64_t repeat = number >> registers.size();
  for (int64_t dim = rank(); dim-- > 0;) {
    const int64_t repeats = shape[dim] / base[dim];
    place[dim] = (repeat % repeats) * base[dim];
    repeat /= repeats;
  }
  Place inside(base.size(), 0);
  add(inside, registers, number);
  for (auto [at, step] : llvm::zip_equal(place, inside)) {
    at += step;
  }
  return place;
}

SmallVector<Place> Layout::registerPlaces(ArrayRef<int64_t> shape) const {
  SmallVector<Place> places;
  for (int64_t i = 0, e = registerCount(shape); i < e; ++i) {
    places.push_back(registerPlace(shape, i));
  }
  return places;
}

Place Layout::threadPlace(int64_t lane, int64_t warp) const {
  Place place(base.size(), 0);
  add(place, lanes, lane);
  add(place, warps, warp);
  return place;
}

bool Layout::isSame(const Layout &other, ArrayRef<int64_t> shape) const {
  return fits(shape) && other.fits(shape) && hasSameThreads(other) &&
         registerPlaces(shape) == other.registerPlaces(shape);
}

template <typename Function> Layout Layout::mapped(Function function) const {
  Layout result;
  auto mapAll = [&](ArrayRef<Column> from, SmallVector<Column> &to,
                    bool areRegisters) {
    for (const Column &column : from) {
      Column moved = function(column);
      // A register that moves nothing any more would be the same one again.
      if (!areRegisters || !movesNothing(moved)) {
        to.push_back(std::move(moved));
      }
    }
  };
  mapAll(registers, result.registers, true);
  mapAll(lanes, result.lanes, false);
  mapAll(warps, result.warps, false);
  return result;
}

Layout Layout::dropped(ArrayRef<int64_t> dims) const {
  auto without = [&](ArrayRef<int64_t> list) {
    Column kept;
    for (auto [dim, value] : llvm::enumerate(list)) {
      if (!llvm::is_contained(dims, static_cast<int64_t>(dim))) {
        kept.push_back(value);
      }
    }
    return kept;
  };
  Layout result = mapped(without);
  result.base = without(base);
  return result;
}

Layout Layout::inserted(ArrayRef<int64_t> dims) const {
  auto with = [&](ArrayRef<int64_t> list, int64_t value) {
    Column all(list);
    for (int64_t dim : dims) {
      all.insert(all.begin() + dim, value);
    }
    return all;
  };
  Layout result = mapped([&](const Column &column) { return with(column, 0); });
  result.base = with(base, 1);
  return result;
}

bool Layout::isInRegisters(int64_t dim) const {
  auto moves = [&](const Column &column) { return column[dim] != 0; };
  return llvm::none_of(lanes, moves) && llvm::none_of(warps, moves);
}

Layout Layout::joined(int64_t count) const {
  Layout result = inserted({rank()});
  SmallVector<Column> minor;
  for (int64_t step = 1; step < powerIn(count); step *= 2) {
    minor.push_back(Column(result.base.size(), 0));
    minor.back().back() = step;
    result.base.back() *= 2;
  }
  result.registers.insert(result.registers.begin(), minor.begin(), minor.end());
  return result;
}

std::optional<Layout> Layout::sliced(ArrayRef<int64_t> offsets,
                                     ArrayRef<int64_t> from,
                                     ArrayRef<int64_t> to) const {
  // Along dims in registers a part is as good as any other.
  SmallVector<int64_t> cut;
  for (int64_t dim = 0; dim < rank(); ++dim) {
    if (from[dim] != to[dim] &&
        (offsets[dim] % base[dim] != 0 || to[dim] % base[dim] != 0)) {
      if (!isInRegisters(dim)) {
        return std::nullopt;
      }
      cut.push_back(dim);
    }
  }
  return dropped(cut).inserted(cut);
}

Layout Layout::permuted(ArrayRef<int64_t> permutation) const {
  auto moved = [&](ArrayRef<int64_t> list) {
    Column result;
    for (int64_t dim : permutation) {
      result.push_back(list[dim]);
    }
    return result;
  };
  Layout result = mapped(moved);
  result.base = moved(base);
  return result;
}

std::optional<Layout> Layout::absorbed(ArrayRef<int64_t> shape) const {
  Layout result = *this;
  for (int64_t dim = rank(); dim-- > 0;) {
    if (!llvm::isPowerOf2_64(shape[dim])) {
      return std::nullopt;
    }
    for (int64_t step = base[dim]; step < shape[dim]; step *= 2) {
      Column column(base.size(), 0);
      column[dim] = step;
      result.registers.push_back(std::move(column));
    }
  }
  result.base.assign(shape.begin(), shape.end());
  return result;
}

std::optional<Layout> Layout::reshaped(ArrayRef<int64_t> from,
                                       ArrayRef<int64_t> to) const {
  // Dims of extent 1 come and go.
  auto ones = [](ArrayRef<int64_t> shape) {
    SmallVector<int64_t> dims;
    for (auto [dim, extent] : llvm::enumerate(shape)) {
      if (extent == 1) {
        dims.push_back(static_cast<int64_t>(dim));
      }
    }
    return dims;
  };
  auto isOne = [](int64_t extent) { return extent == 1; };
  if (llvm::equal(llvm::make_filter_range(from, std::not_fn(isOne)),
                  llvm::make_filter_range(to, std::not_fn(isOne)))) {
    return dropped(ones(from)).inserted(ones(to));
  }
  // A bit of a coordinate is a bit of the row-major number, and the other way.
  std::optional<Layout> whole = absorbed(from);
  if (!whole || !llvm::all_of(to, [](int64_t extent) {
        return llvm::isPowerOf2_64(extent);
      })) {
    return std::nullopt;
  }
  auto moved = [&](const Column &column) {
    int64_t number = 0;
    for (auto [step, extent] : llvm::zip_equal(column, from)) {
      number = number * extent + step;
    }
    Column result(to.size(), 0);
    for (size_t dim = to.size(); dim-- > 0;) {
      result[dim] = number % to[dim];
      number /= to[dim];
    }
    return result;
  };
  Layout result = whole->mapped(moved);
  result.base.assign(to.begin(), to.end());
  return result;
}

Layout blockedLayout(ArrayRef<int64_t> shape, ArrayRef<int64_t> order,
                     int64_t vector, int64_t lanes, int64_t warps) {
  Layout layout;
  layout.base.assign(shape.size(), 1);
  auto take = [&](SmallVector<Layout::Column> &columns, int64_t dim) {
    Layout::Column column(shape.size(), 0);
    column[dim] = layout.base[dim];
    layout.base[dim] *= 2;
    columns.push_back(std::move(column));
  };
  auto hasRoom = [&](int64_t dim) {
    return layout.base[dim] < powerIn(shape[dim]);
  };
  if (!order.empty()) {
    for (int64_t taken = 1; taken < vector && hasRoom(order.front());
         taken *= 2) {
      take(layout.registers, order.front());
    }
  }
  auto spread = [&](SmallVector<Layout::Column> &columns, int64_t count,
                    auto &&dims) {
    for (int64_t dim : dims) {
      for (; count > 1 && hasRoom(dim); count /= 2) {
        take(columns, dim);
      }
    }
    for (; count > 1; count /= 2) {
      columns.push_back(Layout::Column(shape.size(), 0));
    }
  };
  spread(layout.lanes, lanes, order);
  spread(layout.warps, warps, llvm::reverse(order));
  return layout;
}

Layout spreadInWarps(const Layout &given, ArrayRef<int64_t> shape,
                     ArrayRef<int64_t> order, int64_t vector) {
  Layout layout;
  layout.warps = given.warps;
  SmallVector<SmallVector<int64_t>> left(shape.size());
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    layout.base.push_back(powerIn(extent));
    for (int64_t step = 1; step < layout.base[dim]; step *= 2) {
      const bool isOfWarps =
          llvm::any_of(given.warps, [&](const Layout::Column &column) {
            return column[dim] == step;
          });
      if (!isOfWarps) {
        left[dim].push_back(step);
      }
    }
  }
  auto take = [&](SmallVector<Layout::Column> &columns, int64_t dim) {
    Layout::Column column(shape.size(), 0);
    column[dim] = left[dim].front();
    left[dim].erase(left[dim].begin());
    columns.push_back(std::move(column));
  };
  if (!order.empty()) {
    const int64_t minor = order.front();
    for (int64_t taken = 1;
         taken < vector && !left[minor].empty() && left[minor].front() == taken;
         taken *= 2) {
      take(layout.registers, minor);
    }
  }
  for (int64_t dim : order) {
    while (layout.lanes.size() < given.lanes.size() && !left[dim].empty()) {
      take(layout.lanes, dim);
    }
  }
  layout.lanes.resize(given.lanes.size(), Layout::Column(shape.size(), 0));
  for (int64_t dim : order) {
    while (!left[dim].empty()) {
      take(layout.registers, dim);
    }
  }
  return layout;
}

Layout stripedLayout(int64_t elements, int64_t lanes, int64_t warps) {
  Layout layout;
  layout.base = {1};
  auto spread = [&](SmallVector<Layout::Column> &columns, int64_t count,
                    int64_t most) {
    for (; count > 1; count /= 2) {
      const bool hasRoom = layout.base[0] < most;
      columns.push_back({hasRoom ? layout.base[0] : 0});
      layout.base[0] *= hasRoom ? 2 : 1;
    }
  };
  spread(layout.lanes, lanes, elements);
  spread(layout.registers, elements / (lanes * warps), elements);
  spread(layout.warps, warps, elements);
  return layout;
}

} // namespace weft::tile
