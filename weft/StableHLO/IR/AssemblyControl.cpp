// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text forms of the operations whose regions have one: reduce and while.

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/IR/Builders.h>

using namespace mlir;
using namespace weft::stablehlo;

using UnresolvedOperand = OpAsmParser::UnresolvedOperand;

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//
//
//   reduce  ::= pairs `applies` operation-name across
//             | pairs across `reducer` (`(` argument `,` argument `)`)* region
//   pairs   ::= (`(` operand `init` `:` operand `)`) (`,` ...)*
//   across  ::= `across` `dimensions` `=` `[` integers `]` attr-dict
//               `:` function-type
//
// The arguments of the region form come in the order of the pairs, which is not
// their order in the block: there all of the first kind precede all of the
// second.

/// What may stand behind `applies`: with the two scalars as operands and one of
/// their type as the result, the name alone gives the body.
static bool isShortReducer(OperationName name, StringRef dialect) {
  return name.getDialectNamespace() == dialect && name.isRegistered() &&
         name.hasTrait<OpTrait::NOperands<2>::Impl>() &&
         name.hasTrait<OpTrait::OneResult>() &&
         name.hasTrait<OpTrait::ZeroRegions>() &&
         (name.hasTrait<traits::Commutative>() ||
          name.hasTrait<OpTrait::IsCommutative>());
}

/// The type of a scalar of the reduction's first input; null if that is not a
/// tensor.
static Type getReducerType(Type input) {
  auto tensor = dyn_cast<RankedTensorType>(input);
  return tensor ? RankedTensorType::get({}, tensor.getElementType()) : Type();
}

/// The operation that is the whole body, if `applies` and its name say all
/// there is to say; locations excepted, which the short form gives up.
static Operation *getShortReducer(ReduceOp op) {
  if (op.getInputs().size() != 1 || !op.getBody().hasOneBlock()) {
    return nullptr;
  }
  Block &block = op.getBody().front();
  if (!llvm::hasNItems(block, 2)) {
    return nullptr;
  }
  Operation *inner = &block.front();
  auto terminator = dyn_cast<ReturnOp>(block.back());
  if (!terminator || !terminator->getDiscardableAttrDictionary().empty() ||
      !isShortReducer(inner->getName(),
                      StableHLODialect::getDialectNamespace()) ||
      !inner->getAttrs().empty()) {
    return nullptr;
  }
  Type type = getReducerType(op.getInputs().front().getType());
  auto isScalar = [&](Type other) { return other == type; };
  if (!llvm::all_of(inner->getOperandTypes(), isScalar) ||
      !llvm::all_of(inner->getResultTypes(), isScalar) ||
      !llvm::equal(block.getArguments(), inner->getOperands()) ||
      !llvm::equal(inner->getResults(), terminator->getOperands())) {
    return nullptr;
  }
  return inner;
}

void ReduceOp::print(OpAsmPrinter &printer) {
  llvm::interleaveComma(llvm::zip(getInputs(), getInitValues()), printer,
                        [&](auto pair) {
                          auto [input, init] = pair;
                          printer << '(' << input << " init: " << init << ')';
                        });
  Operation *inner = getShortReducer(*this);
  if (inner) {
    printer << " applies ";
    printer.printKeywordOrString(inner->getName().getStringRef());
  }
  printer << " across dimensions = [";
  llvm::interleaveComma(getDimensions(), printer);
  printer << ']';
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getDimensionsAttrName().getValue()});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (inner) {
    return;
  }

  printer.printNewline();
  printer << " reducer";
  Block::BlockArgListType arguments = getBody().getArguments();
  size_t count = arguments.size() / 2;
  for (size_t i = 0; i < count; ++i) {
    printer << '(';
    printer.printRegionArgument(arguments[i]);
    printer << ", ";
    printer.printRegionArgument(arguments[i + count]);
    printer << ") ";
  }
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

/// The body behind `applies name`, and the location of all of it.
static ParseResult buildShortReducer(OpAsmParser &parser, SMLoc nameLocation,
                                     OperationName name, FunctionType type,
                                     OperationState &result) {
  Type scalar =
      type.getNumInputs() == 0 ? Type() : getReducerType(type.getInput(0));
  if (!scalar) {
    return parser.emitError(nameLocation)
           << "a reduction with 'applies' needs a tensor as its first input, "
              "but has function type "
           << type;
  }
  // The operation is followed by its location already here, because the body
  // gets the same one.
  std::optional<Location> location;
  if (parser.parseOptionalLocationSpecifier(location)) {
    return failure();
  }
  if (location) {
    result.location = *location;
  }

  Block &block = result.addRegion()->emplaceBlock();
  block.addArguments({scalar, scalar}, {result.location, result.location});
  // The block is not in an operation yet, so it has no context to offer.
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToStart(&block);
  OperationState state(result.location, name, block.getArguments(), scalar);
  Operation *inner = builder.create(state);
  ReturnOp::create(builder, result.location, inner->getResults());
  return success();
}

