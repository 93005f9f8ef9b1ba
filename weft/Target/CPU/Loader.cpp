// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Loader.h"

#include "weft/Machine/Host.h"
#include "weft/Target/CPU/Needs.h"
#include "weft/Target/CPU/Objects.h"
#include "weft/Target/CPU/Symbols.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/ExecutionEngine/JITLink/ELF_aarch64.h>
#include <llvm/ExecutionEngine/JITLink/ELF_x86_64.h>
#include <llvm/ExecutionEngine/JITLink/JITLink.h>
#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/Orc/Shared/ExecutorSymbolDef.h>
#include <llvm/ExecutionEngine/Orc/SymbolStringPool.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Process.h>

namespace weft::cpu {
namespace {

namespace jitlink = llvm::jitlink;

/// One for the process: code stays mapped by it until it is unloaded. Never
/// destroyed, since code may outlive every static object.
jitlink::InProcessMemoryManager &codeMemory() {
  static auto *memory = new jitlink::InProcessMemoryManager(
      llvm::sys::Process::getPageSizeEstimate());
  return *memory;
}

/// Names of symbols while they are linked.
const std::shared_ptr<llvm::orc::SymbolStringPool> &symbolNames() {
  static auto *names = new std::shared_ptr<llvm::orc::SymbolStringPool>(
      std::make_shared<llvm::orc::SymbolStringPool>());
  return *names;
}

} // namespace

struct LoadedCode::Image {
  /// Of each object.
  std::vector<jitlink::JITLinkMemoryManager::FinalizedAlloc> allocations;
  llvm::StringMap<void *> functions;

  ~Image() {
    if (!allocations.empty()) {
      // Unmapping what was mapped fails only if the address space is damaged.
      llvm::consumeError(codeMemory().deallocate(std::move(allocations)));
    }
  }

  /// Links one more object.
  Status add(llvm::StringRef object);

  /// What code may call: functions of objects before it, and what is allowed.
  void *find(llvm::StringRef name) const {
    void *own = functions.lookup(name);
    return own != nullptr ? own : findAllowedSymbol(name);
  }
};

namespace {

/// What JITLink asks while it links one object, all of it on this thread.
class LinkContext : public jitlink::JITLinkContext {
public:
  using FindSymbol = llvm::function_ref<void *(llvm::StringRef)>;
  struct Outcome {
    jitlink::JITLinkMemoryManager::FinalizedAlloc allocation;
    llvm::StringMap<void *> functions;
    std::string failure;
  };

  LinkContext(Outcome &outcome, FindSymbol findSymbol)
      : jitlink::JITLinkContext(nullptr), outcome(outcome),
        findSymbol(findSymbol) {}

  jitlink::JITLinkMemoryManager &getMemoryManager() override {
    return codeMemory();
  }

  void notifyFailed(llvm::Error error) override {
    outcome.failure = llvm::toString(std::move(error));
  }

  void lookup(const LookupMap &symbols,
              std::unique_ptr<jitlink::JITLinkAsyncLookupContinuation>
                  continuation) override {
    jitlink::AsyncLookupResult found;
    for (const auto &[name, flags] : symbols) {
      void *address = findSymbol(*name);
      if (address == nullptr) {
        continuation->run(llvm::createStringError(
            "the code needs the symbol " + *name + ", which is not allowed"));
        return;
      }
      found[name] = {llvm::orc::ExecutorAddr::fromPtr(address),
                     llvm::JITSymbolFlags::Exported |
                         llvm::JITSymbolFlags::Callable};
    }
    continuation->run(std::move(found));
  }

  llvm::Error notifyResolved(jitlink::LinkGraph &graph) override {
    for (const jitlink::Symbol *symbol : graph.defined_symbols()) {
      if (symbol->hasName() && symbol->isCallable() &&
          symbol->getScope() != jitlink::Scope::Local) {
        outcome.functions[*symbol->getName()] =
            symbol->getAddress().toPtr<void *>();
      }
    }
    return llvm::Error::success();
  }

