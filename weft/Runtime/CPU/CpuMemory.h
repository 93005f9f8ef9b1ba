// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Runtime/Device.h"
#include "weft/Runtime/ThreadPool.h"

namespace weft::runtime {

/// Main memory, counted for one device under one name.
class CpuMemory final : public Memory {
public:
  CpuMemory(int id, int kindId, std::string kind, Device &device,
            ThreadPool &pool, uint64_t limit);

  int id() const override { return number; }
  const std::string &kind() const override { return kindName; }
  int kindId() const override { return kindNumber; }
  const std::string &debugString() const override { return text; }
  const std::string &toString() const override { return text; }
  Device &device() const override { return *owners.front(); }
  std::span<Device *const> devices() const override { return owners; }
  Client &client() const override { return owners.front()->client(); }
  bool isHostMemory() const override { return true; }

  StatusOr<Ref<Storage>> allocate(uint64_t bytes) override;
  Status charge(uint64_t bytes) override { return account->take(bytes); }
  void discharge(uint64_t bytes) override { account->giveBack(bytes); }
  MemoryStats stats() const override { return account->stats(); }
  void resetStats() override { account->resetStats(); }
  void schedule(uint64_t bytes, std::function<void()> work) override;

private:
  const int number;
  const int kindNumber;
  const std::string kindName;
  const std::string text;
  const std::vector<Device *> owners;
  ThreadPool &pool;
  const Ref<MemoryAccount> account;
};

} // namespace weft::runtime
