// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/PlaceValues.h"

#include "weft/Plan/Memory/Annotations.h"
#include "weft/Plan/Memory/KeepApart.h"
#include "weft/Plan/Memory/Packing.h"
#include "weft/Plan/Memory/Windows.h"
#include "weft/Plan/Passes.h"
#include "weft/Support/DecisionsDialect.h"
#include "weft/Support/PlantedFault.h"

#include <mlir/IR/Builders.h>

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_PLACEVALUESPASS
#include "weft/Plan/Passes.h.inc"

namespace {

constexpr StringLiteral kConstantsName = "constants";
constexpr StringLiteral kTempName = "temp";
constexpr StringLiteral kBoundName = "temp_bound";

void setArenas(ProgramOp program, int64_t constants, int64_t temp,
               int64_t bound) {
  Builder builder(program.getContext());
  program.setArenasAttr(builder.getDictionaryAttr({
      builder.getNamedAttr(kConstantsName,
                           builder.getI64IntegerAttr(constants)),
      builder.getNamedAttr(kTempName, builder.getI64IntegerAttr(temp)),
      builder.getNamedAttr(kBoundName, builder.getI64IntegerAttr(bound)),
  }));
}

struct Class {
  Arena arena = Arena::Temp;
  /// Of the argument or result.
  int64_t index = 0;
  int64_t bytes = 0;
  Interval life{std::numeric_limits<int64_t>::max(), -1};
  /// Where it matters, when the value might be alive.
  Interval window{std::numeric_limits<int64_t>::max(), -1};
  ElementsAttr constant;
  /// In its arena.
  int64_t offset = 0;
};

class Placer {
public:
  Placer(ProgramOp program, int64_t alignment, int64_t room)
      : program(program), alignment(alignment), room(room), lives(program) {}

  MemorySizes run() {
    collect();
    placeConstants();
    placeTemporaries();
    write();
    return readSizes(program);
  }

private:
  void collect();
  void placeConstants();
  void placeTemporaries();
  void write();

  ProgramOp program;
  int64_t alignment;
  int64_t room;
  Lives lives;
  std::vector<Class> classes;
  int64_t constantBytes = 0;
  int64_t tempBytes = 0;
  int64_t tempBound = 0;
};

void Placer::collect() {
  std::optional<Windows> windows;
  if (room > 0) {
    windows.emplace(program, lives);
  }
  for (Value value : lives.values()) {
    StorageOf storage = storageOf(value);
    if (storage.number >= static_cast<int64_t>(classes.size())) {
      classes.resize(storage.number + 1);
    }
    Class &own = classes[storage.number];
    Interval life = lives.of(value);
    own.life.begin = std::min(own.life.begin, life.begin);
    own.life.end = std::max(own.life.end, life.end);
    if (windows) {
      own.window = hull(own.window, windows->of(value));
    }
    own.bytes = std::max(own.bytes, storage.offset + reachOf(value));
    if (auto constant = value.getDefiningOp<ConstantOp>()) {
      own.arena = Arena::Constants;
      own.constant = constant.getValue();
    }
  }
  Operation *terminator = program.getBody().front().getTerminator();
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    if (hasBytes(value.getType())) {
      Class &own = classes[storageOf(value).number];
      own.arena = Arena::Result;
      own.index = i;
    }
  }
  for (BlockArgument argument : program.getArguments()) {
    if (hasBytes(argument.getType())) {
      Class &own = classes[storageOf(argument).number];
      own.arena = Arena::Argument;
      own.index = argument.getArgNumber();
    }
  }
}

void Placer::placeConstants() {
  llvm::DenseMap<Attribute, int64_t> offsets;
  for (Class &own : classes) {
    if (own.arena != Arena::Constants) {
      continue;
    }
    auto [found, isNew] = offsets.try_emplace(own.constant, constantBytes);
    own.offset = found->second;
    if (isNew) {
      constantBytes += llvm::alignTo(own.bytes, alignment);
    }
  }
}

