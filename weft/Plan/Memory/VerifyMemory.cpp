// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/VerifyMemory.h"

#include "weft/Plan/IR/Workspace.h"
#include "weft/Plan/Memory/Annotations.h"
#include "weft/Plan/Memory/BorderCopies.h"
#include "weft/Plan/Memory/Lives.h"
#include "weft/Plan/Passes.h"

#include <llvm/ADT/BitVector.h>

#include <map>

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_VERIFYPLANMEMORYPASS
#include "weft/Plan/Passes.h.inc"

namespace {

class MemoryVerifier {
public:
  explicit MemoryVerifier(ProgramOp program)
      : program(program), lives(program) {}

  LogicalResult run() {
    if (!program.isAtLeast(Stage::Shared)) {
      return success();
    }
    if (failed(verifyWritten()) || failed(verifySharing()) ||
        failed(verifyDonations())) {
      return failure();
    }
    if (!program.isAtLeast(Stage::Placed)) {
      return success();
    }
    if (failed(verifyPlaces()) || failed(verifyApart()) ||
        failed(verifyWorkspaces())) {
      return failure();
    }
    return program.isAtLeast(Stage::Synchronised)
               ? verifyOrder(program.getBody().front())
               : success();
  }

private:
  struct Item {
    Value value;
    int64_t low;
    int64_t high;
    Interval life;
  };

  LogicalResult verifyWritten();
  LogicalResult verifySharing();
  LogicalResult verifyDonations();
  LogicalResult verifyPlaces();
  LogicalResult verifyApart();
  LogicalResult verifyWorkspaces();
  int64_t sizeOf(StringRef arena);
  LogicalResult verifyOrder(Block &block);
  LogicalResult verifyClass(ArrayRef<Item> items);
  bool mayOverwrite(Value read, Value written);

  InFlightDiagnostic report(Value value) {
    if (Operation *definer = value.getDefiningOp()) {
      return definer->emitOpError();
    }
    InFlightDiagnostic diagnostic =
        value.getParentBlock()->getParentOp()->emitOpError();
    diagnostic << "argument " << cast<BlockArgument>(value).getArgNumber()
               << " ";
    return diagnostic;
  }

