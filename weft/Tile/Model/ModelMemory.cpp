// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Model/ModelMemory.h"

#include "weft/Tile/Model/Text.h"

#include <cstring>

using namespace mlir;

namespace weft::tile {

StatusOr<std::shared_ptr<ModelMemory>>
ModelMemory::allocate(reference::Budget &budget, RefType type) {
  int64_t elements = MemoryPlaces(type).size();
  int64_t size = elements * type.getElementBytes();
  WEFT_ASSIGN_OR_RETURN(std::shared_ptr<reference::Storage> storage,
                        reference::Storage::create(budget, size, type));
  auto memory = std::make_shared<ModelMemory>(
      type, MutableArrayRef<char>(storage->data(), size));
  memory->owned = std::move(storage);
  memory->defined.resize(elements);
  return memory;
}

void ModelMemory::trackWrites(bool onlyOnce) {
  once = onlyOnce;
  writers.assign(bytes.size() / elementBytes, 0);
  written.assign(writers.size(), false);
}

void ModelMemory::forgetWriters() {
  std::fill(writers.begin(), writers.end(), 0);
}

Status ModelMemory::read(int64_t place, char *to) const {
  if (!defined.empty() && !defined[place]) {
    return Status::failedPrecondition(
        "reads an element of a tile.alloc that nothing has written");
  }
  std::memcpy(to, bytes.data() + place * elementBytes, elementBytes);
  return Status::success();
}

Status ModelMemory::write(int64_t place, const char *from, int64_t program) {
  if (isTracked()) {
    int64_t other = writers[place] - 1;
    if (other >= 0 && other != program) {
      return Status::failedPrecondition(llvm::formatv(
          "writes an element that program {0} has written", other));
    }
    if (other == program && once) {
      return Status::failedPrecondition(
          "writes an element that this program has written before");
    }
    writers[place] = program + 1;
    written[place] = true;
  }
  update(place, from);
  return Status::success();
}

void ModelMemory::update(int64_t place, const char *from) {
  if (!defined.empty()) {
    defined[place] = true;
  }
  std::memcpy(bytes.data() + place * elementBytes, from, elementBytes);
}

ModelRef::ModelRef(RefType type, std::shared_ptr<ModelMemory> memory)
    : type(type), memory(std::move(memory)),
      places(std::make_shared<const MemoryPlaces>(type)) {}

StatusOr<int64_t> ModelRef::placeOf(ArrayRef<int64_t> index) const {
  for (auto [at, extent] : llvm::zip_equal(index, type.getShape())) {
    if (at < 0 || at >= extent) {
      return Status::outOfRange(llvm::formatv("index {0} is outside of {1}",
                                              listText(index), typeText(type)));
    }
  }
  return places->placeOf(index);
}

} // namespace weft::tile
