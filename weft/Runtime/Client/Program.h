// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What differs from one client to the next when programs run.
//
// The shared half of a client checks the arguments of a call, holds them, takes
// what is donated, finds room for the results, waits for what is not there yet,
// and tells everybody of the end (Run.h). In between stands a Program: the code
// as it was loaded, which computes at once or hands itself to a queue.

#pragma once

#include "weft/Runtime/Cancellation.h"
#include "weft/Runtime/ExecuteOptions.h"

namespace weft::runtime {

class Run;

/// Who launches a run, and when.
enum class LaunchBy {
  /// The call, and its caller waits for the end, which comes so soon that
  /// nobody could ask for it earlier.
  ShortCall,
  /// The call, whose caller waits for the arguments and for the end.
  Call,
  /// Whoever makes the last argument ready, the call where all are: launching
  /// takes no time, and the end comes later.
  LastArgument,
  /// A thread of the client, once the arguments are ready.
  ClientThread,
};

/// Loaded, for all its devices. Any thread, several runs at once.
class Program {
public:
  virtual ~Program() = default;

  virtual LaunchBy launcherOf(bool argumentsAreReady) const = 0;

  /// Whether a run may begin when its arguments stand in queues: it waits
  /// there for the fences of their events. Whoever waits in his call
  /// (LaunchBy::Call) waits for the arguments all the same.
  virtual bool takesQueuedArguments() const { return false; }

  /// Begins a run whose arguments are ready or may be taken as they are, and
  /// whose results have their storage. The event is set when the results are
  /// there, or never will be; until then everything given here lives, unless
  /// the event has a fence when this returns: then arguments and results are
  /// let go of, but for storage that does not go in order. A failure means that
  /// nothing goes on any more. Whoever sets the event has let go of the run.
  /// `cancellation` is null for a run that cannot be cancelled, and is told
  /// when the run begins on its device.
  virtual StatusOr<Ref<Event>> launch(Run &run, const ExecuteOptions &options,
                                      Cancellation *cancellation) = 0;
};

} // namespace weft::runtime
