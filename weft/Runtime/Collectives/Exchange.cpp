// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Collectives/Exchange.h"

#include <algorithm>
#include <cstring>

namespace weft::runtime {
namespace {

/// What a process shows to the others.
struct Shown {
  const CollectiveCall *call;
  void *const *operands;
};

/// The part of `sender` that is for `receiver`; both are places in the group.
void copyPart(const CollectiveArray &array, uint64_t sender, uint64_t receiver,
              const void *operand, void *result) {
  if (array.piece == 0) {
    return;
  }
  const char *from =
      static_cast<const char *>(operand) + receiver * array.operandPartStride;
  char *to = static_cast<char *>(result) + sender * array.resultPartStride;
  for (uint64_t o = 0; o < array.outer; ++o) {
    for (uint64_t row = 0; row < array.rows; ++row) {
      std::memcpy(
          to + o * array.resultOuterStride + row * array.resultRowStride,
          from + o * array.operandOuterStride + row * array.operandRowStride,
          array.piece);
    }
  }
}

class Exchange {
public:
  Exchange(const CollectiveCall &call, Rendezvous &rendezvous, ProcessId self,
           int64_t partitions, void *const *pointers)
      : call(call), rendezvous(rendezvous), self(self), partitions(partitions),
        operands(pointers),
        results(pointers + call.arrays.size() + (call.hasDynamicRoot ? 1 : 0)) {
  }

  Status run() {
    auto number =
        static_cast<uint32_t>(self.replica * partitions + self.partition);
    for (const CollectiveGroup &candidate : call.groups) {
      auto found =
          std::find(candidate.members.begin(), candidate.members.end(), number);
      if (found != candidate.members.end()) {
        group = &candidate;
        place = static_cast<size_t>(found - candidate.members.begin());
      }
    }
    if (group) {
      return meet();
    }
    if (call.kind == CollectiveKind::Gather && !call.isOptional) {
      return Status::invalidArgument("process " + toString(self) +
                                     " is in none of the groups of " +
                                     call.name);
    }
    clearResults();
    return Status::success();
  }

private:
  Status meet() {
    size_t size = group->members.size();
    if (call.kind == CollectiveKind::Gather &&
        (call.isPadded ? size > call.places : size != call.places)) {
      return Status::invalidArgument(
          "a group of " + std::to_string(size) + " processes in " + call.name +
          ", whose results have place for " + std::to_string(call.places));
    }
    ProcessGroup members;
    for (uint32_t member : group->members) {
      members.push_back({member / partitions, member % partitions});
    }
    Shown shown{&call, operands};
    return rendezvous.show(
        self, call.name, call.channel, members, &shown,
        [&](std::span<const void *const> all) { return take(all); });
  }

  /// Copies out of what the members brought.
  Status take(std::span<const void *const> all) {
    for (const void *other : all) {
      if (static_cast<const Shown *>(other)->call->arrays != call.arrays) {
        return Status::invalidArgument(
            "members of a group brought arrays of different shapes to " +
            call.name);
      }
    }
    auto operandOf = [&](size_t member, size_t array) {
      return static_cast<const Shown *>(all[member])->operands[array];
    };
    if (call.kind == CollectiveKind::Permute && !group->sources[place]) {
      clearResults();
      return Status::success();
    }
    if (call.kind == CollectiveKind::Gather && all.size() < call.places) {
      clearResults();
    }
    for (size_t i = 0; i < call.arrays.size(); ++i) {
      const CollectiveArray &array = call.arrays[i];
      switch (call.kind) {
      case CollectiveKind::Gather:
        for (size_t member = 0; member < all.size(); ++member) {
          copyPart(array, member, place, operandOf(member, i), results[i]);
        }
        break;
      case CollectiveKind::Broadcast: {
        WEFT_ASSIGN_OR_RETURN(size_t root, rootOf(i));
        copyPart(array, 0, 0, operandOf(root, i), results[i]);
        break;
      }
      case CollectiveKind::Permute:
        copyPart(array, 0, 0, operandOf(*group->sources[place], i), results[i]);
        break;
      }
    }
    return Status::success();
  }

  /// The member whose operand result `i` takes.
  StatusOr<size_t> rootOf(size_t i) {
    if (!call.hasDynamicRoot) {
      return 0;
    }
    int32_t root = 0;
    std::memcpy(&root,
                static_cast<const char *>(operands[call.arrays.size()]) +
                    i * sizeof(root),
                sizeof(root));
    if (root < 0 || static_cast<size_t>(root) >= group->members.size()) {
      return Status::outOfRange("root " + std::to_string(root) + " of result " +
                                std::to_string(i) + " in a group of " +
                                std::to_string(group->members.size()) +
                                " processes");
    }
    return static_cast<size_t>(root);
  }

  void clearResults() {
    for (size_t i = 0; i < call.arrays.size(); ++i) {
      const CollectiveArray &array = call.arrays[i];
      if (array.resultBytes != 0) {
        std::memset(results[i], static_cast<int>(array.filler),
                    array.resultBytes);
      }
    }
  }

  const CollectiveCall &call;
  Rendezvous &rendezvous;
  const ProcessId self;
  const int64_t partitions;
  void *const *const operands;
  void *const *const results;
  const CollectiveGroup *group = nullptr;
  size_t place = 0;
};

} // namespace

Status exchange(const CollectiveCall &call, Rendezvous &rendezvous,
                ProcessId self, int64_t partitions, void *const *pointers) {
  Status status = Exchange(call, rendezvous, self, partitions, pointers).run();
  return status.ok() || call.place.empty() ? status
                                           : status.withContext(call.place);
}

} // namespace weft::runtime
