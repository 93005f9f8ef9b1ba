// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the generated readers of operations' properties read from. They ask for
// attributes and for arrays of segment sizes; nothing they ask for may be
// larger than the operation's own bytes.

#pragma once

#include "weft/StableHLO/Import/EntryReader.h"

#include <mlir/Bytecode/BytecodeImplementation.h>

namespace weft::stablehlo {

class PropertyReader final : public mlir::DialectBytecodeReader {
public:
  explicit PropertyReader(EntryReader &reader) : reader(reader) {}

  mlir::InFlightDiagnostic
  emitError(const llvm::Twine &message = {}) const override {
    reader.importError().setPosition(reader.offset());
    return mlir::emitError(mlir::UnknownLoc::get(getContext()), message);
  }
  llvm::FailureOr<const mlir::DialectVersion *>
  getDialectVersion(llvm::StringRef) const override {
    return llvm::failure();
  }
  mlir::MLIRContext *getContext() const override { return reader.context(); }
  uint64_t getBytecodeVersion() const override {
    return reader.container().version;
  }

  llvm::LogicalResult readAttribute(mlir::Attribute &result) override {
    return reader.readAttribute(result);
  }
  llvm::LogicalResult readOptionalAttribute(mlir::Attribute &result) override {
    return reader.readOptionalAttribute(result);
  }
  llvm::LogicalResult readType(mlir::Type &result) override {
    return reader.readType(result);
  }

  /// Numbers in properties are counts, sizes and keywords. The callers reserve
  /// memory for counts and narrow the others, so the larger ones are refused.
  llvm::LogicalResult readVarInt(uint64_t &result) override {
    if (failed(reader.readVarInt(result))) {
      return llvm::failure();
    }
    constexpr uint64_t kLargest = uint64_t(1) << 24;
    return result <= kLargest
               ? llvm::success()
               : reader.fail("a property is " + llvm::Twine(result) +
                             ", larger than " + llvm::Twine(kLargest));
  }
  llvm::LogicalResult readSignedVarInt(int64_t &result) override {
    return reader.readSignedVarInt(result);
  }
  llvm::FailureOr<llvm::APInt>
  readAPIntWithKnownWidth(unsigned bitWidth) override {
    llvm::APInt value;
    if (failed(reader.readAPInt(bitWidth, value))) {
      return llvm::failure();
    }
    return value;
  }
  llvm::FailureOr<llvm::APFloat>
  readAPFloatWithKnownSemantics(const llvm::fltSemantics &semantics) override {
    llvm::APFloat value(0.0);
    if (failed(reader.readAPFloat(semantics, value))) {
      return llvm::failure();
    }
    return value;
  }
  llvm::LogicalResult readString(llvm::StringRef &result) override {
    return reader.readString(result);
  }
  llvm::LogicalResult readBlob(llvm::ArrayRef<char> &result) override {
    llvm::ArrayRef<uint8_t> bytes;
    if (failed(reader.readBlob(bytes))) {
      return llvm::failure();
    }
    result = llvm::ArrayRef(reinterpret_cast<const char *>(bytes.data()),
                            bytes.size());
    return llvm::success();
  }
  llvm::LogicalResult readBool(bool &result) override {
    return reader.readBool(result);
  }

private:
  llvm::FailureOr<mlir::AsmDialectResourceHandle>
  readResourceHandle() override {
    return reader.fail("properties cannot hold resources");
  }

  EntryReader &reader;
};

} // namespace weft::stablehlo
