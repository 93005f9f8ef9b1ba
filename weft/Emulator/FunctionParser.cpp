// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/FunctionParser.h"

#include "weft/Emulator/PtxDecoder.h"
#include "weft/Emulator/VariableParser.h"

#include <algorithm>
#include <map>
#include <optional>

namespace weft::emulator {
namespace {

/// What registers hold before they are written: no number that anything means.
constexpr uint64_t junkWord = 0xA5A5A5A5A5A5A5A5;

/// The body of one function.
class FunctionParser {
public:
  FunctionParser(Module &module, Cursor &cursor, Function &function)
      : module(module), cursor(cursor), function(function) {
    scopes.emplace_back();
  }

  Status parseParameters(std::vector<Parameter> &into) {
    WEFT_RETURN_IF_ERROR(cursor.expect("("));
    if (cursor.takeIf(")")) {
      return Status::success();
    }
    do {
      WEFT_ASSIGN_OR_RETURN(Parameter parameter, parseParameter());
      into.push_back(std::move(parameter));
    } while (cursor.takeIf(","));
    return cursor.expect(")");
  }

  Status parseBody() {
    WEFT_RETURN_IF_ERROR(cursor.expect("{"));
    for (size_t depth = 1; depth > 0;) {
      if (cursor.peek().kind == Token::Kind::End) {
        return cursor.expected("}");
      }
      if (cursor.takeIf("{")) {
        scopes.emplace_back();
        ++depth;
      } else if (cursor.takeIf("}")) {
        scopes.pop_back();
        --depth;
      } else {
        WEFT_RETURN_IF_ERROR(parseStatement());
      }
    }
    // A thread that falls off the end is done.
    Instruction end;
    end.run = returnHandler();
    end.line = cursor.peek().line;
    function.code.push_back(end);
    keepGuesses();
    return resolveLabels();
  }

private:
  struct Names {
    std::map<std::string, Slot, std::less<>> registers;
    /// `%r<35>`: the slot of %r0 and how many there are.
    std::map<std::string, std::pair<Slot, uint32_t>, std::less<>> ranges;
    std::map<std::string, Parameter, std::less<>> parameters;
    std::map<std::string, uint32_t, std::less<>> variables;
  };

  template <class Map>
  const typename Map::mapped_type *find(Map Names::*names,
                                        std::string_view name) const {
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
      const Map &map = (*scope).*names;
      if (auto found = map.find(name); found != map.end()) {
        return &found->second;
      }
    }
    return nullptr;
  }

  StatusOr<Parameter> parseParameter() {
    WEFT_RETURN_IF_ERROR(cursor.expect(".param"));
    Parameter parameter;
    uint64_t count = 1;
    unsigned bits = 0;
    std::optional<uint32_t> alignment;
    // `.u64 .ptr .global .align 16`: the alignment is of what it points to.
    bool isPointer = false;
    while (cursor.peek().kind == Token::Kind::Word &&
           cursor.peek().text.front() == '.') {
      const Token word = cursor.take();
      if (word.is(".align")) {
        WEFT_ASSIGN_OR_RETURN(int64_t value, cursor.takeInteger());
        if (!isPointer) {
          alignment = static_cast<uint32_t>(value);
        }
      } else if (word.is(".ptr")) {
        isPointer = true;
      } else if (bitsOf(typeOf(word.text.substr(1)))) {
        bits = bitsOf(typeOf(word.text.substr(1)));
      }
    }
    WEFT_ASSIGN_OR_RETURN(parameter.name, cursor.takeName());
    if (cursor.takeIf("[")) {
      WEFT_ASSIGN_OR_RETURN(int64_t value, cursor.takeInteger());
      count = static_cast<uint64_t>(value);
      WEFT_RETURN_IF_ERROR(cursor.expect("]"));
    }
    if (bits < 8) {
      return cursor.expected("a type of a parameter");
    }
    parameter.size = static_cast<uint32_t>(bits / 8 * count);
    parameter.alignment = alignment.value_or(bits / 8);
    parameter.offset = static_cast<uint32_t>(
        alignUp(function.parameterBytes, parameter.alignment));
    function.parameterBytes = parameter.offset + parameter.size;
    scopes.back().parameters[parameter.name] = parameter;
    return parameter;
  }

  Slot newSlot(uint64_t initial) {
    function.initial.push_back(initial);
    return static_cast<Slot>(function.initial.size() - 1);
  }

