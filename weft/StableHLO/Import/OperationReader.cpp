// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Import/OperationReader.h"

#include "weft/StableHLO/Import/PortableOp.h"
#include "weft/StableHLO/Import/PropertyReader.h"

#include <mlir/Bytecode/BytecodeOpInterface.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>

using namespace llvm;
using namespace mlir;
using namespace weft::stablehlo;

namespace {

/// Which parts of an operation follow.
enum Mask : uint8_t {
  kHasAttributes = 1 << 0,
  kHasResults = 1 << 1,
  kHasOperands = 1 << 2,
  kHasSuccessors = 1 << 3,
  kHasRegions = 1 << 4,
  kHasUseListOrders = 1 << 5,
  kHasProperties = 1 << 6,
};

constexpr StringLiteral kPortableDialect = "vhlo";

} // namespace

/// An operation, read and not yet made.
struct OperationReader::Header {
  Header(Location location, StringRef name)
      : state(location, name), offset(0) {}
  OperationState state;
  uint64_t offset;
  const Container::OperationName *name = nullptr;
  bool isPortable = false;
  bool isIsolated = false;
};

OperationReader::OperationReader(const Container &container,
                                 AttributeTable &table, uint64_t fileSize)
    : container(container), table(table), fileSize(fileSize),
      context(table.context()) {}

OperationReader::~OperationReader() {
  // After an error, operations that are gone by now may have left uses behind.
  for (Operation &placeholder : placeholders) {
    placeholder.dropAllUses();
  }
}

OwningOpRef<ModuleOp> OperationReader::read(OperationOffsets &offsets) {
  this->offsets = &offsets;
  OwningOpRef<ModuleOp> wrapper = ModuleOp::create(UnknownLoc::get(context));
  if (failed(readTopLevel(*wrapper))) {
    return nullptr;
  }
  // A file holds a list of operations; usually that is one module.
  Block *body = wrapper->getBody();
  if (llvm::hasSingleElement(*body)) {
    if (auto module = dyn_cast<ModuleOp>(body->front())) {
      module->remove();
      return module;
    }
  }
  return wrapper;
}