/// `reducer(%a: T, %b: T) (...) { ... }`.
static ParseResult parseReducerRegion(OpAsmParser &parser,
                                      OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments, others;
  while (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseArgument(arguments.emplace_back(), /*allowType=*/true) ||
        parser.parseComma() ||
        parser.parseArgument(others.emplace_back(), /*allowType=*/true) ||
        parser.parseRParen()) {
      return failure();
    }
  }
  llvm::append_range(arguments, others);
  return parser.parseRegion(*result.addRegion(), arguments);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc operandsLocation = parser.getCurrentLocation();
  SmallVector<UnresolvedOperand> operands, inits;
  if (succeeded(parser.parseOptionalLParen())) {
    do {
      if (!operands.empty() && parser.parseLParen()) {
        return failure();
      }
      if (parser.parseOperand(operands.emplace_back()) ||
          parser.parseKeyword("init") || parser.parseColon() ||
          parser.parseOperand(inits.emplace_back()) || parser.parseRParen()) {
        return failure();
      }
    } while (succeeded(parser.parseOptionalComma()));
  }
  llvm::append_range(operands, inits);

  SMLoc nameLocation = parser.getCurrentLocation();
  std::optional<OperationName> inner;
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    nameLocation = parser.getCurrentLocation();
    FailureOr<OperationName> name = parser.parseCustomOperationName();
    if (failed(name)) {
      return failure();
    }
    if (!isShortReducer(*name, StableHLODialect::getDialectNamespace())) {
      return parser.emitError(nameLocation)
             << "'" << *name
             << "' cannot follow 'applies': expected a commutative operation "
                "of the "
             << StableHLODialect::getDialectNamespace()
             << " dialect with two operands, one result and no region; write "
                "the body behind 'reducer' instead";
    }
    inner = *name;
  }

  FunctionType type;
  SMLoc attributesLocation;
  auto dimensions = [&]() -> ParseResult {
    auto attribute = llvm::dyn_cast_if_present<DenseI64ArrayAttr>(
        DenseI64ArrayAttr::parse(parser, Type()));
    result.getOrAddProperties<Properties>().dimensions = attribute;
    return success(attribute != nullptr);
  };
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") ||
      parser.parseEqual() || dimensions() ||
      parser.getCurrentLocation(&attributesLocation) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.parseType(type) ||
      parser.resolveOperands(operands, type.getInputs(), operandsLocation,
                             result.operands)) {
    return failure();
  }
  StringAttr dimensionsName = getDimensionsAttrName(result.name);
  if (result.attributes.get(dimensionsName)) {
    return parser.emitError(attributesLocation)
           << "'" << dimensionsName.getValue() << "' is given twice";
  }
  result.addTypes(type.getResults());

  if (inner) {
    return buildShortReducer(parser, nameLocation, *inner, type, result);
  }
  return failure(parser.parseKeyword("reducer") ||
                 parseReducerRegion(parser, result));
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//
//
//   while ::= `(` (argument `=` operand) (`,` ...)* `)` (`:` types)?
//             (`attributes` attr-dict)? `cond` region `do` region
//
// The two regions have equal arguments, so they are named once for both.

void WhileOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments()) {
    setName(argument, "iterArg");
  }
}

void WhileOp::print(OpAsmPrinter &printer) {
  printer << '(';
  llvm::interleaveComma(llvm::zip(getBody().getArguments(), getOperand()),
                        printer, [&](auto pair) {
                          auto [argument, operand] = pair;
                          printer << argument << " = " << operand;
                        });
  printer << ')';
  if (!getOperand().empty()) {
    printer << " : ";
    llvm::interleaveComma(getOperand().getTypes(), printer);
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<UnresolvedOperand> operands;
  auto parseCarried = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) ||
                   parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                     parseCarried)) {
    return failure();
  }
  if (!operands.empty() && parser.parseColonTypeList(result.types)) {
    return failure();
  }
  if (parser.resolveOperands(operands, result.types, location,
                             result.operands)) {
    return failure();
  }
  for (auto [argument, type] : llvm::zip_equal(arguments, result.types)) {
    argument.type = type;
  }
  return failure(parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
                 parser.parseKeyword("cond") ||
                 parser.parseRegion(*result.addRegion(), arguments) ||
                 parser.parseKeyword("do") ||
                 parser.parseRegion(*result.addRegion(), arguments));
}
