// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Symbols.h"

#include "weft/Target/Code/ObjectCode.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Object/ObjectFile.h>

#include <cstring>

#if WEFT_THREAD_SANITIZER
extern "C" {
#define WEFT_SANITIZER_SYMBOL(name) void name();
#include "weft/Target/CPU/ThreadSanitizer.def"
}
#endif

namespace weft::cpu {
namespace {

template <typename Result, typename... Arguments>
void *addressOf(Result (*function)(Arguments...)) {
  return reinterpret_cast<void *>(function);
}

} // namespace

llvm::ArrayRef<AllowedSymbol> allowedSymbols() {
  // From the C library, by its specified name: block moves, which LLVM makes
  // of loops and large copies. Nothing of mathematics: Math/Functions.h.
  static const AllowedSymbol symbols[] = {
#if WEFT_THREAD_SANITIZER
#define WEFT_SANITIZER_SYMBOL(name) {#name, addressOf(&name)},
#include "weft/Target/CPU/ThreadSanitizer.def"
#endif
      {"memcpy", addressOf(&std::memcpy)},
      {"memmove", addressOf(&std::memmove)},
      {"memset", addressOf(&std::memset)},
  };
  return symbols;
}

void *findAllowedSymbol(llvm::StringRef name) {
  llvm::ArrayRef<AllowedSymbol> symbols = allowedSymbols();
  const AllowedSymbol *found = llvm::lower_bound(
      symbols, name, [](const AllowedSymbol &symbol, llvm::StringRef wanted) {
        return symbol.name < wanted;
      });
  return found != symbols.end() && found->name == name ? found->address
                                                       : nullptr;
}

StatusOr<std::vector<std::string>> undefinedSymbols(llvm::StringRef object) {
  auto file = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(object, "kernel"));
  if (!file) {
    return Status::dataLoss("not an object file: " +
                            llvm::toString(file.takeError()));
  }
  std::vector<std::string> names;
  for (const llvm::object::SymbolRef &symbol : (*file)->symbols()) {
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    if (!flags) {
      return Status::dataLoss("damaged symbol table: " +
                              llvm::toString(flags.takeError()));
    }
    if ((*flags & llvm::object::SymbolRef::SF_Undefined) == 0) {
      continue;
    }
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    if (!name) {
      return Status::dataLoss("damaged symbol table: " +
                              llvm::toString(name.takeError()));
    }
    // Every symbol table opens with an undefined symbol without a name.
    if (!name->empty()) {
      names.push_back(name->str());
    }
  }
  llvm::sort(names);
  return names;
}

} // namespace weft::cpu
