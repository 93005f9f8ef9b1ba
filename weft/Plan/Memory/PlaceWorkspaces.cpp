// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/PlaceWorkspaces.h"

#include "weft/Plan/IR/Workspace.h"
#include "weft/Plan/Memory/Annotations.h"
#include "weft/Plan/Memory/PackWorkspaces.h"
#include "weft/Plan/Memory/Packing.h"
#include "weft/Plan/Memory/PlaceValues.h"
#include "weft/Plan/Memory/Windows.h"
#include "weft/Plan/Passes.h"
#include "weft/Support/DecisionsDialect.h"

#include <llvm/ADT/MapVector.h>

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_PLACEWORKSPACESPASS
#include "weft/Plan/Passes.h.inc"

namespace {

class WorkspacePlacer {
public:
  WorkspacePlacer(ProgramOp program, int64_t alignment)
      : program(program), alignment(alignment), lives(program),
        windows(program, lives) {}

  void run() {
    collectWorkspaces();
    if (kernels.empty()) {
      return;
    }
    collectBuffers();
    const WorkspacePacking packing =
        packWorkspaces({buffers, bufferWindows}, offsets, workspaces, alignment,
                       kRoomToBeApart);
    write(packing);
  }

private:
  void collectBuffers();
  void collectWorkspaces();
  void write(const WorkspacePacking &packing);

  ProgramOp program;
  const int64_t alignment;
  const Lives lives;
  const Windows windows;
  /// Storage classes in the temp arena.
  std::vector<Buffer> buffers;
  std::vector<Buffer> bufferWindows;
  std::vector<int64_t> offsets;
  std::vector<KernelOp> kernels;
  std::vector<Workspace> workspaces;
};

void WorkspacePlacer::collectBuffers() {
  struct Class {
    int64_t begin = 0;
    int64_t end = 0;
    Interval life;
    Interval window;
  };
  llvm::MapVector<int64_t, Class> classes;
  for (Value value : lives.values()) {
    PlaceAttr place = placeOf(value);
    if (place.getArena() != Arena::Temp) {
      continue;
    }
    const Class one = {place.getOffset(), place.getEnd(), lives.of(value),
                       windows.of(value)};
    Class &own =
        classes.try_emplace(storageOf(value).number, one).first->second;
    own = {std::min(own.begin, one.begin), std::max(own.end, one.end),
           hull(own.life, one.life), hull(own.window, one.window)};
  }
  for (const auto &[number, own] : classes) {
    const int64_t bytes = own.end - own.begin;
    buffers.push_back({bytes, own.life.begin, own.life.end});
    bufferWindows.push_back({bytes, own.window.begin, own.window.end});
    offsets.push_back(own.begin);
  }
}

void WorkspacePlacer::collectWorkspaces() {
  program.walk<WalkOrder::PreOrder>([&](KernelOp kernel) {
    if (kernel.getWorkspace().value_or(0) > 0) {
      const Interval window = windows.of(kernel);
      kernels.push_back(kernel);
      workspaces.push_back({static_cast<int64_t>(*kernel.getWorkspace()),
                            lives.position(kernel), window.begin, window.end});
    }
    return WalkResult::skip();
  });
}

void WorkspacePlacer::write(const WorkspacePacking &packing) {
  for (auto [i, kernel] : llvm::enumerate(kernels)) {
    kernel->setAttr(kWorkspaceName,
                    PlaceAttr::get(program.getContext(), Arena::Temp, 0,
                                   packing.offsets[i], workspaces[i].bytes));
  }
  std::vector<Buffer> all = buffers;
  for (const Workspace &one : workspaces) {
    all.push_back({one.bytes, one.time, one.time});
  }
  const int64_t before = readSizes(program).temp;
  const int64_t bytes = std::max(before, packing.total);
  const int64_t bound = lowerBound(all, /*alignment=*/1);
  resizeTemporaries(program, bytes, bound);
  decide(program, DecisionKind::Place, Reason::WorkspacesPlaced)
          .subject(program.getName())
          .cost({std::nullopt, bytes}, {std::nullopt, bound})
      << arg(static_cast<int64_t>(kernels.size())) << arg(bytes - before)
      << arg(bytes - std::max(before, packing.least)) << arg(packing.shared);
}

struct PlaceWorkspaces : impl::PlaceWorkspacesPassBase<PlaceWorkspaces> {
  void runOnOperation() override { placeWorkspaces(getOperation()); }
};

} // namespace

void placeWorkspaces(ProgramOp program, int64_t alignment) {
  WorkspacePlacer(program, alignment).run();
}

} // namespace weft::plan
