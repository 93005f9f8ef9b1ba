// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/ConstantsArena.h"

#include "weft/Plan/Memory/Annotations.h"
#include "weft/Tile/Tiling/KernelFrame.h"

using namespace mlir;

namespace weft {

Status ConstantsArena::place(plan::ProgramOp program, int64_t placed) {
  auto most = static_cast<int64_t>(budget->limits().maxBytes);
  if (placed > most) {
    return Status::resourceExhausted(
        "the program's constants take " + std::to_string(placed) +
        " bytes, over the limit of " + std::to_string(most));
  }
  bytes.resize(static_cast<size_t>(placed), '\0');
  Status status = Status::success();
  program.walk([&](plan::ConstantOp constant) {
    plan::PlaceAttr place = plan::placeOf(constant.getResult());
    if (status.ok() && place.getArena() == plan::Arena::Constants) {
      status = write(place.getOffset(), constant.getValue());
    }
  });
  return status;
}

Status ConstantsArena::write(int64_t offset, ElementsAttr value) {
  WEFT_ASSIGN_OR_RETURN(reference::Tensor tensor, read(value));
  llvm::ArrayRef<char> raw = tensor.bytes();
  if (bytes.size() < offset + raw.size()) {
    return Status::internal("a constant lies outside its arena");
  }
  std::copy(raw.begin(), raw.end(), bytes.begin() + offset);
  return Status::success();
}

StatusOr<int64_t> ConstantsArena::append(ElementsAttr value) {
  auto [known, isNew] = offsets.try_emplace(value, 0);
  if (isNew) {
    WEFT_ASSIGN_OR_RETURN(reference::Tensor tensor, read(value));
    bytes.resize(llvm::alignTo(bytes.size(), alignment), '\0');
    known->second = static_cast<int64_t>(bytes.size());
    bytes.append(tensor.bytes().begin(), tensor.bytes().end());
  }
  return known->second;
}

StatusOr<std::vector<int64_t>>
ConstantsArena::appendOwn(tile::KernelOp kernel) {
  return appendOwn(
      kernel->getAttrOfType<ArrayAttr>(tile::constantsAttributeName));
}

StatusOr<std::vector<int64_t>> ConstantsArena::appendOwn(ArrayAttr own) {
  std::vector<int64_t> places;
  if (own) {
    for (Attribute entry : own) {
      WEFT_ASSIGN_OR_RETURN(int64_t offset, append(cast<ElementsAttr>(
                                                cast<ArrayAttr>(entry)[1])));
      places.push_back(offset);
    }
  }
  return places;
}

} // namespace weft
