// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/TempProfile.h"

#include "weft/Plan/IR/Workspace.h"
#include "weft/Plan/Memory/Annotations.h"

using namespace mlir;

namespace weft::plan {

TempProfile::TempProfile(ProgramOp program, const Lives &lives) {
  for (mlir::Value value : lives.values()) {
    if (placeOf(value).getArena() != Arena::Temp) {
      continue;
    }
    StorageOf storage = storageOf(value);
    TempStorage &own = classes[storage.number];
    Interval life = lives.of(value);
    own.life.begin = std::min(own.life.begin, life.begin);
    own.life.end = std::max(own.life.end, life.end);
    own.bytes = std::max(own.bytes, storage.offset + reachOf(value));
    own.values.push_back(value);
  }
  program.walk<WalkOrder::PreOrder>([&](KernelOp kernel) {
    if (workspaceOf(kernel)) {
      kernels[lives.position(kernel)] = kernel;
    }
    return WalkResult::skip();
  });
  for (auto &[number, own] : classes) {
    add(changes, own.life, own.bytes);
  }
  for (auto &[time, kernel] : kernels) {
    add(changes, {time, time}, workspaceOf(kernel).getBytes());
  }
  int64_t live = 0;
  int64_t most = 0;
  for (auto [time, change] : changes) {
    live += change;
    if (live > most) {
      most = live;
      fullest = time;
    }
  }
}

void TempProfile::add(Changes &changes, Interval when, int64_t bytes) {
  changes[when.begin] += bytes;
  changes[when.end + 1] -= bytes;
}

int64_t TempProfile::mostWith(const Changes &further) const {
  Changes all = changes;
  for (auto [time, change] : further) {
    all[time] += change;
  }
  int64_t live = 0;
  int64_t most = 0;
  for (auto [time, change] : all) {
    live += change;
    most = std::max(most, live);
  }
  return most;
}

} // namespace weft::plan
