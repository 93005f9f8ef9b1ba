// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/common/SourceFile.h"

#include <llvm/ADT/StringRef.h>

namespace weft::tools {

StatusOr<std::unique_ptr<llvm::MemoryBuffer>> readFile(llvm::StringRef path) {
  auto file =
      llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/false,
                                         /*RequiresNullTerminator=*/true);
  if (!file) {
    return Status::notFound(path.str() + ": error: cannot read the file: " +
                            file.getError().message());
  }
  return std::move(*file);
}

bool isBytecode(llvm::StringRef contents) {
  return contents.starts_with("ML\xEFR");
}

std::vector<std::unique_ptr<llvm::MemoryBuffer>>
splitParts(const llvm::MemoryBuffer &file) {
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> parts;
  llvm::StringRef contents = file.getBuffer();
  llvm::StringRef name = file.getBufferIdentifier();
  if (isBytecode(contents)) {
    parts.push_back(llvm::MemoryBuffer::getMemBuffer(file.getMemBufferRef()));
    return parts;
  }
  size_t line = 0;
  size_t partLine = 0;
  llvm::StringRef rest = contents;
  const char *partStart = contents.begin();
  auto add = [&](const char *end) {
    std::string text(partLine, '\n');
    text.append(partStart, end);
    parts.push_back(llvm::MemoryBuffer::getMemBufferCopy(text, name));
  };
  while (!rest.empty()) {
    auto [current, remainder] = rest.split('\n');
    ++line;
    if (current.rtrim() == "// -----") {
      add(current.begin());
      // Without a line break after the marker there is no remainder at all.
      partStart = remainder.data() ? remainder.begin() : contents.end();
      partLine = line;
    }
    rest = remainder;
  }
  add(contents.end());
  return parts;
}

} // namespace weft::tools
