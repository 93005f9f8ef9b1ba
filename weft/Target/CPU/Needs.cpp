// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Needs.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace weft::cpu {

/// Read from the object file only; linking leaves it out.
static constexpr llvm::StringLiteral kSection = ".weft.cpu";

/// Features that are there, without their signs.
static llvm::SmallVector<llvm::StringRef>
presentFeatures(llvm::StringRef list) {
  llvm::SmallVector<llvm::StringRef> parts;
  list.split(parts, ',', -1, /*KeepEmpty=*/false);
  llvm::SmallVector<llvm::StringRef> present;
  for (llvm::StringRef part : parts) {
    if (part.consume_front("+")) {
      present.push_back(part);
    }
  }
  return present;
}

void noteNeeds(llvm::Module &module, const Machine &cpu) {
  std::string note = std::to_string(cpu.vectorBytes) + ";" +
                     std::to_string(cpu.scalableBytes) + ";" +
                     llvm::join(presentFeatures(cpu.features), ",");
  llvm::Constant *text = llvm::ConstantDataArray::getString(
      module.getContext(), note, /*AddNull=*/false);
  auto *global = new llvm::GlobalVariable(
      module, text->getType(),
      /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage, text, "weft.cpu");
  global->setSection(kSection);
  global->setAlignment(llvm::Align(1));
  llvm::appendToCompilerUsed(module, {global});
}

Status checkNeeds(const llvm::object::ObjectFile &file, const Machine &host) {
  llvm::StringRef note;
  for (const llvm::object::SectionRef &section : file.sections()) {
    llvm::Expected<llvm::StringRef> name = section.getName();
    llvm::Expected<llvm::StringRef> contents = section.getContents();
    if (name && contents && *name == kSection) {
      note = *contents;
    }
    llvm::consumeError(name.takeError());
    llvm::consumeError(contents.takeError());
  }
  if (note.empty()) {
    return Status::success();
  }
  llvm::SmallVector<llvm::StringRef> parts;
  note.split(parts, ';');
  int64_t vectorBytes = 0;
  int64_t scalableBytes = 0;
  if (parts.size() != 3 || parts[0].getAsInteger(10, vectorBytes) ||
      parts[1].getAsInteger(10, scalableBytes)) {
    return Status::dataLoss("the code's note on its processor is damaged");
  }
  const char *hint = "; compile the program again on this machine";
  if (scalableBytes != 0 && scalableBytes != host.scalableBytes) {
    return Status::failedPrecondition(
        "the code is for SVE registers of " +
        std::to_string(scalableBytes * 8) + " bits, this machine " +
        (host.scalableBytes == 0
             ? std::string("has none that are wider than NEON's")
             : "has some of " + std::to_string(host.scalableBytes * 8)) +
        hint);
  }
  if (vectorBytes > host.vectorBytes) {
    return Status::failedPrecondition(
        "the code is for vectors of " + std::to_string(vectorBytes * 8) +
        " bits, those of this machine have " +
        std::to_string(host.vectorBytes * 8) + hint);
  }
  llvm::StringSet<> known;
  for (llvm::StringRef feature : presentFeatures(host.features)) {
    known.insert(feature);
  }
  llvm::SmallVector<llvm::StringRef> needed;
  parts[2].split(needed, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef feature : needed) {
    if (!known.contains(feature)) {
      return Status::failedPrecondition("the code is for a processor with '" +
                                        feature.str() +
                                        "', which this machine lacks" + hint);
    }
  }
  return Status::success();
}

} // namespace weft::cpu
