// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/PtxParser.h"

#include "weft/Emulator/FunctionParser.h"
#include "weft/Emulator/PtxTokens.h"
#include "weft/Emulator/VariableParser.h"

#include <algorithm>

namespace weft::emulator {

const Function *Module::findEntry(std::string_view name) const {
  for (const std::unique_ptr<Function> &function : functions) {
    if (function->isEntry && function->name == name) {
      return function.get();
    }
  }
  return nullptr;
}

const Variable *Module::findVariable(std::string_view name) const {
  for (const Variable &variable : variables) {
    if (variable.name == name) {
      return &variable;
    }
  }
  return nullptr;
}

std::string_view Module::lineOf(uint32_t line) const {
  std::string_view rest = text;
  for (uint32_t i = 1; i < line && !rest.empty(); ++i) {
    const size_t end = rest.find('\n');
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  rest = rest.substr(0, rest.find('\n'));
  const size_t first = rest.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) {
    return std::string_view();
  }
  return rest.substr(first, rest.find_last_not_of(" \t\r") - first + 1);
}

namespace {

/// What stands outside of functions.
class ModuleParser {
public:
  ModuleParser(Module &module, std::vector<Token> tokens)
      : module(module), cursor(std::move(tokens)) {}

  Status parse() {
    while (cursor.peek().kind != Token::Kind::End) {
      if (Status status = parseTopLevel(); !status.ok()) {
        return cursor.locate(status, module);
      }
    }
    for (const std::unique_ptr<Function> &function : module.functions) {
      for (Call &call : function->calls) {
        if (!module.functions[call.callee]->hasBody &&
            call.name != conditionalFunction) {
          return Status::invalidArgument("'" + function->name + "' calls '" +
                                         call.name +
                                         "', which has no body in this module");
        }
      }
    }
    return Status::success();
  }

private:
  /// 83 of "8.3".
  static int readVersion(std::string_view text) {
    int version = 0;
    for (char digit : text) {
      version = digit == '.' ? version : 10 * version + (digit - '0');
    }
    return version;
  }

  Status parseTopLevel() {
    const Token word = cursor.peek();
    if (word.is(".version")) {
      cursor.skip(1);
      module.version = readVersion(cursor.take().text);
    } else if (word.is(".target")) {
      cursor.skip(1);
      module.target = cursor.take().text;
      while (cursor.takeIf(",")) {
        cursor.skip(1);
      }
    } else if (word.is(".address_size")) {
      cursor.skip(1);
      if (!cursor.take().is("64")) {
        return Status::unimplemented("addresses have 64 bits here");
      }
    } else if (word.is(".file") || word.is(".loc")) {
      cursor.skipLine();
    } else if (word.is(".section")) {
      return skipSection();
    } else if (word.is(".pragma") || word.is(".alias")) {
      while (!cursor.take().is(";")) {
        if (cursor.peek().kind == Token::Kind::End) {
          return cursor.expected(";");
        }
      }
    } else {
      return parseDeclaration();
    }
    return Status::success();
  }

  Status skipSection() {
    cursor.skip(2);
    WEFT_RETURN_IF_ERROR(cursor.expect("{"));
    for (int depth = 1; depth > 0;) {
      const Token token = cursor.take();
      if (token.kind == Token::Kind::End) {
        return cursor.expected("}");
      }
      depth += token.is("{") ? 1 : token.is("}") ? -1 : 0;
    }
    return Status::success();
  }

  Status parseDeclaration() {
    while (cursor.peek().is(".visible") || cursor.peek().is(".extern") ||
           cursor.peek().is(".weak") || cursor.peek().is(".common")) {
      cursor.skip(1);
    }
    const Token word = cursor.peek();
    if (word.is(".entry") || word.is(".func")) {
      cursor.skip(1);
      return parseFunction(module, cursor, word.is(".entry"));
    }
    if (word.is(".global") || word.is(".const") || word.is(".shared")) {
      WEFT_ASSIGN_OR_RETURN(Variable variable, parseVariable(cursor));
      addModuleVariable(module, std::move(variable));
      return Status::success();
    }
    return cursor.expected("a declaration");
  }

  Module &module;
  Cursor cursor;
};

} // namespace

StatusOr<std::unique_ptr<Module>> parsePtx(std::string_view text) {
  auto module = std::make_unique<Module>();
  // A driver is given C strings.
  module->text = std::string(text.substr(0, text.find('\0')));
  WEFT_ASSIGN_OR_RETURN(std::vector<Token> tokens, readTokens(module->text));
  WEFT_RETURN_IF_ERROR(ModuleParser(*module, std::move(tokens)).parse());
  return module;
}

} // namespace weft::emulator