  Slot constantSlot(uint64_t value) {
    auto [found, isNew] = constants.try_emplace(value, noSlot);
    if (isNew) {
      found->second = newSlot(value);
    }
    return found->second;
  }

  Status parseRegisters() {
    // `.reg .b32 %r<35>, %x;`
    cursor.skip(2);
    do {
      WEFT_ASSIGN_OR_RETURN(std::string name, cursor.takeName());
      uint32_t count = 1;
      const Slot first = static_cast<Slot>(function.initial.size());
      if (cursor.takeIf("<")) {
        WEFT_ASSIGN_OR_RETURN(int64_t value, cursor.takeInteger());
        if (value < 0 || value > 1 << 20) {
          return Status::invalidArgument("no function has so many registers");
        }
        count = static_cast<uint32_t>(value);
        WEFT_RETURN_IF_ERROR(cursor.expect(">"));
        scopes.back().ranges[name] = {first, count};
      } else {
        scopes.back().registers[name] = first;
      }
      function.initial.resize(function.initial.size() + count, junkWord);
    } while (cursor.takeIf(","));
    return cursor.expect(";");
  }

  std::optional<Slot> findRegister(std::string_view name) const {
    if (const Slot *slot = find(&Names::registers, name)) {
      return *slot;
    }
    const size_t digits = name.find_last_not_of("0123456789") + 1;
    if (digits == name.size() || digits == 0) {
      return std::nullopt;
    }
    const auto *range = find(&Names::ranges, name.substr(0, digits));
    uint64_t number = 0;
    for (char c : name.substr(digits)) {
      number = number * 10 + static_cast<uint64_t>(c - '0');
    }
    if (!range || number >= range->second) {
      return std::nullopt;
    }
    return range->first + static_cast<Slot>(number);
  }

  /// The slot that holds a variable's address.
  std::optional<Slot> findAddress(std::string_view name, int64_t offset) {
    std::optional<uint32_t> variable;
    if (const uint32_t *found = find(&Names::variables, name)) {
      variable = *found;
    } else if (const Variable *found = module.findVariable(name)) {
      variable = static_cast<uint32_t>(found - module.variables.data());
    }
    if (!variable) {
      return std::nullopt;
    }
    for (const Function::AddressSlot &known : function.addresses) {
      if (known.variable == *variable && known.offset == offset) {
        return known.slot;
      }
    }
    const Slot slot = newSlot(0);
    function.addresses.push_back({slot, *variable, offset});
    return slot;
  }

  StatusOr<Slot> parseValue(Operand *operand = nullptr) {
    const Token &token = cursor.peek();
    if (token.kind == Token::Kind::Number || token.is("-")) {
      WEFT_ASSIGN_OR_RETURN(int64_t value, cursor.takeInteger());
      if (operand) {
        operand->isNumber = true;
        operand->number = static_cast<uint64_t>(value);
      }
      return constantSlot(static_cast<uint64_t>(value));
    }
    if (token.kind != Token::Kind::Word) {
      return cursor.expected("an operand");
    }
    const std::string_view name = cursor.take().text;
    if (std::optional<Slot> slot = findRegister(name)) {
      return *slot;
    }
    if (std::optional<Special> special = specialOf(name)) {
      for (const Function::SpecialSlot &known : function.specials) {
        if (known.special == *special) {
          return known.slot;
        }
      }
      const Slot slot = newSlot(0);
      function.specials.push_back({slot, *special});
      return slot;
    }
    int64_t offset = 0;
    if (cursor.peek().is("+")) {
      cursor.skip(1);
      WEFT_ASSIGN_OR_RETURN(offset, cursor.takeInteger());
    }
    if (std::optional<Slot> slot = findAddress(name, offset)) {
      return *slot;
    }
    // The address of a parameter, in their own space.
    if (const Parameter *parameter = find(&Names::parameters, name)) {
      return constantSlot(static_cast<uint64_t>(parameter->offset + offset));
    }
    return Status::invalidArgument("'" + std::string(name) +
                                   "' is not declared");
  }

