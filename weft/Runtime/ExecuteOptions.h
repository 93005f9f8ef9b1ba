// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one call of a program may say, and its conversation with the host.

#pragma once

#include "weft/Runtime/Event.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace weft::runtime {

class Device;

/// Bytes on their way from the host into a running program: what `recv` waits
/// for. The program's end.
class ReceivedBytes : public RefCounted {
public:
  ReceivedBytes(uint64_t totalBytes, uint64_t granuleSize)
      : total(totalBytes), granule(granuleSize) {}

  uint64_t totalBytes() const { return total; }
  uint64_t granuleSize() const { return granule; }
  uint64_t currentBytes() const;
  Status add(std::span<const char> chunk);
  void fail(Status status);

  /// Set once all bytes are here, or never will be.
  const Ref<Event> &done() const { return complete; }
  /// Only after done() succeeded.
  std::span<const char> bytes() const { return received; }

private:
  const uint64_t total;
  const uint64_t granule;
  const Ref<Event> complete = Event::pending();
  mutable std::mutex mutex;
  std::vector<char> received;
};

/// The host's end. Whoever holds it may add chunks from any thread, now or
/// later. When the last reference goes before all bytes came, the run fails.
class HostReceiver : public RefCounted {
public:
  explicit HostReceiver(Ref<ReceivedBytes> bytes) : target(std::move(bytes)) {}
  ~HostReceiver() override;

  uint64_t totalBytes() const { return target->totalBytes(); }
  /// Chunks are multiples of this, in bytes.
  uint64_t granuleSize() const { return target->granuleSize(); }
  uint64_t currentBytes() const { return target->currentBytes(); }

  /// The bytes are copied before this returns. Fails when they are more than
  /// are still wanted, are no multiple of the granule, or nobody wants them.
  Status addChunk(std::span<const char> chunk) { return target->add(chunk); }
  void fail(Status status) { target->fail(std::move(status)); }

private:
  const Ref<ReceivedBytes> target;
};

/// Host arrays below are dense, row-major, one element per byte if narrower.
struct SendCallback {
  int64_t channel = 0;
  /// Gets what `send` sends; the bytes live during the call. `done` is true
  /// for the last chunk of a transfer. A failure fails the run.
  std::function<Status(std::span<const char> bytes, uint64_t totalBytes,
                       bool done)>
      send;
};
struct ReceiveCallback {
  int64_t channel = 0;
  /// Called when the program reaches `recv`; fills `receiver`, now or later.
  std::function<void(Ref<HostReceiver> receiver)> receive;
};

struct ExecuteOptions {
  /// Per device of the call, in the order of its argument lists.
  std::vector<std::vector<SendCallback>> sendCallbacks;
  std::vector<std::vector<ReceiveCallback>> receiveCallbacks;
  /// Parameters whose buffers this call must not donate, ascending or not.
  std::vector<int64_t> nonDonatableParameters;
  /// Handed to custom calls as it is (the FFI execution context). Lives until
  /// the run's `done` events are set.
  void *customCallContext = nullptr;
  /// Released after the run: keeps things alive that the above point to.
  std::shared_ptr<void> keepAlive;
  int32_t launchId = 0;
  /// How long the run may take from when it begins on its device: then it ends
  /// with DEADLINE_EXCEEDED as soon as its program looks, which compiled loops
  /// do in each iteration. Zero: as long as it takes. Without it the program
  /// says so, else the client.
  std::optional<std::chrono::milliseconds> timeLimit;
  /// Where to run a portable program; else null.
  Device *device = nullptr;
};

} // namespace weft::runtime