  void notifyFinalized(
      jitlink::JITLinkMemoryManager::FinalizedAlloc allocation) override {
    outcome.allocation = std::move(allocation);
  }

private:
  Outcome &outcome;
  FindSymbol findSymbol;
};

// JITLink's own dispatch on the kind of object would link all kinds.
#if defined(__aarch64__)
constexpr llvm::Triple::ArchType hostArchitecture = llvm::Triple::aarch64;
constexpr auto &createGraph = jitlink::createLinkGraphFromELFObject_aarch64;
constexpr auto &linkGraph = jitlink::link_ELF_aarch64;
#elif defined(__x86_64__)
constexpr llvm::Triple::ArchType hostArchitecture = llvm::Triple::x86_64;
constexpr auto &createGraph = jitlink::createLinkGraphFromELFObject_x86_64;
constexpr auto &linkGraph = jitlink::link_ELF_x86_64;
#else
#error "compiled code is run on arm64 and x86-64"
#endif

/// Against the machine as it was when code was first loaded.
Status checkHost(const llvm::object::ObjectFile &file) {
  static const auto *host = new StatusOr<Machine>(describeHost());
  return host->ok() ? checkNeeds(file, **host) : host->status();
}

} // namespace

LoadedCode::LoadedCode(std::unique_ptr<Image> image)
    : image(std::move(image)) {}
LoadedCode::LoadedCode(LoadedCode &&) = default;
LoadedCode &LoadedCode::operator=(LoadedCode &&) = default;
LoadedCode::~LoadedCode() = default;

Status LoadedCode::Image::add(llvm::StringRef object) {
  WEFT_ASSIGN_OR_RETURN(std::vector<std::string> needed,
                        undefinedSymbols(object));
  for (const std::string &name : needed) {
    if (find(name) == nullptr) {
      return Status::permissionDenied(
          "the code needs the symbol '" + name +
          "', which is not on the list of functions that compiled code may "
          "call");
    }
  }
  auto file = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(object, "kernels"));
  if (!file) {
    return Status::dataLoss("not an object file: " +
                            llvm::toString(file.takeError()));
  }
  if ((*file)->getArch() != hostArchitecture) {
    return Status::invalidArgument(
        "the code is for " +
        llvm::Triple::getArchTypeName((*file)->getArch()).str() +
        ", this machine is " +
        llvm::Triple::getArchTypeName(hostArchitecture).str());
  }
  WEFT_RETURN_IF_ERROR(checkHost(**file));
  auto graph =
      createGraph(llvm::MemoryBufferRef(object, "kernels"), symbolNames());
  if (!graph) {
    return Status::dataLoss("cannot link the code: " +
                            llvm::toString(graph.takeError()));
  }
  LinkContext::Outcome outcome;
  auto findSymbol = [this](llvm::StringRef name) { return find(name); };
  linkGraph(std::move(*graph),
            std::make_unique<LinkContext>(outcome, findSymbol));
  symbolNames()->clearDeadEntries();
  if (outcome.allocation) {
    allocations.push_back(std::move(outcome.allocation));
  }
  if (!outcome.failure.empty()) {
    return Status::internal("cannot link the code: " + outcome.failure);
  }
  for (const auto &function : outcome.functions) {
    if (!functions.insert({function.first(), function.second}).second) {
      return Status::dataLoss("two objects of the code have a function '" +
                              function.first().str() + "'");
    }
  }
  return Status::success();
}

StatusOr<LoadedCode> LoadedCode::load(llvm::StringRef code) {
  WEFT_ASSIGN_OR_RETURN(std::vector<llvm::StringRef> objects, objectsIn(code));
  auto image = std::make_unique<Image>();
  for (llvm::StringRef object : objects) {
    if (objects.size() == 1) {
      WEFT_RETURN_IF_ERROR(image->add(object));
      continue;
    }
    // Members of an archive lie anywhere.
    const std::unique_ptr<llvm::MemoryBuffer> aligned =
        llvm::MemoryBuffer::getMemBufferCopy(object);
    WEFT_RETURN_IF_ERROR(image->add(aligned->getBuffer()));
  }
  return LoadedCode(std::move(image));
}

void *LoadedCode::find(llvm::StringRef name) const {
  return image->functions.lookup(name);
}

} // namespace weft::cpu