  StatusOr<Operand> parseAddress() {
    Operand operand;
    operand.kind = Operand::Kind::Address;
    const Token token = cursor.peek();
    if (const Parameter *parameter = find(&Names::parameters, token.text)) {
      cursor.skip(1);
      operand.kind = Operand::Kind::ParameterAddress;
      operand.offset = parameter->offset;
    } else {
      // Here `x+4` is an offset of the address, not of the operand.
      if (token.kind == Token::Kind::Word && !findRegister(token.text) &&
          !specialOf(token.text)) {
        cursor.skip(1);
        std::optional<Slot> slot = findAddress(token.text, 0);
        if (!slot) {
          return Status::invalidArgument("'" + std::string(token.text) +
                                         "' is not declared");
        }
        operand.slot = *slot;
      } else {
        WEFT_ASSIGN_OR_RETURN(operand.slot, parseValue());
      }
    }
    if (cursor.takeIf("+")) {
      WEFT_ASSIGN_OR_RETURN(int64_t offset, cursor.takeInteger());
      operand.offset += offset;
    } else if (cursor.peek().is("-")) {
      WEFT_ASSIGN_OR_RETURN(int64_t offset, cursor.takeInteger());
      operand.offset += offset;
    }
    WEFT_RETURN_IF_ERROR(cursor.expect("]"));
    return operand;
  }

  StatusOr<Operand> parseOperand() {
    Operand operand;
    if (cursor.takeIf("[")) {
      return parseAddress();
    }
    if (cursor.takeIf("{")) {
      operand.kind = Operand::Kind::Vector;
      do {
        if (cursor.takeIf("_")) {
          operand.slots.push_back(noSlot);
          continue;
        }
        WEFT_ASSIGN_OR_RETURN(Slot slot, parseValue());
        operand.slots.push_back(slot);
      } while (cursor.takeIf(","));
      WEFT_RETURN_IF_ERROR(cursor.expect("}"));
      return operand;
    }
    operand.isNegated = cursor.takeIf("!");
    if (cursor.takeIf("_")) {
      operand.kind = Operand::Kind::Ignored;
    } else {
      WEFT_ASSIGN_OR_RETURN(operand.slot, parseValue(&operand));
    }
    if (cursor.takeIf("|")) {
      WEFT_ASSIGN_OR_RETURN(operand.second, parseValue());
    }
    return operand;
  }

  Status parseStatement() {
    const Token token = cursor.peek();
    if (token.kind == Token::Kind::Word && cursor.peek(1).is(":")) {
      cursor.skip(2);
      if (cursor.peek().is(".branchtargets")) {
        return parseBranchTable(std::string(token.text));
      }
      labels[std::string(token.text)] =
          static_cast<uint32_t>(function.code.size());
      return Status::success();
    }
    if (token.is(".reg")) {
      return parseRegisters();
    }
    if (token.is(".param")) {
      WEFT_ASSIGN_OR_RETURN(Parameter parameter, parseParameter());
      (void)parameter;
      return cursor.expect(";");
    }
    if (token.is(".local") || token.is(".shared") || token.is(".global") ||
        token.is(".const")) {
      WEFT_ASSIGN_OR_RETURN(Variable variable, parseVariable(cursor));
      return addVariable(std::move(variable));
    }
    if (token.is(".loc") || token.is(".file")) {
      cursor.skipLine();
      return Status::success();
    }
    if (token.is(".pragma")) {
      cursor.skip(2);
      return cursor.expect(";");
    }
    return parseInstruction();
  }

  Status addVariable(Variable variable) {
    const std::string name = variable.name;
    if (variable.space == Space::Local) {
      variable.address = alignUp(function.localBytes, variable.alignment);
      function.localBytes =
          static_cast<uint32_t>(variable.address + variable.size);
      function.localAlignment = std::max(
          function.localAlignment, static_cast<uint32_t>(variable.alignment));
    }
    scopes.back().variables[name] =
        addModuleVariable(module, std::move(variable));
    return Status::success();
  }

  Status parseBranchTable(std::string name) {
    cursor.skip(1);
    const auto index = static_cast<uint32_t>(function.branchTables.size());
    function.branchTables.emplace_back();
    branchTables[name] = index;
    do {
      WEFT_ASSIGN_OR_RETURN(std::string label, cursor.takeName());
      tableLabels.push_back({index, std::move(label)});
    } while (cursor.takeIf(","));
    return cursor.expect(";");
  }

