// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Consequences run after their cause, not inside it.
//
// Setting an event runs its callbacks, which start runs and copies, which set
// events. Done by plain calls, a chain of ten thousand pending programs would
// be a stack of ten thousand frames. So each thread keeps a queue: what is
// deferred while something deferred runs waits until that has returned.
//
// Code that may wait for such a consequence (a user's callback) must not have
// it parked in its own thread's queue. It runs inside `runUndeferred`, where
// deferring starts afresh.

#pragma once

#include <functional>

namespace weft::runtime {

/// Runs `work` now, or after what this thread is running already.
void defer(std::function<void()> work);

/// Runs `work`, inside of which nothing waits for what is outside.
void runUndeferred(const std::function<void()> &work);

/// Runs what this thread has parked; before waiting.
void runDeferred();

/// Whether this thread runs something deferred, which must not wait.
bool isInDeferred();

} // namespace weft::runtime
