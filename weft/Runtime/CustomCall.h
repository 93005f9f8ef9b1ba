// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that programs know only by name, and who carries them out.
//
// A handler is found by target name and platform when a program is loaded; it
// then sees each place the program calls it from once (`instantiate`), and
// each call (`execute`). The binary interface that foreign handlers are built
// against is translated on top of this.

#pragma once

#include "weft/Executable/ArrayType.h"
#include "weft/Runtime/ExecuteOptions.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft::runtime {

struct NamedCallAttribute;

/// A parameter of a call, fixed when the program was written.
struct CallAttribute {
  enum class Kind { Scalar, Array, String, Dictionary };

  Kind kind = Kind::Dictionary;
  /// Of scalars and arrays. Booleans are Pred.
  ElementType element = ElementType::Invalid;
  /// Elements as in an array buffer; or the text.
  std::string bytes;
  /// Sorted by name.
  std::vector<NamedCallAttribute> entries;
};
struct NamedCallAttribute {
  std::string name;
  CallAttribute value;
};

/// Types are those of the place.
struct CallOperand {
  const ArrayType &type;
  const void *data = nullptr;
};
struct CallResult {
  const ArrayType &type;
  void *data = nullptr;
};

/// One place in a loaded program.
struct CustomCallSite {
  std::string target;
  /// 1 and 2: `backendConfig` is for the handler to read; 4: `attributes`.
  int apiVersion = 1;
  std::string backendConfig;
  /// A dictionary.
  CallAttribute attributes;
  std::vector<ArrayType> operands;
  std::vector<ArrayType> results;
  bool hasSideEffect = false;
  /// What `instantiate` wants to keep for this place; lives as long as the
  /// loaded program.
  std::shared_ptr<void> state;
};

/// What handlers that work on a device have of it.
struct DeviceServices {
  /// Its queue, as the device's driver knows it.
  void *queue = nullptr;
  /// Memory of the device, until the queue is past the call.
  std::function<StatusOr<void *>(uint64_t bytes)> allocate;
  /// In the queue.
  std::function<Status(void *to, const void *from, uint64_t bytes)> copy;
};

/// One call. Data is laid out as the types say and aligned to 64 bytes; tokens
/// have none. A result that the program lets live in an operand has its data.
struct CustomCallFrame {
  const CustomCallSite &site;
  std::vector<CallOperand> operands;
  std::vector<CallResult> results;
  /// Position of the device within its client.
  int deviceOrdinal = 0;
  int64_t runId = 0;
  /// ExecuteOptions::customCallContext.
  void *context = nullptr;
  /// Gives work to the client's threads; may run it at once. Null for none.
  const std::function<void(std::function<void()>)> *schedule = nullptr;
  int threadCount = 1;
  /// Null where data is in host memory.
  const DeviceServices *device = nullptr;
};

struct CustomCallHandler {
  /// May be empty. A failure fails the loading of the program.
  std::function<Status(CustomCallSite &)> instantiate;
  std::function<Status(CustomCallFrame &)> execute;
  /// Programs with such a call run in the thread that calls them, which waits
  /// for their arguments and for them.
  bool needsCallersThread = false;
  /// Whether data is in the memory of the device, and the work in its queue.
  bool worksOnDevice = false;
};

class CustomCallRegistry {
public:
  /// AlreadyExists when there is a handler of that name and platform.
  Status add(std::string name, std::string platform,
             const CustomCallHandler &handler);
  /// In place of one that was added. Programs that are loaded keep theirs.
  void replace(const std::string &name, const std::string &platform,
               const CustomCallHandler &handler);
  /// Handlers of platform "" serve every platform. NotFound names the target.
  StatusOr<CustomCallHandler> find(std::string_view name,
                                   std::string_view platform) const;

private:
  mutable std::mutex mutex;
  std::map<std::pair<std::string, std::string>, CustomCallHandler> handlers;
};

} // namespace weft::runtime