  Status parseInstruction() {
    const uint32_t line = cursor.peek().line;
    std::optional<size_t> guard;
    if (cursor.takeIf("@")) {
      // A guard is a branch around the instruction.
      const bool isNegated = cursor.takeIf("!");
      Instruction skip;
      WEFT_ASSIGN_OR_RETURN(skip.a, parseValue());
      skip.run = branchHandler(isNegated);
      skip.line = line;
      if (cursor.peek().is("bra") || cursor.peek().is("bra.uni")) {
        skip.run = branchHandler(!isNegated);
        cursor.skip(1);
        return parseBranch(skip);
      }
      guard = function.code.size();
      function.code.push_back(skip);
    }
    if (cursor.peek().kind != Token::Kind::Word) {
      return cursor.expected("an instruction");
    }
    const std::string_view name = cursor.take().text;
    if (name == "bra" || name == "bra.uni") {
      Instruction jump;
      jump.run = jumpHandler();
      jump.line = line;
      WEFT_RETURN_IF_ERROR(parseBranch(jump));
    } else if (name == "call" || name == "call.uni") {
      WEFT_RETURN_IF_ERROR(parseCall(line));
    } else if (name == "brx.idx" || name == "brx.idx.uni") {
      WEFT_RETURN_IF_ERROR(parseTableBranch(line));
    } else if (name == "ret" || name == "ret.uni" || name == "exit") {
      Instruction back;
      back.run = returnHandler();
      back.line = line;
      function.code.push_back(back);
      WEFT_RETURN_IF_ERROR(cursor.expect(";"));
    } else {
      WEFT_RETURN_IF_ERROR(parseOther(name, line));
    }
    if (guard) {
      function.code[*guard].number =
          static_cast<int64_t>(function.code.size() - *guard - 1);
    }
    return Status::success();
  }

  Status parseOther(std::string_view name, uint32_t line) {
    Statement statement;
    statement.line = line;
    for (std::string_view rest = name;;) {
      const size_t dot = rest.find('.');
      statement.parts.push_back(rest.substr(0, dot));
      if (dot == std::string_view::npos) {
        break;
      }
      rest.remove_prefix(dot + 1);
    }
    if (!cursor.peek().is(";")) {
      do {
        WEFT_ASSIGN_OR_RETURN(Operand operand, parseOperand());
        statement.operands.push_back(std::move(operand));
      } while (cursor.takeIf(","));
    }
    WEFT_RETURN_IF_ERROR(cursor.expect(";"));
    return decode(statement, function);
  }

  Status parseBranch(Instruction branch) {
    WEFT_ASSIGN_OR_RETURN(std::string label, cursor.takeName());
    branches.push_back({function.code.size(), std::move(label)});
    function.code.push_back(branch);
    return cursor.expect(";");
  }

  Status parseTableBranch(uint32_t line) {
    Instruction branch;
    branch.run = tableBranchHandler();
    branch.line = line;
    WEFT_ASSIGN_OR_RETURN(branch.a, parseValue());
    WEFT_RETURN_IF_ERROR(cursor.expect(","));
    WEFT_ASSIGN_OR_RETURN(std::string table, cursor.takeName());
    auto found = branchTables.find(table);
    if (found == branchTables.end()) {
      return Status::invalidArgument("'" + table +
                                     "' is not a table of labels");
    }
    branch.list = found->second;
    function.code.push_back(branch);
    return cursor.expect(";");
  }

  /// `(result, ...), ` or `, (argument, ...)`: names of parameters.
  StatusOr<std::vector<Parameter>> parsePassed() {
    std::vector<Parameter> passed;
    WEFT_RETURN_IF_ERROR(cursor.expect("("));
    if (cursor.takeIf(")")) {
      return passed;
    }
    do {
      WEFT_ASSIGN_OR_RETURN(std::string name, cursor.takeName());
      const Parameter *parameter = find(&Names::parameters, name);
      if (!parameter) {
        return Status::invalidArgument("'" + name + "' is not a parameter");
      }
      passed.push_back(*parameter);
    } while (cursor.takeIf(","));
    WEFT_RETURN_IF_ERROR(cursor.expect(")"));
    return passed;
  }