void Placer::placeTemporaries() {
  std::vector<Buffer> buffers;
  std::vector<Buffer> windows;
  std::vector<size_t> numbers;
  for (auto [i, own] : llvm::enumerate(classes)) {
    if (own.arena == Arena::Temp && own.life.end >= 0) {
      int64_t end = own.life.end - (isPlanted(Fault::LifeEndsEarly) ? 1 : 0);
      buffers.push_back({own.bytes, own.life.begin, end});
      windows.push_back({own.bytes, own.window.begin, own.window.end});
      numbers.push_back(i);
    }
  }
  Packing packing = pack(buffers, alignment);
  if (room > 0) {
    keepApart({buffers, windows}, packing.offsets, 0, alignment,
              packing.total + room);
    for (auto [offset, buffer] : llvm::zip_equal(packing.offsets, buffers)) {
      packing.total = std::max<int64_t>(
          packing.total, offset + llvm::alignTo(buffer.bytes, alignment));
    }
  }
  for (size_t i = 0; i < numbers.size(); ++i) {
    classes[numbers[i]].offset = packing.offsets[i];
  }
  tempBytes = packing.total;
  tempBound = lowerBound(buffers, alignment);
}

void Placer::write() {
  MLIRContext *context = program.getContext();
  Builder builder(context);
  auto placeFor = [&](Value value) -> Attribute {
    if (!hasBytes(value.getType())) {
      return PlaceAttr::get(context, Arena::None, 0, 0, 0);
    }
    StorageOf storage = storageOf(value);
    const Class &own = classes[storage.number];
    return PlaceAttr::get(context, own.arena, own.index,
                          own.offset + storage.offset, reachOf(value));
  };
  for (BlockArgument argument : program.getArguments()) {
    if (hasBytes(argument.getType())) {
      program.setArgAttr(argument.getArgNumber(), kPlaceName,
                         placeFor(argument));
    }
  }
  program.walk<WalkOrder::PreOrder>([&](Operation *operation) {
    if (operation != program && operation->getNumResults() > 0) {
      SmallVector<Attribute> places =
          llvm::map_to_vector(operation->getResults(),
                              [&](Value value) { return placeFor(value); });
      operation->setAttr(kPlaceName, builder.getArrayAttr(places));
    }
    bool hasSteps = isa<ProgramOp, WhileOp, CaseOp>(operation);
    return hasSteps ? WalkResult::advance() : WalkResult::skip();
  });
  setArenas(program, constantBytes, tempBytes, tempBound);
  program.setStage(Stage::Placed);
  decide(program, DecisionKind::Place, Reason::MemoryPlaced)
          .subject(program.getName())
          .cost({std::nullopt, tempBytes}, {std::nullopt, tempBound})
      << arg(tempBytes) << arg(tempBound);
}

struct PlaceValues : impl::PlaceValuesPassBase<PlaceValues> {
  using PlaceValuesPassBase::PlaceValuesPassBase;
  void runOnOperation() override {
    placeValues(getOperation(), alignment, room);
  }
};

} // namespace

MemorySizes placeValues(ProgramOp program, int64_t alignment, int64_t room) {
  return Placer(program, alignment, room).run();
}

void resizeTemporaries(ProgramOp program, int64_t bytes, int64_t bound) {
  setArenas(program, readSizes(program).constants, bytes, bound);
}

MemorySizes readSizes(ProgramOp program) {
  MemorySizes sizes;
  for (Type type : program.getArgumentTypes()) {
    sizes.arguments += byteSize(type);
  }
  Operation *terminator = program.getBody().front().getTerminator();
  for (Value value : terminator->getOperands()) {
    PlaceAttr place = placeOf(value);
    if (place) {
      int64_t bytes = byteSize(value.getType());
      (place.getArena() == Arena::Argument ? sizes.aliased : sizes.results) +=
          bytes;
    }
  }
  if (DictionaryAttr arenas = program.getArenasAttr()) {
    auto read = [&](StringRef name) -> int64_t {
      auto number = arenas.getAs<IntegerAttr>(name);
      return number ? number.getInt() : 0;
    };
    sizes.constants = read(kConstantsName);
    sizes.temp = read(kTempName);
    sizes.tempLowerBound = read(kBoundName);
  }
  return sizes;
}

} // namespace weft::plan