  ProgramOp program;
  Lives lives;
};

/// Every value with bytes belongs to a class.
LogicalResult MemoryVerifier::verifyWritten() {
  for (Value value : lives.values()) {
    if (storageOf(value).number < 0) {
      return report(value) << "P7: has no '" << kStorageName << "'";
    }
  }
  return success();
}

/// Whether the operation that writes one value says that it may write over
/// another it reads.
bool MemoryVerifier::mayOverwrite(Value read, Value written) {
  Operation *writer = written.getDefiningOp();
  unsigned result = cast<OpResult>(written).getResultNumber();
  if (auto call = dyn_cast<FfiOp>(writer)) {
    return llvm::any_of(callAliases(call), [&](CallAlias alias) {
      return alias.result == result && call->getOperand(alias.operand) == read;
    });
  }
  auto kernel = dyn_cast<KernelOp>(writer);
  if (!kernel || !kernel.getInplace()) {
    return false;
  }
  return llvm::any_of(kernel.getInplace()->getAsRange<AliasAttr>(),
                      [&](AliasAttr pair) {
                        return pair.getResult() == result &&
                               kernel.getOperand(pair.getOperand()) == read;
                      });
}

LogicalResult MemoryVerifier::verifyClass(ArrayRef<Item> items) {
  for (const Item &written : items) {
    if (!isWritten(written.value)) {
      continue;
    }
    int64_t time = written.life.begin;
    for (const Item &read : items) {
      bool shareBytes = read.low < written.high && written.low < read.high;
      if (&read == &written || !shareBytes || time < read.life.begin ||
          time > read.life.end) {
        continue;
      }
      if (time == read.life.end && time > read.life.begin &&
          mayOverwrite(read.value, written.value)) {
        continue;
      }
      InFlightDiagnostic diagnostic =
          report(written.value)
          << "P7: overwrites a value that is still to be read";
      diagnostic.attachNote(read.value.getLoc()) << "the value is made here";
      return diagnostic;
    }
  }
  return success();
}

LogicalResult MemoryVerifier::verifySharing() {
  std::map<int64_t, std::vector<Item>> classes;
  for (Value value : lives.values()) {
    StorageOf storage = storageOf(value);
    classes[storage.number].push_back({value, storage.offset,
                                       storage.offset + reachOf(value),
                                       lives.of(value)});
  }
  for (auto &[number, items] : classes) {
    if (failed(verifyClass(items))) {
      return failure();
    }
  }
  return success();
}

LogicalResult MemoryVerifier::verifyDonations() {
  Operation *terminator = program.getBody().front().getTerminator();
  for (BlockArgument argument : program.getArguments()) {
    auto donate = program.getArgAttrOfType<DonateAttr>(argument.getArgNumber(),
                                                       kDonateName);
    if (!donate || donate.getKind() != DonateKind::Must ||
        !hasBytes(argument.getType())) {
      continue;
    }
    StorageOf given = storageOf(argument);
    StorageOf taken = storageOf(terminator->getOperand(donate.getResult()));
    if (given.number != taken.number || given.offset != taken.offset) {
      return program.emitOpError() << "P8: argument " << argument.getArgNumber()
                                   << " must hold result " << donate.getResult()
                                   << ", which lies elsewhere";
    }
  }
  return success();
}

int64_t MemoryVerifier::sizeOf(StringRef arena) {
  auto number = program.getArenasAttr()
                    ? program.getArenasAttr().getAs<IntegerAttr>(arena)
                    : IntegerAttr();
  return number ? number.getInt() : 0;
}

LogicalResult MemoryVerifier::verifyPlaces() {
  for (Value value : lives.values()) {
    PlaceAttr place = placeOf(value);
    if (!place) {
      return report(value) << "P9: has no place";
    }
    if (place.getBytes() != reachOf(value)) {
      return report(value) << "P9: needs " << reachOf(value)
                           << " bytes, its place is " << place;
    }
    int64_t size = place.getEnd();
    switch (place.getArena()) {
    case Arena::None:
      return report(value) << "P9: has no place";
    case Arena::Temp:
      size = sizeOf("temp");
      break;
    case Arena::Constants:
      size = sizeOf("constants");
      break;
    case Arena::Argument:
      size = place.getIndex() < program.getNumArguments()
                 ? byteSize(program.getArgumentTypes()[place.getIndex()])
                 : -1;
      break;
    case Arena::Result:
      size = place.getIndex() < program.getNumResults()
                 ? byteSize(program.getResultTypes()[place.getIndex()])
                 : -1;
      break;
    }
    if (place.getEnd() > size) {
      return report(value) << "P9: place " << place
                           << " is not inside its arena of " << size
                           << " bytes";
    }
    if (place.getOffset() % 16 != 0 && place.getBytes() > 0) {
      return report(value) << "P9: place " << place
                           << " is not a multiple of 16";
    }
  }
  return success();
}

/// Two classes with common bytes are never alive together.
LogicalResult MemoryVerifier::verifyApart() {
  std::vector<Item> items;
  for (Value value : lives.values()) {
    PlaceAttr place = placeOf(value);
    if (place.getBytes() > 0 && place.getArena() != Arena::Constants) {
      items.push_back(
          {value, place.getOffset(), place.getEnd(), lives.of(value)});
    }
  }
  llvm::stable_sort(items, [](const Item &a, const Item &b) {
    return a.life.begin < b.life.begin;
  });
  std::vector<Item> alive;
  for (const Item &item : items) {
    llvm::erase_if(alive, [&](const Item &other) {
      return other.life.end < item.life.begin;
    });
    for (const Item &other : alive) {
      if (placeOf(item.value).overlaps(placeOf(other.value)) &&
          storageOf(item.value).number != storageOf(other.value).number) {
        InFlightDiagnostic diagnostic =
            report(item.value) << "P9: shares bytes with a value of another "
                                  "storage class that is alive";
        diagnostic.attachNote(other.value.getLoc()) << "that value is here";
        return diagnostic;
      }
    }
    alive.push_back(item);
  }
  return success();
}

/// What a kernel has for itself is inside the arena, and nothing that is alive
/// when it runs has any of it.
LogicalResult MemoryVerifier::verifyWorkspaces() {
  WalkResult result = program.walk<WalkOrder::PreOrder>([&](KernelOp kernel) {
    PlaceAttr place = workspaceOf(kernel);
    if (!place) {
      return WalkResult::skip();
    }
    if (place.getEnd() > sizeOf("temp")) {
      kernel.emitOpError() << "P9: workspace " << place
                           << " is not inside its arena of " << sizeOf("temp")
                           << " bytes";
      return WalkResult::interrupt();
    }
    const int64_t time = lives.position(kernel);
    for (Value value : lives.values()) {
      const Interval life = lives.of(value);
      if (life.begin <= time && time <= life.end &&
          placeOf(value).overlaps(place)) {
        InFlightDiagnostic diagnostic =
            kernel.emitOpError() << "P9: workspace " << place
                                 << " shares bytes with a value that is alive";
        diagnostic.attachNote(value.getLoc()) << "that value is here";
        return WalkResult::interrupt();
      }
    }
    return WalkResult::skip();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// P10
//===----------------------------------------------------------------------===//

/// What a step of a block touches, the steps inside it included.
struct Touched {
  SmallVector<PlaceAttr> read;
  SmallVector<PlaceAttr> written;
};

Touched findTouched(Operation *step) {
  Touched touched;
  auto add = [](Value value, SmallVectorImpl<PlaceAttr> &places) {
    if (hasBytes(value.getType())) {
      places.push_back(placeOf(value));
    }
  };
  std::function<void(Operation *)> visit = [&](Operation *operation) {
    bool namesOnly = isa<ViewOp, BarrierOp>(operation);
    for (Value operand : operation->getOperands()) {
      if (!namesOnly) {
        add(operand, touched.read);
      }
    }
    for (Value result : operation->getResults()) {
      if (isWritten(result)) {
        add(result, touched.written);
      }
    }
    if (auto kernel = dyn_cast<KernelOp>(operation)) {
      if (PlaceAttr place = workspaceOf(kernel)) {
        touched.written.push_back(place);
      }
    }
    if (isa<WhileOp, CaseOp>(operation)) {
      for (Region &region : operation->getRegions()) {
        for (Operation &inner : region.front()) {
          visit(&inner);
        }
      }
    }
  };
  visit(step);
  return touched;
}

bool isAnyShared(ArrayRef<PlaceAttr> some, ArrayRef<PlaceAttr> others) {
  return llvm::any_of(some, [&](PlaceAttr one) {
    return llvm::any_of(others,
                        [&](PlaceAttr other) { return one.overlaps(other); });
  });
}

LogicalResult MemoryVerifier::verifyOrder(Block &block) {
  SmallVector<Operation *> steps;
  llvm::DenseMap<Operation *, unsigned> numbers;
  for (Operation &operation : block) {
    numbers[&operation] = steps.size();
    steps.push_back(&operation);
  }
  // before[i]: the steps that are over when step i begins.
  std::vector<llvm::BitVector> before(steps.size(),
                                      llvm::BitVector(steps.size()));
  std::vector<Touched> touched;
  for (auto [i, step] : llvm::enumerate(steps)) {
    auto waitFor = [&](unsigned number) {
      before[i].set(number);
      before[i] |= before[number];
    };
    auto waitForOperands = [&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        auto found = numbers.find(operand.getDefiningOp());
        if (found != numbers.end()) {
          waitFor(found->second);
        }
      }
    };
    step->walk(waitForOperands);
    if (auto after = step->getAttrOfType<DenseI64ArrayAttr>(kAfterName)) {
      for (int64_t number : after.asArrayRef()) {
        if (number < 0 || number >= static_cast<int64_t>(i)) {
          return step->emitOpError() << "P10: waits for position " << number
                                     << ", which is not before its own";
        }
        waitFor(number);
      }
    }
    touched.push_back(findTouched(step));
    for (size_t j = 0; j < i; ++j) {
      if (!before[i][j] &&
          (isAnyShared(touched[i].written, touched[j].written) ||
           isAnyShared(touched[i].written, touched[j].read) ||
           isAnyShared(touched[i].read, touched[j].written))) {
        return step->emitOpError()
               << "P10: touches the bytes of the operation at position " << j
               << " and does not wait for it";
      }
    }
    if (isa<WhileOp, CaseOp>(step)) {
      for (Region &region : step->getRegions()) {
        if (failed(verifyOrder(region.front()))) {
          return failure();
        }
      }
    }
  }
  return success();
}

struct VerifyPlanMemory : impl::VerifyPlanMemoryPassBase<VerifyPlanMemory> {
  void runOnOperation() override {
    if (failed(verifyMemory(getOperation()))) {
      signalPassFailure();
    }
    markAllAnalysesPreserved();
  }
};

} // namespace

LogicalResult verifyMemory(ProgramOp program) {
  return MemoryVerifier(program).run();
}

} // namespace weft::plan
