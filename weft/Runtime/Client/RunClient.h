// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run uses of its client.

#pragma once

#include "weft/Runtime/Client.h"
#include "weft/Runtime/Client/RunsUnderWay.h"
#include "weft/Runtime/Team.h"
#include "weft/Runtime/ThreadPool.h"

namespace weft::runtime {

class RunClient : public Client {
public:
  virtual ThreadPool &threadPool() = 0;
  virtual Team &team() = 0;
  virtual RunsUnderWay &runs() = 0;
  virtual int64_t takeRunId() = 0;
  virtual Deadlines &deadlines() = 0;
  /// Of runs for which neither the call nor the program says one; zero is none.
  virtual std::chrono::milliseconds timeLimit() const = 0;
};

} // namespace weft::runtime
