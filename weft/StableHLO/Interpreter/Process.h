// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several devices in one process of the machine.
//
// A grid has replicas x partitions processes, each a thread that executes one
// function. They meet in three ways:
//   - a collective: every process of a group brings values and gets what all of
//     them brought. The n-th time a group meets under one name and channel is
//     one meeting, so loops need nothing special;
//   - a message: put into a mailbox by one process, taken by another, in order;
//   - the infeed: a queue filled beforehand.
//
// How they wait, and what happens when they wait for ever, is said in
// weft/Support/Rendezvous.h.

#pragma once

#include "weft/StableHLO/Interpreter/Context.h"
#include "weft/Support/Rendezvous.h"

#include <deque>
#include <map>

namespace weft::reference {

using weft::ProcessGroup;
using weft::ProcessId;
using weft::toString;

class ProcessGrid : public Rendezvous {
public:
  ProcessGrid(int64_t replicas, int64_t partitions,
              std::deque<Values> infeed = {})
      : replicas(replicas), partitions(partitions), infeed(std::move(infeed)) {}

  int64_t replicaCount() const { return replicas; }
  int64_t partitionCount() const { return partitions; }

  /// Brings `values` to the meeting of `group` and waits for the others. The
  /// result has one entry per member, in the order of the group.
  StatusOr<std::vector<Values>> meet(ProcessId self, llvm::StringRef name,
                                     int64_t channel, const ProcessGroup &group,
                                     Values values);

  /// Mailboxes are told apart by text.
  void send(const std::string &mailbox, Values values);
  StatusOr<Values> receive(ProcessId self, const std::string &mailbox);

  StatusOr<Values> takeInfeed();

private:
  struct Meeting {
    std::map<ProcessId, Values> brought;
    size_t taken = 0;
  };
  using MeetingKey = std::tuple<std::string, int64_t, ProcessGroup, uint64_t>;

  const int64_t replicas;
  const int64_t partitions;

  std::deque<Values> infeed;
  std::map<std::string, std::deque<Values>> mailboxes;
  std::map<MeetingKey, Meeting> meetings;
  // How often a process has come to the meetings of a name, channel and group.
  std::map<std::tuple<ProcessId, std::string, int64_t, ProcessGroup>, uint64_t>
      visits;
};

/// One process of a grid.
class Process {
public:
  Process(ProcessGrid &grid, ProcessId id) : processGrid(grid), self(id) {}

  ProcessGrid &grid() const { return processGrid; }
  ProcessId id() const { return self; }

private:
  ProcessGrid &processGrid;
  ProcessId self;
};

/// Runs programs[replica][partition], names of functions of the context's
/// program, each as a process. Arguments are dealt out to the functions in
/// order, as many as each takes; results are collected in the same order. When
/// a process fails, the others are stopped. Grids do not nest.
Status runParallel(Context &context,
                   llvm::ArrayRef<std::vector<std::string>> programs,
                   std::deque<Values> infeed, llvm::ArrayRef<Value> arguments,
                   Values &results);

} // namespace weft::reference
