// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Process.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/FormatVariadic.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>

#include <list>
#include <thread>

using namespace mlir;

namespace weft::reference {

StatusOr<std::vector<Values>>
ProcessGrid::meet(ProcessId self, llvm::StringRef name, int64_t channel,
                  const ProcessGroup &group, Values values) {
  std::unique_lock held(lock);
  uint64_t visit = visits[{self, name.str(), channel, group}]++;
  MeetingKey key = {name.str(), channel, group, visit};
  // References into a map stay valid until the entry is erased, which only the
  // last one to leave the meeting does.
  Meeting &meeting = meetings[key];
  meeting.brought[self] = std::move(values);
  changed.notify_all();
  WEFT_RETURN_IF_ERROR(
      waitLocked(held, self,
                 llvm::formatv("{0} of its group in {1}",
                               group.size() - meeting.brought.size(), name),
                 [&] { return meeting.brought.size() == group.size(); }));
  std::vector<Values> all;
  for (ProcessId member : group) {
    all.push_back(meeting.brought[member]);
  }
  if (++meeting.taken == group.size()) {
    meetings.erase(key);
  }
  return all;
}

void ProcessGrid::send(const std::string &mailbox, Values values) {
  notify([&] { mailboxes[mailbox].push_back(std::move(values)); });
}

StatusOr<Values> ProcessGrid::receive(ProcessId self,
                                      const std::string &mailbox) {
  std::unique_lock held(lock);
  std::deque<Values> &box = mailboxes[mailbox];
  WEFT_RETURN_IF_ERROR(waitLocked(held, self, "a message on " + mailbox,
                                  [&] { return !box.empty(); }));
  Values values = std::move(box.front());
  box.pop_front();
  return values;
}

StatusOr<Values> ProcessGrid::takeInfeed() {
  std::lock_guard guard(lock);
  if (infeed.empty()) {
    return Status::outOfRange("the infeed is empty");
  }
  Values values = std::move(infeed.front());
  infeed.pop_front();
  return values;
}

namespace {

/// A process of a grid, with what it runs and what came of it.
struct Run {
  Process process;
  std::string function;
  Values arguments;
  Values results;
  Context context;
  Status status = Status::success();
};

/// Deals the arguments out to the programs. A list: processes are referred to
/// by their contexts and must not move.
Status makeRuns(const Context &context, ProcessGrid &grid,
                llvm::ArrayRef<std::vector<std::string>> programs,
                llvm::ArrayRef<Value> arguments, std::list<Run> &runs) {
  for (auto [replica, row] : llvm::enumerate(programs)) {
    for (auto [partition, name] : llvm::enumerate(row)) {
      const FunctionPlan *plan = context.program().find(name);
      if (!plan) {
        return Status::notFound(llvm::formatv("no function '{0}'", name));
      }
      size_t count = plan->body.arguments.size();
      if (arguments.size() < count) {
        return Status::invalidArgument(llvm::formatv(
            "the functions take more arguments than were given: '{0}' takes "
            "{1}, {2} are left",
            name, count, arguments.size()));
      }
      ProcessId id = {static_cast<int64_t>(replica),
                      static_cast<int64_t>(partition)};
      Run &run = runs.emplace_back(
          Process(grid, id), name, Values(arguments.take_front(count)),
          Values(), Context(context.program(), context.sharedBudget()));
      run.context.setProcess(&run.process);
      arguments = arguments.drop_front(count);
    }
  }
  if (!arguments.empty()) {
    return Status::invalidArgument(llvm::formatv(
        "{0} arguments more than the functions take", arguments.size()));
  }
  return Status::success();
}

/// Each in a thread of its own; returns when all have ended.
void runAll(ProcessGrid &grid, std::list<Run> &runs) {
  // All are counted before any starts, or the first to wait would look stuck.
  for (size_t i = 0; i < runs.size(); ++i) {
    grid.enter();
  }
  std::vector<std::thread> threads;
  for (Run &run : runs) {
    threads.emplace_back([&run, &grid] {
      run.status =
          run.context.callFunction(run.function, run.arguments, run.results);
      if (!run.status.ok()) {
        grid.fail(Status::cancelled("another process failed"));
      }
      grid.leave();
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
}

/// The failure to report is the first that is not a mere consequence; null if
/// none failed.
const Run *findFailed(const std::list<Run> &runs) {
  const Run *failed = nullptr;
  for (const Run &run : runs) {
    if (!run.status.ok() &&
        (!failed || (failed->status.code() == StatusCode::Cancelled &&
                     run.status.code() != StatusCode::Cancelled))) {
      failed = &run;
    }
  }
  return failed;
}

bool holdsFuture(const Value &value) {
  return value.isFuture() ||
         (value.isTuple() && llvm::any_of(value.tupleElements(), holdsFuture));
}

} // namespace

Status runParallel(Context &context,
                   llvm::ArrayRef<std::vector<std::string>> programs,
                   std::deque<Values> infeed, llvm::ArrayRef<Value> arguments,
                   Values &results) {
  if (context.process()) {
    return Status::failedPrecondition(
        llvm::formatv("process {0} of a grid cannot start a grid of its own",
                      toString(context.process()->id())));
  }
  ProcessGrid grid(programs.size(),
                   programs.empty() ? 0 : programs.front().size(),
                   std::move(infeed));
  std::list<Run> runs;
  WEFT_RETURN_IF_ERROR(makeRuns(context, grid, programs, arguments, runs));
  runAll(grid, runs);
  if (const Run *failed = findFailed(runs)) {
    context.setFailureLocation(failed->context.failureLocation());
    return failed->status;
  }
  // Nobody may have asked for what failed beside the processes.
  WEFT_RETURN_IF_ERROR(grid.status());
  for (const Run &run : runs) {
    if (llvm::any_of(run.results, holdsFuture)) {
      return Status::invalidArgument(llvm::formatv(
          "process {0} returns a future, but its grid ends here: wait for it "
          "in the process",
          toString(run.process.id())));
    }
  }
  results.clear();
  for (Run &run : runs) {
    llvm::append_range(results, run.results);
  }
  return Status::success();
}

} // namespace weft::reference
