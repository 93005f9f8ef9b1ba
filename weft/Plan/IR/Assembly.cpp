// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text forms that TableGen cannot describe, and the generated definitions
// that use them.
//
//   work  ::= `(` (argument `=` operand `:` type)* `)` (`->` types)? region
//   types ::= type | `(` type (`,` type)* `)`
//   loop  ::= `(` ... `)` `cond` region `body` region

#include "weft/Plan/IR/Plan.h"

#include <mlir/IR/Builders.h>
#include <mlir/Interfaces/FunctionImplementation.h>

using namespace mlir;
using namespace weft::plan;

using UnresolvedOperand = OpAsmParser::UnresolvedOperand;

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

/// `@name`, and `<hero>` where there is one.
static ParseResult parseName(OpAsmParser &parser, StringAttr &name,
                             HeroAttr &hero) {
  if (parser.parseSymbolName(name)) {
    return failure();
  }
  Hero value = Hero::None;
  if (succeeded(parser.parseOptionalLess())) {
    FailureOr<Hero> parsed = FieldParser<Hero>::parse(parser);
    if (failed(parsed) || parser.parseGreater()) {
      return failure();
    }
    value = *parsed;
  }
  hero = HeroAttr::get(parser.getContext(), value);
  return success();
}

static void printName(OpAsmPrinter &printer, Operation *, StringAttr name,
                      HeroAttr hero) {
  printer.printSymbolName(name.getValue());
  if (hero && hero.getValue() != Hero::None) {
    printer << " <" << stringifyHero(hero.getValue()) << ">";
  }
}

/// Inputs and the block arguments they become.
static ParseResult
parseInputs(OpAsmParser &parser, SmallVectorImpl<UnresolvedOperand> &inputs,
            SmallVectorImpl<Type> &types,
            SmallVectorImpl<OpAsmParser::Argument> &arguments) {
  return parser.parseCommaSeparatedList(
      OpAsmParser::Delimiter::Paren, [&]() -> ParseResult {
        OpAsmParser::Argument &argument = arguments.emplace_back();
        if (parser.parseArgument(argument) || parser.parseEqual() ||
            parser.parseOperand(inputs.emplace_back()) ||
            parser.parseColonType(argument.type)) {
          return failure();
        }
        types.push_back(argument.type);
        return success();
      });
}

static void printInputs(OpAsmPrinter &printer, OperandRange inputs,
                        Block &block) {
  printer << "(";
  llvm::interleaveComma(llvm::zip(block.getArguments(), inputs), printer,
                        [&](auto pair) {
                          auto [argument, input] = pair;
                          printer.printRegionArgument(argument, {}, true);
                          printer << " = " << input << " : " << input.getType();
                        });
  printer << ")";
}

static void printResultTypes(OpAsmPrinter &printer, TypeRange types) {
  if (!types.empty()) {
    printer.printArrowTypeList(types);
  }
  printer << " ";
}

//===----------------------------------------------------------------------===//
// Directives
//===----------------------------------------------------------------------===//

static ParseResult parseWork(OpAsmParser &parser,
                             SmallVectorImpl<UnresolvedOperand> &inputs,
                             SmallVectorImpl<Type> &inputTypes,
                             SmallVectorImpl<Type> &resultTypes, Region &body) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parseInputs(parser, inputs, inputTypes, arguments) ||
                 parser.parseOptionalArrowTypeList(resultTypes) ||
                 parser.parseRegion(body, arguments));
}

static void printWork(OpAsmPrinter &printer, Operation *, OperandRange inputs,
                      TypeRange, TypeRange resultTypes, Region &body) {
  printInputs(printer, inputs, body.front());
  printResultTypes(printer, resultTypes);
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

static ParseResult parseStart(OpAsmParser &parser,
                              SmallVectorImpl<UnresolvedOperand> &inputs,
                              SmallVectorImpl<Type> &inputTypes, Type &pending,
                              Region &body) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parseInputs(parser, inputs, inputTypes, arguments) ||
                 parser.parseArrow() || parser.parseType(pending) ||
                 parser.parseRegion(body, arguments));
}

static void printStart(OpAsmPrinter &printer, Operation *, OperandRange inputs,
                       TypeRange, Type pending, Region &body) {
  printInputs(printer, inputs, body.front());
  printer << " -> " << pending << " ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

static ParseResult parseLoop(OpAsmParser &parser,
                             SmallVectorImpl<UnresolvedOperand> &inits,
                             SmallVectorImpl<Type> &initTypes,
                             SmallVectorImpl<Type> &resultTypes, Region &cond,
                             Region &body) {
  SmallVector<OpAsmParser::Argument> arguments;
  if (parseInputs(parser, inits, initTypes, arguments) ||
      parser.parseKeyword("cond") || parser.parseRegion(cond, arguments) ||
      parser.parseKeyword("body") || parser.parseRegion(body, arguments)) {
    return failure();
  }
  llvm::append_range(resultTypes, initTypes);
  return success();
}

static void printLoop(OpAsmPrinter &printer, Operation *, OperandRange inits,
                      TypeRange, TypeRange, Region &cond, Region &body) {
  printInputs(printer, inits, cond.front());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(cond, /*printEntryBlockArgs=*/false);
  printer << " body ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

static ParseResult parseSameTypes(OpAsmParser &parser,
                                  SmallVectorImpl<Type> &operandTypes,
                                  SmallVectorImpl<Type> &resultTypes) {
  if (parser.parseOptionalColonTypeList(operandTypes)) {
    return failure();
  }
  llvm::append_range(resultTypes, operandTypes);
  return success();
}

static void printSameTypes(OpAsmPrinter &printer, Operation *,
                           TypeRange operandTypes, TypeRange) {
  if (!operandTypes.empty()) {
    printer << ": " << operandTypes;
  }
}

// The regions of a loop have equal arguments, named once for both: equal names
// come out because each region is a scope of its own.
void WhileOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments()) {
    setName(argument, "carried");
  }
}

//===----------------------------------------------------------------------===//
// program
//===----------------------------------------------------------------------===//

ParseResult ProgramOp::parse(OpAsmParser &parser, OperationState &result) {
  StringRef keyword;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword)) {
    return failure();
  }
  std::optional<Stage> stage = symbolizeStage(keyword);
  if (!stage) {
    return parser.emitError(location, "unknown stage '") << keyword << "'";
  }
  result.addAttribute(getStageAttrName(result.name),
                      StageAttr::get(parser.getContext(), *stage));
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(inputs, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void ProgramOp::print(OpAsmPrinter &printer) {
  printer << " " << stringifyStage(getStage()) << " ";
  if (std::optional<StringRef> visibility = getSymVisibility()) {
    printer << *visibility << " ";
  }
  printer.printSymbolName(getSymName());
  function_interface_impl::printFunctionSignature(
      printer, *this, getArgumentTypes(), /*isVariadic=*/false,
      getResultTypes());
  SmallVector<StringRef> elided = {
      getStageAttrName(), getSymVisibilityAttrName(), getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName()};
  if (getPartitions() == 1) {
    elided.push_back(getPartitionsAttrName());
  }
  if (getReplicas() == 1) {
    elided.push_back(getReplicasAttrName());
  }
  function_interface_impl::printFunctionAttributes(printer, *this, elided);
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/true);
}

//===----------------------------------------------------------------------===//
// Generated definitions
//===----------------------------------------------------------------------===//

#define GET_OP_CLASSES
#include "weft/Plan/IR/Ops.cpp.inc"