LogicalResult OperationReader::readTopLevel(ModuleOp module) {
  readers.push_back(std::make_unique<EntryReader>(container.operations, table));
  OpenOperation top{module, 0, /*ownsScope=*/true};
  top.region = 1;
  top.regionIsOpen = true;
  top.blocks.push_back(module.getBody());
  stack.push_back(std::move(top));
  scopes.emplace_back();
  EntryReader &reader = *readers.front();
  bool hasArguments;
  if (failed(reader.readCountWithFlag(stack.back().operationsLeft, hasArguments,
                                      "operations", 3))) {
    return failure();
  }
  if (hasArguments) {
    return reader.fail("the outermost block has arguments");
  }
  while (!stack.empty()) {
    if (failed(advance())) {
      return failure();
    }
  }
  if (!reader.empty()) {
    return reader.fail("unexpected data after the operations");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Regions and blocks
//===----------------------------------------------------------------------===//

LogicalResult OperationReader::advance() {
  OpenOperation &open = stack.back();
  if (!open.regionIsOpen) {
    if (open.region == open.operation->getNumRegions()) {
      EntryReader &reader = *readers[open.reader];
      if (open.ownsScope) {
        scopes.pop_back();
      }
      // Regions in a section of their own fill it.
      if (stack.size() > 1 && stack[stack.size() - 2].reader != open.reader) {
        if (!reader.empty()) {
          return reader.fail("unexpected data after the regions");
        }
        readers.pop_back();
      }
      stack.pop_back();
      return success();
    }
    return openRegion(open);
  }
  while (open.operationsLeft > 0) {
    --open.operationsLeft;
    bool openedRegions = false;
    if (failed(readOperation(openedRegions))) {
      return failure();
    }
    if (openedRegions) {
      // `open` may have moved.
      return success();
    }
  }
  if (++open.block < open.blocks.size()) {
    return readBlockHeader(open);
  }
  return closeRegion(open);
}

LogicalResult OperationReader::openRegion(OpenOperation &open) {
  EntryReader &reader = *readers[open.reader];
  uint64_t blocks;
  if (failed(reader.readCount(blocks, "blocks"))) {
    return failure();
  }
  Region &region = open.operation->getRegion(open.region++);
  if (blocks == 0) {
    return success();
  }
  uint64_t from = reader.offset();
  uint64_t values;
  if (failed(reader.readVarInt(values))) {
    return failure();
  }
  if (values > fileSize - openValues) {
    return reader.importError().fail(
        from, Twine(values) + " values cannot be in a file of " +
                  Twine(fileSize) + " bytes");
  }
  openValues += values;
  std::vector<Value> &scope = scopes.back();
  open.firstValue = open.nextValue = scope.size();
  scope.resize(scope.size() + values);
  open.regionIsOpen = true;
  open.blocks.clear();
  open.block = 0;
  for (uint64_t i = 0; i < blocks; ++i) {
    open.blocks.push_back(&region.emplaceBlock());
  }
  return readBlockHeader(open);
}

LogicalResult OperationReader::closeRegion(OpenOperation &open) {
  std::vector<Value> &scope = scopes.back();
  // The outermost block has no values to refer to.
  if (open.nextValue != scope.size()) {
    return readers[open.reader]->fail(
        "a region has " + Twine(open.nextValue - open.firstValue) +
        " values, but announced " + Twine(scope.size() - open.firstValue));
  }
  openValues -= scope.size() - open.firstValue;
  scope.resize(open.firstValue);
  open.regionIsOpen = false;
  return success();
}

LogicalResult OperationReader::readBlockHeader(OpenOperation &open) {
  EntryReader &reader = *readers[open.reader];
  bool hasArguments;
  // An operation has a name, a mask and a location.
  if (failed(reader.readCountWithFlag(open.operationsLeft, hasArguments,
                                      "operations", 3))) {
    return failure();
  }
  if (!hasArguments) {
    return success();
  }
  if (failed(readBlockArguments(reader, open))) {
    return failure();
  }
  if (container.version < Container::kUseListOrders) {
    return success();
  }
  uint8_t hasUseListOrders;
  if (failed(reader.readByte(hasUseListOrders))) {
    return failure();
  }
  return hasUseListOrders
             ? skipUseListOrders(reader,
                                 open.blocks[open.block]->getNumArguments())
             : success();
}

LogicalResult OperationReader::readBlockArguments(EntryReader &reader,
                                                  OpenOperation &open) {
  Block *block = open.blocks[open.block];
  LocationAttr unknown = UnknownLoc::get(context);
  auto readArgument = [&]() -> LogicalResult {
    Type type;
    LocationAttr location = unknown;
    if (container.version >= Container::kElidedLocations) {
      uint64_t index;
      bool hasLocation;
      if (failed(reader.readVarIntWithFlag(index, hasLocation)) ||
          !(type = table.type(index, reader)) ||
          (hasLocation &&
           failed(reader.readAttributeOf(location, "a location")))) {
        return failure();
      }
    } else if (failed(reader.readType(type)) ||
               failed(reader.readAttributeOf(location, "a location"))) {
      return failure();
    }
    block->addArgument(type, location);
    return success();
  };
  if (failed(reader.readList("block arguments", readArgument))) {
    return failure();
  }
  return define(reader, block->getArguments());
}

/// The order of a value's uses in memory means nothing; it is read past.
LogicalResult OperationReader::skipUseListOrders(EntryReader &reader,
                                                 uint64_t values) {
  uint64_t count = 1;
  if (values > 1 && failed(reader.readCount(count, "use-list orders"))) {
    return failure();
  }
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t index = 0;
    uint64_t indices;
    bool arePairs;
    if ((values > 1 && failed(reader.readVarInt(index))) ||
        failed(reader.readCountWithFlag(indices, arePairs, "uses"))) {
      return failure();
    }
    if (index >= std::max<uint64_t>(values, 1)) {
      return reader.fail("a use-list order of a value that is not there");
    }
    for (uint64_t use = 0; use < indices; ++use) {
      if (failed(reader.readVarInt(index))) {
        return failure();
      }
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value OperationReader::getOperand(EntryReader &reader, uint64_t index) {
  std::vector<Value> &scope = scopes.back();
  if (index >= scope.size()) {
    (void)reader.fail("value " + Twine(index) + " of " + Twine(scope.size()));
    return nullptr;
  }
  if (!scope[index]) {
    OperationState state(UnknownLoc::get(context),
                         UnrealizedConversionCastOp::getOperationName());
    state.addTypes(NoneType::get(context));
    Operation *placeholder = Operation::create(state);
    placeholders.push_back(placeholder);
    scope[index] = placeholder->getResult(0);
  }
  return scope[index];
}

LogicalResult OperationReader::define(EntryReader &reader, ValueRange values) {
  OpenOperation &open = stack.back();
  std::vector<Value> &scope = scopes.back();
  // Nothing can refer to the results of the outermost operations.
  if (stack.size() == 1) {
    return success();
  }
  if (values.size() > scope.size() - open.nextValue) {
    return reader.fail("a region has more values than it announced");
  }
  for (Value value : values) {
    Value &slot = scope[open.nextValue++];
    if (slot) {
      Operation *placeholder = slot.getDefiningOp();
      slot.replaceAllUsesWith(value);
      placeholder->erase();
    }
    slot = value;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult OperationReader::readProperties(EntryReader &reader,
                                              Header &header) {
  uint64_t index;
  if (failed(reader.readVarInt(index))) {
    return failure();
  }
  if (index >= container.properties.size()) {
    return reader.fail("properties " + Twine(index) + " of " +
                       Twine(container.properties.size()));
  }
  EntryReader data(container.properties[index], table);
  data.importError().setPosition(data.offset());
  OperationState &state = header.state;
  if (header.isPortable) {
    const VhloOp *op = findVhloOp(header.name->name);
    for (StringRef name : op ? op->attributes : ArrayRef<StringLiteral>()) {
      Attribute value;
      if (failed(data.readAttribute(value))) {
        return failure();
      }
      state.attributes.set(StringAttr::get(context, name), value);
    }
    // An unknown operation is reported as such, not by its properties.
    if (!op) {
      return success();
    }
  } else if (!header.name->wasRegistered || !state.name.isRegistered()) {
    DictionaryAttr dictionary;
    if (failed(data.readAttributeOf(dictionary, "properties"))) {
      return failure();
    }
    for (NamedAttribute attribute : dictionary) {
      state.attributes.set(attribute.getName(), attribute.getValue());
    }
  } else {
    auto *interface = state.name.getInterface<BytecodeOpInterface>();
    if (!interface) {
      return data.fail("'" + state.name.getStringRef() +
                       "' cannot have properties");
    }
    PropertyReader properties(data);
    if (failed(interface->readProperties(properties, state))) {
      return data.fail("malformed properties of '" + state.name.getStringRef() +
                       "'");
    }
  }
  return data.empty() ? success()
                      : data.fail("unexpected data after the properties of '" +
                                  state.name.getStringRef() + "'");
}

LogicalResult OperationReader::readHeader(EntryReader &reader, Header &header) {
  OperationState &state = header.state;
  uint8_t mask;
  LocationAttr location;
  if (failed(reader.readByte(mask)) ||
      failed(reader.readAttributeOf(location, "a location"))) {
    return failure();
  }
  state.location = location;
  if (mask & kHasAttributes) {
    DictionaryAttr attributes;
    if (failed(reader.readAttributeOf(attributes, "a dictionary"))) {
      return failure();
    }
    state.attributes = attributes;
  }
  if (mask & kHasProperties) {
    if (container.version < Container::kProperties) {
      return reader.fail("properties in bytecode version " +
                         Twine(container.version));
    }
    if (failed(readProperties(reader, header))) {
      return failure();
    }
  }
  if ((mask & kHasResults) && failed(reader.readTypes(state.types))) {
    return failure();
  }
  if ((mask & kHasOperands) &&
      failed(reader.readList("operands", [&]() -> LogicalResult {
        uint64_t index;
        if (failed(reader.readVarInt(index))) {
          return failure();
        }
        Value operand = getOperand(reader, index);
        if (operand) {
          state.operands.push_back(operand);
        }
        return success(operand != nullptr);
      }))) {
    return failure();
  }
  if ((mask & kHasSuccessors) &&
      failed(reader.readList("successors", [&]() -> LogicalResult {
        ArrayRef<Block *> blocks = stack.back().blocks;
        uint64_t index;
        if (failed(reader.readVarInt(index))) {
          return failure();
        }
        if (index >= blocks.size()) {
          return reader.fail("block " + Twine(index) + " of " +
                             Twine(blocks.size()));
        }
        state.successors.push_back(blocks[index]);
        return success();
      }))) {
    return failure();
  }
  if ((mask & kHasUseListOrders) &&
      container.version >= Container::kUseListOrders &&
      failed(skipUseListOrders(reader, state.types.size()))) {
    return failure();
  }
  if (mask & kHasRegions) {
    uint64_t regions;
    if (failed(
            reader.readCountWithFlag(regions, header.isIsolated, "regions"))) {
      return failure();
    }
    if (regions > limits::kRegionsOfOperation ||
        state.successors.size() > limits::kRegionsOfOperation) {
      return reader.fail("an operation has too many regions or successors");
    }
    for (uint64_t i = 0; i < regions; ++i) {
      state.addRegion();
    }
  }
  return success();
}

/// Turns an operation of the portable artifact into one of our dialects.
static LogicalResult convertPortable(OperationState &state, StringRef name,
                                     Operation *parent, std::string &error) {
  PortableOp op{name, std::move(state.attributes), state.getContext()};
  if (failed(upgrade(op, error)) || failed(convertAttributes(op, error))) {
    return failure();
  }
  StringRef target = unversionedName(op.name);
  bool isInFunction = target == "func" || target == "call" ||
                      (target == "return" && isa<func::FuncOp>(parent));
  std::string fullName =
      ((isInFunction ? "func." : "stablehlo.") + target).str();
  state.name = OperationName(fullName, state.getContext());
  state.attributes = std::move(op.attributes);
  return success();
}

LogicalResult OperationReader::makeState(EntryReader &reader, Header &header) {
  OperationState &state = header.state;
  auto fail = [&](const Twine &message) {
    return reader.importError().fail(header.offset, message);
  };
  if (header.isPortable) {
    std::string error;
    reader.importError().setPosition(header.offset);
    if (failed(convertPortable(state, header.name->name, stack.back().operation,
                               error))) {
      return fail(error);
    }
  }
  if (!state.name.isRegistered()) {
    return context->allowsUnregisteredDialects()
               ? success()
               : fail("unknown operation '" + state.name.getStringRef() + "'");
  }
  reader.importError().setPosition(header.offset);
  if (failed(state.name.verifyInherentAttrs(state.attributes, [&] {
        return mlir::emitError(state.location, "'")
               << state.name.getStringRef() << "' op ";
      }))) {
    return fail("invalid attributes of '" + state.name.getStringRef() + "'");
  }
  return success();
}

LogicalResult OperationReader::readOperation(bool &openedRegions) {
  EntryReader &reader = *readers[stack.back().reader];
  uint64_t offset = reader.offset();
  uint64_t index;
  if (failed(reader.readVarInt(index))) {
    return failure();
  }
  if (index >= container.operationNames.size()) {
    return reader.fail("operation name " + Twine(index) + " of " +
                       Twine(container.operationNames.size()));
  }
  const Container::OperationName &name = container.operationNames[index];
  StringRef dialect = container.dialects[name.dialect].name;
  bool isPortable = dialect == kPortableDialect;
  auto known = names.find(index);
  if (known == names.end()) {
    if (!isPortable && !context->getOrLoadDialect(dialect) &&
        !context->allowsUnregisteredDialects()) {
      return reader.fail("unknown dialect '" + dialect + "'");
    }
    known = names.try_emplace(index, (dialect + "." + name.name).str(), context)
                .first;
  }
  Header header(UnknownLoc::get(context), known->second.getStringRef());
  header.name = &name;
  header.offset = offset;
  header.isPortable = isPortable;
  if (failed(readHeader(reader, header)) || failed(makeState(reader, header))) {
    return failure();
  }
  OperationState &state = header.state;

  // Where a VHLO type met a builtin one, there was a cast. Both mean the same
  // type here.
  bool isCast = state.name.getStringRef() ==
                UnrealizedConversionCastOp::getOperationName();
  bool isForward = any_of(state.operands, [&](Value operand) {
    Operation *source = operand.getDefiningOp();
    return source && source->getBlock() == &placeholders;
  });
  if (isCast && !isForward && state.regions.empty() &&
      TypeRange(state.types) == ValueRange(state.operands).getTypes()) {
    return define(reader, state.operands);
  }

  Operation *operation = Operation::create(state);
  OpenOperation &open = stack.back();
  open.blocks[open.block]->push_back(operation);
  offsets->try_emplace(operation, offset);
  if (failed(define(reader, operation->getResults()))) {
    return failure();
  }
  if (operation->getNumRegions() == 0) {
    return success();
  }
  openedRegions = true;
  return openRegions(operation, header.isIsolated);
}

LogicalResult OperationReader::openRegions(Operation *operation,
                                           bool isIsolated) {
  size_t readerIndex = stack.back().reader;
  EntryReader &reader = *readers[readerIndex];
  if (stack.size() > limits::kRegionDepth) {
    return reader.fail("operations are nested deeper than " +
                       Twine(limits::kRegionDepth));
  }
  if (isIsolated && container.version >= Container::kRegionSections) {
    uint8_t kind;
    ByteReader section;
    if (failed(reader.readSection(kind, section))) {
      return failure();
    }
    if (kind != Container::Operations) {
      return reader.fail("expected a section of operations");
    }
    readerIndex = readers.size();
    readers.push_back(std::make_unique<EntryReader>(section, table));
  }
  if (isIsolated) {
    scopes.emplace_back();
  }
  stack.push_back(OpenOperation{operation, readerIndex, isIsolated});
  return success();
}
