// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/SaveMemory.h"

#include "weft/Plan/Memory/Annotations.h"
#include "weft/Plan/Memory/DescribeSteps.h"

#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::plan {
namespace {

class Saver {
public:
  Saver(ProgramOp program, const Lives &lives, const TempProfile &profile)
      : program(program), lives(lives), profile(profile), peak(profile.peak()) {
    for (const auto &[number, storage] : profile.storages()) {
      if (storage.isAliveAt(peak)) {
        alive.push_back(&storage);
      }
    }
  }

  std::vector<MemorySaving> run() {
    for (const MemorySaving &saving :
         {recompute(), narrowTypes(), halveRows()}) {
      if (saving.bytes > 0) {
        savings.push_back(saving);
      }
    }
    llvm::stable_sort(savings, [](const auto &a, const auto &b) {
      return a.bytes > b.bytes;
    });
    return std::move(savings);
  }

private:
  //===--------------------------------------------------------------------===//
  // Values that are computed again
  //===--------------------------------------------------------------------===//

  /// From behind the last step that reads a value before the peak to before the
  /// next one.
  struct Gap {
    Interval when;
    Operation *next = nullptr;
  };

  /// None where a step that runs at the peak uses it, or nothing does later.
  std::optional<Gap> gapOf(mlir::Value value, Operation *maker) const {
    Gap gap{{lives.endPosition(maker) + 1, 0}, nullptr};
    for (Operation *user : value.getUsers()) {
      Operation *step = maker->getBlock()->findAncestorOpInBlock(*user);
      if (step == nullptr || step->hasTrait<OpTrait::IsTerminator>()) {
        return std::nullopt;
      }
      if (lives.endPosition(step) < peak) {
        gap.when.begin = std::max(gap.when.begin, lives.endPosition(step) + 1);
      } else if (lives.position(step) <= peak) {
        return std::nullopt;
      } else if (gap.next == nullptr || step->isBeforeInBlock(gap.next)) {
        gap.next = step;
      }
    }
    if (gap.next == nullptr) {
      return std::nullopt;
    }
    gap.when.end = lives.position(gap.next) - 1;
    return gap;
  }

  /// The value of a storage that is alive at the peak, if it is only one.
  mlir::Value ownerOf(const TempStorage &storage) const {
    mlir::Value owner;
    for (mlir::Value value : storage.values) {
      const Interval life = lives.of(value);
      if (life.begin <= peak && peak <= life.end) {
        if (owner) {
          return nullptr;
        }
        owner = value;
      }
    }
    return owner;
  }

  /// What recomputing the value of a storage saves, with what its operands
  /// would have to be kept for longer.
  std::optional<MemorySaving> recompute(const TempStorage &storage) const {
    mlir::Value value = ownerOf(storage);
    auto maker = value ? value.getDefiningOp<KernelOp>() : KernelOp();
    if (!maker || lives.position(maker) >= peak) {
      return std::nullopt;
    }
    const std::optional<Gap> gap = gapOf(value, maker);
    if (!gap || llvm::any_of(storage.values, [&](mlir::Value other) {
          return other != value && lives.of(other).overlaps(gap->when);
        })) {
      return std::nullopt;
    }
    TempProfile::Changes changes;
    TempProfile::add(changes, gap->when, -storage.bytes);
    for (mlir::Value operand : maker.getOperands()) {
      PlaceAttr place = placeOf(operand);
      const Interval life = lives.of(operand);
      const int64_t needed = lives.position(gap->next);
      if (place && place.getArena() == Arena::Temp && life.end < needed) {
        TempProfile::add(changes, {life.end + 1, needed}, reachOf(operand));
      }
    }
    const int64_t before = profile.mostWith({});
    const int64_t bytes = before - profile.mostWith(changes);
    return MemorySaving{bytes, "recomputing " + describeStep(maker) + " for " +
                                   describeStep(gap->next) +
                                   " (jax.checkpoint)"};
  }

  MemorySaving recompute() const {
    // Of the largest: each is a look at the whole program.
    constexpr size_t kMostTried = 16;
    std::vector<const TempStorage *> largest = alive;
    llvm::stable_sort(largest, [](const auto *a, const auto *b) {
      return a->bytes > b->bytes;
    });
    MemorySaving best;
    for (const TempStorage *storage :
         ArrayRef(largest).take_front(kMostTried)) {
      std::optional<MemorySaving> saving = recompute(*storage);
      if (saving && saving->bytes > best.bytes) {
        best = *std::move(saving);
      }
    }
    return best;
  }

  //===--------------------------------------------------------------------===//
  // Types and rows
  //===--------------------------------------------------------------------===//

  /// Bytes at the peak of those whose value a predicate accepts.
  int64_t bytesOf(llvm::function_ref<bool(RankedTensorType)> accepts) const {
    int64_t bytes = 0;
    for (const TempStorage *storage : alive) {
      auto type = dyn_cast<RankedTensorType>(storage->values.front().getType());
      if (type && accepts(type)) {
        bytes += storage->bytes;
      }
    }
    return bytes;
  }

  MemorySaving narrowTypes() {
    Builder builder(program.getContext());
    const std::pair<Type, StringRef> types[] = {
        {builder.getF64Type(), "f64 in f32"},
        {ComplexType::get(builder.getF64Type()),
         "complex<f64> in complex<f32>"},
        {builder.getI64Type(), "i64 in i32"},
        {builder.getF32Type(), "f32 in bf16"}};
    MemorySaving best;
    for (auto [wide, names] : types) {
      const int64_t bytes = bytesOf([&](RankedTensorType type) {
                              return type.getElementType() == wide;
                            }) /
                            2;
      if (bytes > best.bytes) {
        best = {bytes, "computing what is " + names.str()};
      }
    }
    return best;
  }

  MemorySaving halveRows() {
    MemorySaving best;
    for (BlockArgument argument : program.getArguments()) {
      auto given = dyn_cast<RankedTensorType>(argument.getType());
      if (!given || given.getRank() == 0 || given.getDimSize(0) < 2) {
        continue;
      }
      const int64_t rows = given.getDimSize(0);
      const int64_t bytes =
          bytesOf([&](RankedTensorType type) {
            return type.getRank() > 0 && type.getDimSize(0) == rows;
          }) /
          2;
      if (bytes > best.bytes) {
        best = {bytes, llvm::formatv("half of the {0} rows of argument {1} at "
                                     "a time (values there have as many)",
                                     rows, argument.getArgNumber())};
      }
    }
    return best;
  }

  ProgramOp program;
  const Lives &lives;
  const TempProfile &profile;
  const int64_t peak;
  /// At the peak.
  std::vector<const TempStorage *> alive;
  std::vector<MemorySaving> savings;
};

} // namespace

std::vector<MemorySaving> findSavings(ProgramOp program, const Lives &lives,
                                      const TempProfile &profile) {
  return Saver(program, lives, profile).run();
}

} // namespace weft::plan
