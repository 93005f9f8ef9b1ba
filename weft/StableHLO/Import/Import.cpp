// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Import/Import.h"

#include "weft/StableHLO/Import/Dialects.h"
#include "weft/StableHLO/Import/OperationReader.h"
#include "weft/StableHLO/Import/PortableOp.h"
#include "weft/StableHLO/Import/ProgramLimits.h"
#include "weft/StableHLO/Import/TextScan.h"

#include <llvm/Support/SourceMgr.h>
#include <mlir/Bytecode/BytecodeWriter.h>
#include <mlir/IR/Diagnostics.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Parser/Parser.h>

using namespace llvm;
using namespace mlir;
using namespace weft::stablehlo;

static void loadDialects(MLIRContext &context) {
  DialectRegistry registry;
  registerAllDialects(registry);
  context.appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames()) {
    context.getOrLoadDialect(name);
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static Location locate(MLIRContext &context, MemoryBufferRef file,
                       uint64_t offset) {
  StringRef before = file.getBuffer().take_front(offset);
  return FileLineColLoc::get(&context, file.getBufferIdentifier(),
                             before.count('\n') + 1,
                             before.size() - (before.rfind('\n') + 1) + 1);
}

static OwningOpRef<ModuleOp> importText(MemoryBufferRef file,
                                        MLIRContext &context) {
  if (std::optional<TextError> error = findTextError(file.getBuffer())) {
    emitError(locate(context, file, error->offset)) << error->message;
    return nullptr;
  }
  // The parser and the verifier may find more than one error; the first counts.
  bool hasError = false;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error) {
      return failure();
    }
    return success(std::exchange(hasError, true));
  });
  // The lexer needs a terminator after the text, which `file` may not have.
  SourceMgr sources;
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(
                                 file.getBuffer(), file.getBufferIdentifier()),
                             SMLoc());
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, config);
  // The parser passes over some of what its lexer complained of, such as a
  // single dot behind the properties of an operation.
  if (hasError) {
    module = nullptr;
  }
  if (module) {
    if (std::optional<LimitError> error = findLimitError(*module)) {
      emitError(error->operation->getLoc()) << error->message;
      module = nullptr;
    } else if (failed(verify(*module))) {
      module = nullptr;
    }
  }
  if (!module && !hasError) {
    emitError(locate(context, file, 0)) << "not a program";
  }
  return module;
}

//===----------------------------------------------------------------------===//
// Bytecode
//===----------------------------------------------------------------------===//

/// The writer of a portable artifact gives the version it was written for in
/// place of its own name.
static LogicalResult checkProducer(const Container &container,
                                   ImportError &error) {
  StringRef version = container.producer;
  if (!version.consume_front("StableHLO_v")) {
    return success();
  }
  unsigned major;
  unsigned minor;
  if (version.consumeInteger(10, major) || !version.consume_front(".") ||
      version.consumeInteger(10, minor)) {
    return success();
  }
  if (std::pair(major, minor) > std::pair(kNewestMajor, kNewestMinor)) {
    return error.fail(5, "the artifact is of " + container.producer +
                             ", newer than the newest known, " +
                             Twine(kNewestMajor) + "." + Twine(kNewestMinor));
  }
  return success();
}

/// Finds the operation a failed verification complained about: a number takes
/// the place of its location while the verifier runs once more.
static Operation *findInvalidOperation(ModuleOp module) {
  MLIRContext *context = module.getContext();
  SmallVector<std::pair<Operation *, Location>> operations;
  module->walk<WalkOrder::PreOrder>([&](Operation *operation) {
    operations.emplace_back(operation, operation->getLoc());
  });
  constexpr StringLiteral kNumber = "number of an operation";
  for (auto [index, entry] : enumerate(operations)) {
    entry.first->setLoc(FileLineColLoc::get(context, kNumber, index, 0));
  }
  std::optional<size_t> found;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    auto location = dyn_cast<FileLineColLoc>(diagnostic.getLocation());
    if (!found && location && location.getFilename() == kNumber &&
        location.getLine() < operations.size()) {
      found = location.getLine();
    }
    return success();
  });
  (void)verify(module);
  for (auto &[operation, location] : operations) {
    operation->setLoc(location);
  }
  return found ? operations[*found].first : nullptr;
}

static OwningOpRef<ModuleOp> readBytecode(MemoryBufferRef file,
                                          MLIRContext &context,
                                          ImportError &error,
                                          Location &culprit) {
  ImportError::Capture capture(error, &context);
  Container container;
  if (failed(container.read(file.getBuffer(), error)) ||
      failed(checkProducer(container, error))) {
    return nullptr;
  }
  AttributeTable table(container, &context);
  OperationReader reader(container, table, file.getBufferSize());
  OperationOffsets offsets;
  OwningOpRef<ModuleOp> module = reader.read(offsets);
  if (!module) {
    return nullptr;
  }
  if (std::optional<LimitError> limit = findLimitError(*module)) {
    culprit = limit->operation->getLoc();
    (void)error.fail(offsets.lookup(limit->operation), limit->message);
    return nullptr;
  }
  ImportError invalid;
  bool isValid;
  {
    ImportError::Capture captureInvalid(invalid, &context);
    isValid = succeeded(verify(*module));
  }
  if (isValid) {
    return module;
  }
  Operation *operation = findInvalidOperation(*module);
  if (operation) {
    culprit = operation->getLoc();
  }
  (void)error.fail(operation ? offsets.lookup(operation) : 0,
                   invalid.message());
  return nullptr;
}

/// The text with anything a terminal would not show replaced: names in it may
/// come from the file.
static std::string makePrintable(StringRef text) {
  std::string result;
  for (char c : text) {
    if (isPrint(c) || c == '\n') {
      result += c;
    } else {
      result += "\\" + toHex(StringRef(&c, 1));
    }
  }
  return result;
}

static OwningOpRef<ModuleOp> importBytecode(MemoryBufferRef file,
                                            MLIRContext &context) {
  ImportError error;
  Location culprit = UnknownLoc::get(&context);
  OwningOpRef<ModuleOp> module = readBytecode(file, context, error, culprit);
  if (!module) {
    InFlightDiagnostic diagnostic =
        emitError(
            FileLineColLoc::get(&context, file.getBufferIdentifier(), 1, 1))
        << "at byte " << error.offset() << ": "
        << makePrintable(error.message());
    if (!isa<UnknownLoc>(culprit)) {
      diagnostic.attachNote(culprit) << "the operation comes from here";
    }
  }
  return module;
}

OwningOpRef<ModuleOp>
weft::stablehlo::importModule(MemoryBufferRef file, MLIRContext &context,
                              const ImportOptions &options) {
  if (file.getBufferSize() > options.maximumBytes) {
    emitError(FileLineColLoc::get(&context, file.getBufferIdentifier(), 1, 1))
        << "the file has " << file.getBufferSize() << " bytes, more than "
        << options.maximumBytes;
    return nullptr;
  }
  loadDialects(context);
  return Container::hasMagic(file.getBuffer()) ? importBytecode(file, context)
                                               : importText(file, context);
}

std::string weft::stablehlo::exportModule(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  // Writing into a string fails only for a bytecode version that is not ours.
  (void)writeBytecodeToFile(module, stream);
  return bytes;
}
