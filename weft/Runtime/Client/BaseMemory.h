// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the memories of all clients share: names, place, books.

#pragma once

#include "weft/Runtime/Device.h"

namespace weft::runtime {

class BaseMemory : public Memory {
public:
  int id() const override { return number; }
  const std::string &kind() const override { return kindName; }
  int kindId() const override { return kindNumber; }
  const std::string &debugString() const override { return text; }
  const std::string &toString() const override { return text; }
  Device &device() const override { return *owners.front(); }
  std::span<Device *const> devices() const override { return owners; }
  Client &client() const override { return owners.front()->client(); }
  Workers &workers() const override { return owners.front()->workers(); }

  Status charge(uint64_t bytes) override { return account->charge(bytes); }
  void discharge(uint64_t bytes) override { account->discharge(bytes); }
  MemoryStats stats() const override { return account->stats(); }
  void resetStats() override { account->resetStats(); }
  HeldBytes held() const override { return account->held(); }

protected:
  BaseMemory(int id, const MemoryDescription &description, Device &device,
             uint64_t limit)
      : number(id), kindNumber(description.kindId), kindName(description.kind),
        text(kindName + " memory of " + device.description().toString),
        owners{&device}, account(makeRef<MemoryAccount>(text, limit)) {}

  /// For storage, which may outlive the memory.
  const Ref<MemoryAccount> &books() const { return account; }

private:
  const int number;
  const int kindNumber;
  const std::string kindName;
  const std::string text;
  const std::vector<Device *> owners;
  const Ref<MemoryAccount> account;
};

/// What an allocation of `bytes` is counted as: also an empty array has an
/// address of its own. ResourceExhausted when no number is large enough.
StatusOr<uint64_t> countedBytes(uint64_t bytes);

} // namespace weft::runtime
