// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/CodeEmitter.h"

#include "weft/Tile/IR/Memory.h"

#include <llvm/ADT/IntEqClasses.h>
#include <llvm/ADT/TypeSwitch.h>
#include <llvm/IR/IntrinsicInst.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

#include <bit>

namespace weft::code {

using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

CodeEmitter::CodeEmitter(llvm::Module &module, tile::KernelOp kernel,
                         const CodeStyle &style)
    : builder(module.getContext()), style(style), lanes(style.lanes),
      module(module), kernelOp(kernel) {}

llvm::ArrayRef<llvm::Value *> CodeEmitter::pieces(mlir::Value value) const {
  auto found = values.find(value);
  assert(found != values.end() && "used before it was emitted");
  return found->second;
}

void CodeEmitter::define(mlir::Value value, Pieces pieces) {
  values[value] = std::move(pieces);
}

llvm::SmallVector<Piece> CodeEmitter::cut(mlir::Type type) const {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  return lanes.cut(tensor ? tensor.getShape() : llvm::ArrayRef<int64_t>());
}

llvm::SmallVector<llvm::Type *> CodeEmitter::pieceTypes(mlir::Type type) const {
  return llvm::map_to_vector(cut(type), [&](const Piece &piece) {
    return withWidth(elementType(type), piece.width);
  });
}

llvm::Type *CodeEmitter::elementType(mlir::Type type) const {
  return registerType(elementTypeOf(type), module.getContext());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

llvm::Value *CodeEmitter::address(mlir::Value ref, llvm::Value *place) {
  auto type = llvm::cast<tile::RefType>(ref.getType());
  llvm::Type *element = memoryType(type.getElementType(), module.getContext());
  return builder.CreateGEP(element, scalar(ref), place);
}

void CodeEmitter::createAliasScopes() {
  // One scope per set of arguments that share bytes, and one for scratch.
  const unsigned count = kernelOp.getBlock().getNumArguments();
  llvm::IntEqClasses sets(count + 1);
  for (unsigned i = 0; i < count; ++i) {
    if (auto other = kernelOp.getArgAttrOfType<mlir::IntegerAttr>(
            i, tile::aliasesAttributeName)) {
      sets.join(i, static_cast<unsigned>(other.getInt()));
    }
  }
  sets.compress();
  llvm::LLVMContext &context = module.getContext();
  llvm::MDBuilder metadata(context);
  llvm::MDNode *domain = metadata.createAnonymousAliasScopeDomain();
  llvm::SmallVector<llvm::Metadata *> scopes;
  for (unsigned set = 0; set < sets.getNumClasses(); ++set) {
    scopes.push_back(metadata.createAnonymousAliasScope(domain));
  }
  llvm::Metadata *scratchScope = scopes[sets[count]];
  for (unsigned i = 0; i <= count; ++i) {
    llvm::Metadata *own = scopes[sets[i]];
    llvm::SmallVector<llvm::Metadata *> others(scopes);
    llvm::erase(others, own);
    llvm::SmallVector<llvm::Metadata *> remaining(others);
    llvm::erase(remaining, scratchScope);
    aliasScopes.push_back({llvm::MDNode::get(context, own),
                           llvm::MDNode::get(context, others),
                           llvm::MDNode::get(context, {own, scratchScope}),
                           llvm::MDNode::get(context, remaining)});
  }
}

void CodeEmitter::annotate(llvm::Instruction *access, mlir::Value ref,
                           Where where) {
  size_t which = aliasScopes.size() - 1;
  if (ref) {
    if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(ref)) {
      which = argument.getArgNumber();
    }
  }
  const AliasScopes &scopes = aliasScopes[which];
  const bool both = where == Where::RefOrScratch;
  access->setMetadata(llvm::LLVMContext::MD_alias_scope,
                      both ? scopes.ownOrScratch : scopes.own);
  access->setMetadata(llvm::LLVMContext::MD_noalias,
                      both ? scopes.allButScratch : scopes.others);
}

llvm::Value *CodeEmitter::loadPiece(mlir::Type element, llvm::Value *address,
                                    int64_t width, mlir::Value ref,
                                    Where where) {
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *inMemory = withWidth(memoryType(element, context), width);
  llvm::LoadInst *load = builder.CreateAlignedLoad(
      inMemory, address, llvm::Align(memoryBytes(element)));
  annotate(load, ref, where);
  llvm::Type *inRegister = withWidth(registerType(element, context), width);
  return builder.CreateTrunc(load, inRegister);
}

llvm::Value *CodeEmitter::gatherPiece(mlir::Type element, llvm::Value *address,
                                      llvm::Value *distances, mlir::Value ref) {
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *inMemory = memoryType(element, context);
  const int64_t width = widthOf(distances);
  const int64_t bytes = memoryBytes(element);
  llvm::Value *gathered = nullptr;
  if (!style.gathers || width == 1 || (bytes != 4 && bytes != 8)) {
    // As they are in memory: bits of a mask would be put together one by one.
    Pieces scalars;
    for (int64_t lane = 0; lane < width; ++lane) {
      llvm::Value *distance = extractLane(builder, distances, lane);
      llvm::LoadInst *load = builder.CreateAlignedLoad(
          inMemory, builder.CreateGEP(inMemory, address, distance),
          llvm::Align(bytes));
      annotate(load, ref, Where::Ref);
      scalars.push_back(load);
    }
    gathered = fromScalars(builder, scalars);
  } else {
    llvm::CallInst *gather = builder.CreateMaskedGather(
        withWidth(inMemory, width),
        builder.CreateGEP(inMemory, address, distances), llvm::Align(bytes));
    annotate(gather, ref, Where::Ref);
    gathered = gather;
  }
  return builder.CreateTrunc(gathered,
                             withWidth(registerType(element, context), width));
}

llvm::Value *CodeEmitter::loadLive(mlir::Type element, llvm::Value *address,
                                   int64_t width, llvm::Value *live,
                                   llvm::Value *otherwise, mlir::Value ref) {
  if (width == 1) {
    llvm::Value *zero = zeros(memoryBytes(element));
    llvm::Value *loaded =
        loadPiece(element, builder.CreateSelect(live, address, zero), 1, ref);
    return builder.CreateSelect(live, loaded, otherwise);
  }
  llvm::Value *dead = widened(element, splat(builder, otherwise, width));
  llvm::CallInst *load = builder.CreateMaskedLoad(
      dead->getType(), address, llvm::Align(memoryBytes(element)),
      splat(builder, live, width), dead);
  annotate(load, ref, Where::Ref);
  return builder.CreateTrunc(
      load, withWidth(registerType(element, module.getContext()), width));
}

void CodeEmitter::storeLive(mlir::Type element, llvm::Value *value,
                            llvm::Value *address, llvm::Value *live,
                            mlir::Value ref) {
  const int64_t width = widthOf(value);
  if (width == 1) {
    emitIf(builder, live, [&] { storePiece(element, value, address, ref); });
    return;
  }
  llvm::CallInst *store = builder.CreateMaskedStore(
      widened(element, value), address, llvm::Align(memoryBytes(element)),
      splat(builder, live, width));
  annotate(store, ref, Where::Ref);
}

llvm::Value *CodeEmitter::widened(mlir::Type element, llvm::Value *value) {
  llvm::Type *inMemory =
      withWidth(memoryType(element, module.getContext()), widthOf(value));
  return inMemory == value->getType() ? value
                                      : builder.CreateZExt(value, inMemory);
}

llvm::StoreInst *CodeEmitter::createStore(mlir::Type element,
                                          llvm::Value *value,
                                          llvm::Value *address, mlir::Value ref,
                                          Where where) {
  llvm::StoreInst *store = builder.CreateAlignedStore(
      widened(element, value), address, llvm::Align(memoryBytes(element)));
  annotate(store, ref, where);
  return store;
}

void CodeEmitter::storePiece(mlir::Type element, llvm::Value *value,
                             llvm::Value *address, mlir::Value ref,
                             Where where) {
  createStore(element, value, address, ref, where);
}

void CodeEmitter::streamPiece(mlir::Type element, llvm::Value *value,
                              llvm::Value *address, mlir::Value ref,
                              Where where) {
  streamedRefs.insert(ref);
  llvm::StoreInst *store = createStore(element, value, address, ref, where);
  store->setAlignment(llvm::Align(
      static_cast<uint64_t>(widthOf(value) * memoryBytes(element))));
  store->setMetadata(
      llvm::LLVMContext::MD_nontemporal,
      llvm::MDNode::get(module.getContext(),
                        llvm::ConstantAsMetadata::get(builder.getInt32(1))));
}

llvm::Value *CodeEmitter::temporary(int64_t bytes) {
  temporaryBytes = std::max(temporaryBytes, bytes);
  return builder.CreateConstGEP1_64(builder.getInt8Ty(), scratch,
                                    static_cast<uint64_t>(allocationBytes));
}

llvm::Value *CodeEmitter::zeros(int64_t bytes) {
  const std::string name = "weft.zeros." + std::to_string(bytes);
  if (llvm::GlobalVariable *known = module.getNamedGlobal(name)) {
    return known;
  }
  auto *type =
      llvm::ArrayType::get(builder.getInt8Ty(), static_cast<uint64_t>(bytes));
  auto *zeros = new llvm::GlobalVariable(
      module, type, /*isConstant=*/true, llvm::GlobalValue::InternalLinkage,
      llvm::Constant::getNullValue(type), name);
  zeros->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  zeros->setAlignment(llvm::Align(64));
  return zeros;
}

void CodeEmitter::placeAllocations(mlir::Block &block, int64_t used) {
  constexpr int64_t lineBytes = 64;
  // A region's allocations lie behind those around it; regions side by side
  // share bytes.
  for (mlir::Operation &op : block) {
    if (auto alloc = llvm::dyn_cast<tile::AllocOp>(op)) {
      auto type = llvm::cast<tile::RefType>(alloc.getResult().getType());
      const int64_t bytes =
          tile::MemoryPlaces(type).size() * memoryBytes(type.getElementType());
      // Single numbers, which threads keep for themselves, lie side by side.
      const bool isShort = bytes < lineBytes && !alloc.getAlias();
      const auto begin = static_cast<int64_t>(
          llvm::alignTo(used, isShort ? llvm::PowerOf2Ceil(bytes) : lineBytes));
      int64_t offset = begin;
      if (alloc.getAt()) {
        offset = static_cast<int64_t>(*alloc.getAt());
      } else if (alloc.getAlias()) {
        offset =
            aliasOffsets.try_emplace(*alloc.getAlias(), begin).first->second;
      }
      allocationOffsets[&op] = offset;
      used = std::max(used, offset + bytes);
      allocationBytes =
          std::max(allocationBytes,
                   static_cast<int64_t>(llvm::alignTo(used, lineBytes)));
    }
    for (mlir::Region &region : op.getRegions()) {
      for (mlir::Block &inner : region) {
        placeAllocations(inner, used);
      }
    }
  }
}

LogicalResult CodeEmitter::prepare() {
  if (kernelOp.getStageKind() != tile::Stage::Free) {
    return kernelOp.emitError("is not in stage 'free'");
  }
  for (mlir::BlockArgument argument : kernelOp.getBlock().getArguments()) {
    mlir::Type element = argument.getType();
    if (auto ref = llvm::dyn_cast<tile::RefType>(element)) {
      element = ref.getElementType();
    }
    if (registerType(element, module.getContext()) == nullptr) {
      return kernelOp.emitError()
             << "argument " << argument.getArgNumber()
             << " has elements of type " << element
             << ", which have no form on " << style.machine;
    }
  }
  createAliasScopes();
  placeAllocations(kernelOp.getBlock(), 0);
  return success();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult CodeEmitter::emitBlock(mlir::Block &block) {
  for (mlir::Operation &op : block) {
    if (op.hasTrait<mlir::OpTrait::IsTerminator>()) {
      break;
    }
    if (failed(emitOperation(&op))) {
      return failure();
    }
  }
  return success();
}

llvm::Value *CodeEmitter::emitTerms(tile::DotOp, llvm::Value *, llvm::Value *,
                                    llvm::Value *) {
  llvm_unreachable("this machine takes one term at a time");
}

LogicalResult CodeEmitter::emitBarrier(tile::BarrierOp barrier) {
  if (kernelOp.getGrid() == 1) {
    return success();
  }
  return barrier.emitError(
      "programs of this kernel may run one after the other; a barrier among "
      "them needs a grid of 1");
}

LogicalResult CodeEmitter::emitOperation(mlir::Operation *op) {
  // Far beyond what registers hold; LLVM would take minutes.
  constexpr int64_t mostElements = 1 << 16;
  for (mlir::Type type : op->getResultTypes()) {
    auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
    if (tensor && tensor.getNumElements() > mostElements) {
      return op->emitOpError()
             << "has a result of type " << type
             << ", which does not fit registers; tiles on " << style.machine
             << " have at most " << mostElements << " elements";
    }
    if (!llvm::isa<tile::RefType>(type) && elementType(type) == nullptr) {
      return op->emitOpError() << "has a result of type " << type
                               << ", which has no form on " << style.machine;
    }
  }
  if (style.loadsFactorsLate && isLoadedByProduct(*this, op)) {
    return success();
  }
  return llvm::TypeSwitch<mlir::Operation *, LogicalResult>(op)
      .Case<mlir::arith::ConstantOp, mlir::tensor::SplatOp,
            mlir::tensor::ExtractOp>(
          [&](mlir::Operation *) { return emitConstant(*this, op); })
      .Case<mlir::scf::ForOp, mlir::scf::IfOp, mlir::scf::WhileOp,
            mlir::scf::IndexSwitchOp>(
          [&](mlir::Operation *) { return emitControl(*this, op); })
      .Case<tile::ProgramIdOp, tile::UnrankOp>(
          [&](mlir::Operation *) { return emitProgram(*this, op); })
      .Case([&](tile::BarrierOp barrier) { return emitBarrier(barrier); })
      // A kernel reports nothing: the model checks what is asserted.
      .Case([](mlir::cf::AssertOp) { return success(); })
      .Case<tile::IotaOp, tile::BroadcastOp, tile::TransposeOp, tile::ReshapeOp,
            tile::SliceOp, tile::JoinOp>(
          [&](mlir::Operation *) { return emitShape(*this, op); })
      .Case([&](tile::LoadOp load) { return emitLoad(*this, load); })
      .Case([&](tile::StoreOp store) { return emitStore(*this, store); })
      .Case([&](tile::MaskOp mask) { return emitMask(*this, mask); })
      .Case([&](tile::GatherOp gather) { return emitGather(*this, gather); })
      .Case(
          [&](tile::ScatterOp scatter) { return emitScatter(*this, scatter); })
      .Case([&](tile::AtomicOp atomic) { return emitAtomic(*this, atomic); })
      .Case([&](tile::AllocOp alloc) {
        define(alloc.getResult(),
               {builder.CreateConstGEP1_64(
                   builder.getInt8Ty(), scratch,
                   static_cast<uint64_t>(allocationOffsets.lookup(op)))});
        return success();
      })
      .Case([&](tile::ReduceOp reduce) { return emitReduce(*this, reduce); })
      .Case([&](tile::ScanOp scan) { return emitScan(*this, scan); })
      .Case([&](tile::RankOp rank) { return emitRank(*this, rank); })
      .Case([&](tile::DotOp dot) { return emitDot(*this, dot); })
      .Default([&](mlir::Operation *) { return emitElementwise(*this, op); });
}

} // namespace weft::code