  Status parseCall(uint32_t line) {
    std::vector<Parameter> results, arguments;
    if (cursor.peek().is("(")) {
      WEFT_ASSIGN_OR_RETURN(results, parsePassed());
      WEFT_RETURN_IF_ERROR(cursor.expect(","));
    }
    Call call;
    WEFT_ASSIGN_OR_RETURN(call.name, cursor.takeName());
    const Function *callee = nullptr;
    for (size_t i = 0; i < module.functions.size(); ++i) {
      if (module.functions[i]->name == call.name) {
        callee = module.functions[i].get();
        call.callee = static_cast<uint32_t>(i);
      }
    }
    if (!callee) {
      return Status::invalidArgument("there is no function '" + call.name +
                                     "'");
    }
    if (cursor.takeIf(",")) {
      WEFT_ASSIGN_OR_RETURN(arguments, parsePassed());
    }
    WEFT_RETURN_IF_ERROR(cursor.expect(";"));
    if (arguments.size() != callee->parameters.size() ||
        results.size() != callee->results.size()) {
      return Status::invalidArgument("'" + call.name +
                                     "' has other parameters than this call");
    }
    for (size_t i = 0; i < arguments.size(); ++i) {
      call.arguments.push_back(
          {arguments[i].offset, callee->parameters[i].offset,
           std::min(arguments[i].size, callee->parameters[i].size)});
    }
    for (size_t i = 0; i < results.size(); ++i) {
      call.results.push_back(
          {callee->results[i].offset, results[i].offset,
           std::min(results[i].size, callee->results[i].size)});
    }
    Instruction instruction;
    instruction.run = callHandler();
    if (call.name == conditionalFunction && !callee->hasBody) {
      if (arguments.size() != 2) {
        return Status::invalidArgument("a condition has a handle and a value");
      }
      instruction.run = setConditionalHandler();
    }
    instruction.line = line;
    instruction.list = static_cast<uint32_t>(function.calls.size());
    function.calls.push_back(std::move(call));
    function.code.push_back(instruction);
    return Status::success();
  }

  StatusOr<uint32_t> positionOf(const std::string &label) const {
    auto found = labels.find(label);
    if (found == labels.end()) {
      return Status::invalidArgument("'" + function.name + "' has no label '" +
                                     label + "'");
    }
    return found->second;
  }

  /// What any plain load may be until all swaps are known.
  void keepGuesses() {
    for (Instruction &instruction : function.code) {
      const std::pair address(instruction.a, instruction.number);
      instruction.order.isGuess &=
          std::ranges::find(function.swaps, address) != function.swaps.end();
    }
  }

  Status resolveLabels() {
    for (const auto &[position, label] : branches) {
      WEFT_ASSIGN_OR_RETURN(uint32_t target, positionOf(label));
      function.code[position].number =
          static_cast<int64_t>(target) - static_cast<int64_t>(position) - 1;
    }
    for (const auto &[table, label] : tableLabels) {
      WEFT_ASSIGN_OR_RETURN(uint32_t target, positionOf(label));
      function.branchTables[table].push_back(target);
    }
    return Status::success();
  }

  Module &module;
  Cursor &cursor;
  Function &function;
  std::vector<Names> scopes;
  std::map<uint64_t, Slot> constants;
  std::map<std::string, uint32_t> labels, branchTables;
  std::vector<std::pair<size_t, std::string>> branches;
  std::vector<std::pair<uint32_t, std::string>> tableLabels;
};

} // namespace

Status parseFunction(Module &module, Cursor &cursor, bool isEntry) {
  auto made = std::make_unique<Function>();
  FunctionParser parser(module, cursor, *made);
  made->isEntry = isEntry;
  if (cursor.peek().is("(")) {
    WEFT_RETURN_IF_ERROR(parser.parseParameters(made->results));
  }
  WEFT_ASSIGN_OR_RETURN(made->name, cursor.takeName());
  if (cursor.peek().is("(")) {
    WEFT_RETURN_IF_ERROR(parser.parseParameters(made->parameters));
  }
  while (cursor.peek().kind == Token::Kind::Word) {
    const Token word = cursor.take();
    uint64_t product = 1;
    while (cursor.peek().kind == Token::Kind::Number) {
      WEFT_ASSIGN_OR_RETURN(int64_t value, cursor.takeInteger());
      product *= static_cast<uint64_t>(value);
      cursor.takeIf(",");
    }
    if (word.is(".maxntid") || word.is(".reqntid")) {
      made->maximumThreads = static_cast<uint32_t>(product);
      made->threadsAreExact = word.is(".reqntid");
    }
  }
  // A declaration is followed by the function of the same name, in the same
  // place, so that calls that were read before find it.
  size_t place = module.functions.size();
  for (size_t i = 0; i < module.functions.size(); ++i) {
    if (module.functions[i]->name == made->name) {
      place = i;
    }
  }
  if (place < module.functions.size() && module.functions[place]->hasBody &&
      !cursor.peek().is(";")) {
    return Status::invalidArgument("'" + made->name + "' is there already");
  }
  Function *function = made.get();
  if (place == module.functions.size()) {
    module.functions.push_back(std::move(made));
  } else if (!cursor.peek().is(";")) {
    module.functions[place] = std::move(made);
  }
  if (cursor.takeIf(";")) {
    return Status::success();
  }
  function->hasBody = true;
  return parser.parseBody();
}

} // namespace weft::emulator
