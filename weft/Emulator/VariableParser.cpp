// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/VariableParser.h"

#include "weft/Emulator/PtxDecoder.h"

#include <map>

namespace weft::emulator {

std::optional<Special> specialOf(std::string_view name) {
  static const std::map<std::string_view, Special> names = {
      {"%tid.x", Special::ThreadX},
      {"%tid.y", Special::ThreadY},
      {"%tid.z", Special::ThreadZ},
      {"%ntid.x", Special::ThreadsX},
      {"%ntid.y", Special::ThreadsY},
      {"%ntid.z", Special::ThreadsZ},
      {"%ctaid.x", Special::BlockX},
      {"%ctaid.y", Special::BlockY},
      {"%ctaid.z", Special::BlockZ},
      {"%nctaid.x", Special::BlocksX},
      {"%nctaid.y", Special::BlocksY},
      {"%nctaid.z", Special::BlocksZ},
      {"%laneid", Special::Lane},
      {"%warpid", Special::Warp},
      {"%nwarpid", Special::Warps},
      {"%lanemask_eq", Special::MaskEqual},
      {"%lanemask_lt", Special::MaskLess},
      {"%lanemask_le", Special::MaskLessEqual},
      {"%lanemask_gt", Special::MaskGreater},
      {"%lanemask_ge", Special::MaskGreaterEqual},
      {"%dynamic_smem_size", Special::DynamicShared},
      {"%globaltimer", Special::Time},
      // There are no clusters, and there is one multiprocessor.
      {"%smid", Special::Zero},
      {"%nsmid", Special::One},
      {"%gridid", Special::Zero},
      {"%cluster_ctarank", Special::Zero},
      {"%cluster_nctarank", Special::One},
  };
  auto found = names.find(name);
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

StatusOr<Variable> parseVariable(Cursor &cursor) {
  Variable variable;
  const Token space = cursor.take();
  variable.space = space.is(".const")    ? Space::Constant
                   : space.is(".shared") ? Space::Shared
                   : space.is(".local")  ? Space::Local
                                         : Space::Global;
  uint64_t elementBytes = 0;
  while (cursor.peek().kind == Token::Kind::Word &&
         cursor.peek().text.front() == '.') {
    const Token word = cursor.take();
    if (word.is(".align")) {
      WEFT_ASSIGN_OR_RETURN(int64_t alignment, cursor.takeInteger());
      if (alignment <= 0) {
        return Status::invalidArgument("an alignment is a power of two");
      }
      variable.alignment = static_cast<uint64_t>(alignment);
    } else if (const Type type = typeOf(word.text.substr(1)); bitsOf(type)) {
      elementBytes = bitsOf(type) / 8;
    }
  }
  WEFT_ASSIGN_OR_RETURN(variable.name, cursor.takeName());
  if (elementBytes == 0) {
    return Status::invalidArgument("'" + variable.name + "' has no type");
  }
  variable.alignment = std::max(variable.alignment, elementBytes);
  uint64_t count = 1;
  while (cursor.takeIf("[")) {
    if (cursor.takeIf("]")) {
      variable.isDynamic = true;
      count = 0;
      continue;
    }
    WEFT_ASSIGN_OR_RETURN(int64_t extent, cursor.takeInteger());
    count *= static_cast<uint64_t>(extent);
    WEFT_RETURN_IF_ERROR(cursor.expect("]"));
  }
  variable.size = count * elementBytes;
  if (cursor.takeIf("=")) {
    const bool isList = cursor.takeIf("{");
    auto append = [&](uint64_t bits) {
      for (uint64_t i = 0; i < elementBytes; ++i) {
        variable.values.push_back(static_cast<uint8_t>(bits >> (8 * i)));
      }
    };
    do {
      if (cursor.peek().is("}")) {
        break;
      }
      WEFT_ASSIGN_OR_RETURN(int64_t value, cursor.takeInteger());
      append(static_cast<uint64_t>(value));
    } while (isList && cursor.takeIf(","));
    if (isList) {
      WEFT_RETURN_IF_ERROR(cursor.expect("}"));
    }
    if (variable.isDynamic && variable.space != Space::Shared) {
      variable.isDynamic = false;
      variable.size = variable.values.size();
    }
    if (variable.values.size() > variable.size) {
      return Status::invalidArgument("'" + variable.name +
                                     "' has more values than elements");
    }
    variable.values.resize(variable.size);
  }
  WEFT_RETURN_IF_ERROR(cursor.expect(";"));
  return variable;
}

uint32_t addModuleVariable(Module &module, Variable variable) {
  if (variable.space == Space::Shared) {
    variable.address = alignUp(module.sharedBytes, variable.alignment);
    if (!variable.isDynamic) {
      module.sharedBytes =
          static_cast<uint32_t>(variable.address + variable.size);
    }
  }
  module.variables.push_back(std::move(variable));
  return static_cast<uint32_t>(module.variables.size() - 1);
}

} // namespace weft::emulator
