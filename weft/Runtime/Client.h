// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The devices of a process and everything one can do with them.
//
// A client is counted: buffers, executables and runs keep it alive, so that a
// caller may let go of things in any order. Devices and memories are its own
// and live as long as it does. Any call from any thread.

#pragma once

#include "weft/Runtime/CustomCall.h"
#include "weft/Runtime/Device.h"
#include "weft/Runtime/LoadedExecutable.h"

#include <chrono>
#include <span>
#include <string>

namespace weft::runtime {

/// A buffer whose bytes the caller writes into `storage`, through its memory
/// (Memory::write) or, in a host memory, through `hostData`, and then sets
/// `ready`, exactly once.
struct PendingBuffer {
  Ref<Buffer> buffer;
  Ref<Event> ready;
  /// Null for tokens. Let go of it with the last byte: an array that has
  /// another owner is not overwritten when it is donated.
  Ref<Storage> storage;

  /// The buffer's byteSize() bytes for the processor; null for tokens. Only
  /// buffers in host memories have them (Memory::isHostMemory).
  void *hostData() const {
    assert(buffer->memory().isHostMemory() && "not the processor's memory");
    return storage ? storage->address() : nullptr;
  }
};

class Client : public Workers {
public:
  virtual const std::string &platformName() const = 0;
  virtual const std::string &platformVersion() const = 0;
  virtual int processIndex() const = 0;
  virtual const Topology &topology() const = 0;

  /// All are addressable; the position of a device is its ordinal.
  virtual std::span<Device *const> devices() const = 0;
  virtual std::span<Memory *const> memories() const = 0;
  /// Null when there is none.
  Device *findDevice(int id) const;
  Device *findDeviceByHardwareId(int localHardwareId) const;

  /// Devices in the order of their ids.
  virtual StatusOr<DeviceAssignment>
  defaultDeviceAssignment(int64_t replicas, int64_t partitions) const = 0;

  virtual CustomCallRegistry &customCalls() = 0;

  /// To be told when somebody asks for the end of a run, now or later: a client
  /// may choose by it in which thread the next one runs.
  virtual void noteWait() {}

  /// Puts a program on the devices of its manifest, or of `assignment` where
  /// one is given.
  virtual StatusOr<Ref<LoadedExecutable>>
  load(Ref<const Executable> executable,
       const DeviceAssignment *assignment = nullptr) = 0;

  /// An array from the caller's memory. `doneWithHost` gets the event after
  /// which that memory is the caller's again. Without a layout: row-major.
  StatusOr<Ref<Buffer>>
  fromHost(const HostArray &array, Memory &memory, HostSemantics semantics,
           Ref<Event> &doneWithHost,
           std::optional<std::span<const int64_t>> minorToMajor = std::nullopt);

  /// Undefined contents, ready at once.
  StatusOr<Ref<Buffer>> createUninitialized(ArrayType type, Memory &memory);
  StatusOr<PendingBuffer> createPending(ArrayType type, Memory &memory);
  /// A buffer that has failed already.
  Ref<Buffer> createFailed(ArrayType type, Memory &memory, Status status);
  /// A buffer on bytes of the caller's, which have the type's layout. `release`
  /// runs once they are not used any more. `queue`: where the device's driver
  /// has what writes them (SharedQueues.h); they are there already where it is
  /// null. On a device, bytes that are not aligned to kAlignment are copied.
  StatusOr<Ref<Buffer>> createView(void *data, ArrayType type, Memory &memory,
                                   std::function<void()> release,
                                   intptr_t queue = 0);

  /// Ends the earliest run under way on `device` whose call had this number;
  /// its results fail with `reason`, on all its devices. A run that waits for
  /// its arguments fails at once; one that computes when its program looks,
  /// which compiled loops do in each iteration; user code is waited for. False
  /// when there is no such run.
  virtual bool cancelRun(const Device &device, int32_t launchId,
                         const Status &reason) = 0;
  /// The same for all runs under way.
  virtual void cancelRuns(const Status &reason) = 0;

  /// Waits until no run or copy is under way; then no threads of the client
  /// are inside the library's code for longer than it takes to fall asleep.
  /// False when `limit` passed before. What still runs then may do so for ever:
  /// it holds what it uses, the client included. For the end of the process.
  /// Not from inside a callback.
  virtual bool drain(std::chrono::nanoseconds limit) = 0;
};

} // namespace weft::runtime
