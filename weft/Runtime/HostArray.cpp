// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/HostArray.h"

#include <algorithm>
#include <cstring>

namespace weft::runtime {
namespace {

struct Axis {
  int64_t extent;
  int64_t source;
  int64_t destination;
};

/// Elements one by one along the innermost axis.
template <unsigned Bytes>
void copyRow(const Axis &axis, const char *source, char *destination) {
  for (int64_t i = 0; i < axis.extent; ++i) {
    std::memcpy(destination + i * axis.destination, source + i * axis.source,
                Bytes);
  }
}

void copyInner(unsigned elementBytes, const Axis &axis, const char *source,
               char *destination) {
  int64_t dense = elementBytes;
  if (axis.source == dense && axis.destination == dense) {
    std::memcpy(destination, source,
                static_cast<size_t>(axis.extent) * elementBytes);
    return;
  }
  switch (elementBytes) {
  case 1:
    return copyRow<1>(axis, source, destination);
  case 2:
    return copyRow<2>(axis, source, destination);
  case 4:
    return copyRow<4>(axis, source, destination);
  case 8:
    return copyRow<8>(axis, source, destination);
  default:
    return copyRow<16>(axis, source, destination);
  }
}

void copyAxes(unsigned elementBytes, std::span<const Axis> axes,
              const char *source, char *destination) {
  if (axes.size() == 1) {
    return copyInner(elementBytes, axes.front(), source, destination);
  }
  const Axis &outer = axes.front();
  for (int64_t i = 0; i < outer.extent; ++i) {
    copyAxes(elementBytes, axes.subspan(1), source + i * outer.source,
             destination + i * outer.destination);
  }
}

} // namespace

void copyStrided(unsigned elementBytes, std::span<const int64_t> dimensions,
                 const void *source, std::span<const int64_t> sourceStrides,
                 void *destination,
                 std::span<const int64_t> destinationStrides) {
  std::vector<Axis> axes;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i] == 0) {
      return;
    }
    if (dimensions[i] != 1) {
      axes.push_back({dimensions[i], sourceStrides[i], destinationStrides[i]});
    }
  }
  // Writing in order is what matters; rank is small, so a stable sort by the
  // destination's stride, largest outside, then joining what is contiguous.
  std::stable_sort(axes.begin(), axes.end(), [](const Axis &a, const Axis &b) {
    return std::abs(a.destination) > std::abs(b.destination);
  });
  std::vector<Axis> joined;
  for (const Axis &axis : axes) {
    if (!joined.empty() && joined.back().source == axis.source * axis.extent &&
        joined.back().destination == axis.destination * axis.extent) {
      joined.back() = {joined.back().extent * axis.extent, axis.source,
                       axis.destination};
    } else {
      joined.push_back(axis);
    }
  }
  if (joined.empty()) {
    joined.push_back({1, elementBytes, elementBytes});
  }
  copyAxes(elementBytes, joined, static_cast<const char *>(source),
           static_cast<char *>(destination));
}

bool areBooleans(const void *data, uint64_t size) {
  const auto *bytes = static_cast<const uint8_t *>(data);
  return std::all_of(bytes, bytes + size,
                     [](uint8_t byte) { return byte <= 1; });
}

void makeBooleans(void *data, uint64_t size) {
  auto *bytes = static_cast<uint8_t *>(data);
  std::transform(bytes, bytes + size, bytes,
                 [](uint8_t byte) { return byte != 0 ? 1 : 0; });
}

StatusOr<std::vector<int64_t>> stridesOf(const HostArray &array) {
  WEFT_ASSIGN_OR_RETURN(ArrayType type,
                        ArrayType::create(array.element, array.dimensions));
  if (!array.byteStrides) {
    return type.byteStrides();
  }
  if (array.byteStrides->size() != array.dimensions.size()) {
    return Status::invalidArgument(
        "an array of " + std::to_string(array.dimensions.size()) +
        " dimensions was given " + std::to_string(array.byteStrides->size()) +
        " strides");
  }
  return std::vector<int64_t>(array.byteStrides->begin(),
                              array.byteStrides->end());
}

StatusOr<HostPlacement> placementOf(const ArrayType &type,
                                    const HostLayout &layout) {
  if (!layout.byteStrides) {
    std::optional<std::span<const int64_t>> order;
    if (layout.minorToMajor) {
      order = *layout.minorToMajor;
    }
    WEFT_ASSIGN_OR_RETURN(
        ArrayType placed,
        ArrayType::create(type.element, type.dimensions, order));
    return HostPlacement{placed.byteStrides(), placed.byteSize()};
  }
  if (layout.byteStrides->size() != type.rank()) {
    return Status::invalidArgument(
        "an array of " + std::to_string(type.rank()) +
        " dimensions was given " + std::to_string(layout.byteStrides->size()) +
        " strides");
  }
  HostPlacement placement{*layout.byteStrides, 0};
  if (type.byteSize() == 0) {
    return placement;
  }
  int64_t last = elementBytes(type.element);
  for (size_t i = 0; i < type.rank(); ++i) {
    int64_t stride = placement.byteStrides[i];
    int64_t extent;
    if (stride < 0 ||
        __builtin_mul_overflow(stride, type.dimensions[i] - 1, &extent) ||
        __builtin_add_overflow(last, extent, &last)) {
      return Status::invalidArgument("stride " + std::to_string(stride) +
                                     " of dimension " + std::to_string(i) +
                                     " is no stride of a destination");
    }
  }
  placement.byteSize = static_cast<uint64_t>(last);
  return placement;
}

} // namespace weft::runtime
