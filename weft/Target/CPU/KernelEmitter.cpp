// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/KernelEmitter.h"

#include "weft/Tile/IR/Memory.h"

#include <llvm/ADT/IntEqClasses.h>
#include <llvm/ADT/TypeSwitch.h>
#include <llvm/IR/IntrinsicInst.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

#include <bit>

namespace weft::cpu {

using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

int64_t chooseLanes(tile::KernelOp kernel, const Machine &cpu) {
  int64_t narrowest = 8;
  int64_t widest = 1;
  kernel->walk([&](mlir::Operation *op) {
    for (mlir::Type type : op->getResultTypes()) {
      auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
      if (!tensor || tensor.getElementType().isInteger(1)) {
        continue;
      }
      const int64_t bytes = memoryBytes(tensor.getElementType());
      narrowest = std::min(narrowest, bytes);
      widest = std::max(widest, bytes);
    }
  });
  const int64_t lanes =
      std::min(cpu.vectorBytes / narrowest, 4 * cpu.vectorBytes / widest);
  return static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(lanes)));
}

KernelEmitter::KernelEmitter(llvm::Module &module, const Machine &cpu,
                             tile::KernelOp kernel)
    : builder(module.getContext()), cpu(cpu), lanes(chooseLanes(kernel, cpu)),
      module(module), kernelOp(kernel) {}

llvm::ArrayRef<llvm::Value *> KernelEmitter::pieces(mlir::Value value) const {
  auto found = values.find(value);
  assert(found != values.end() && "used before it was emitted");
  return found->second;
}

void KernelEmitter::define(mlir::Value value, Pieces pieces) {
  values[value] = std::move(pieces);
}

llvm::SmallVector<Piece> KernelEmitter::cut(mlir::Type type) const {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  return lanes.cut(tensor ? tensor.getShape() : llvm::ArrayRef<int64_t>());
}

llvm::Type *KernelEmitter::elementType(mlir::Type type) const {
  return registerType(elementTypeOf(type), module.getContext());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

llvm::Value *KernelEmitter::address(mlir::Value ref, llvm::Value *place) {
  auto type = llvm::cast<tile::RefType>(ref.getType());
  llvm::Type *element = memoryType(type.getElementType(), module.getContext());
  return builder.CreateGEP(element, scalar(ref), place);
}

namespace {

/// The argument or allocation that a ref is, or is a part of.
mlir::Value rootOf(mlir::Value ref) {
  while (auto view = ref.getDefiningOp<tile::ViewOp>()) {
    ref = view.getRef();
  }
  return ref;
}

} // namespace

void KernelEmitter::createAliasScopes() {
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

void KernelEmitter::annotate(llvm::Instruction *access, mlir::Value ref,
                             Where where) {
  size_t which = aliasScopes.size() - 1;
  if (ref) {
    if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(rootOf(ref))) {
      which = argument.getArgNumber();
    }
  }
  const AliasScopes &scopes = aliasScopes[which];
  const bool both = where == Where::RefOrScratch;
  access->setMetadata(llvm::LLVMContext::MD_alias_scope,
                      both ? scopes.ownOrScratch : scopes.own);
  access->setMetadata(llvm::LLVMContext::MD_noalias,
                      both ? scopes.othersThanScratch : scopes.others);
}

llvm::Value *KernelEmitter::loadPiece(mlir::Type element, llvm::Value *address,
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

void KernelEmitter::storePiece(mlir::Type element, llvm::Value *value,
                               llvm::Value *address, mlir::Value ref,
                               Where where) {
  llvm::Type *inMemory =
      withWidth(memoryType(element, module.getContext()), widthOf(value));
  llvm::Value *widened = inMemory == value->getType()
                             ? value
                             : builder.CreateZExt(value, inMemory);
  llvm::StoreInst *store = builder.CreateAlignedStore(
      widened, address, llvm::Align(memoryBytes(element)));
  annotate(store, ref, where);
}

llvm::Value *KernelEmitter::temporary(int64_t bytes) {
  temporaryBytes = std::max(temporaryBytes, bytes);
  return builder.CreateConstGEP1_64(builder.getInt8Ty(), scratch,
                                    static_cast<uint64_t>(allocationBytes));
}

void KernelEmitter::placeAllocations(mlir::Block &block, int64_t used) {
  // A region's allocations lie behind those around it; regions side by side
  // share bytes.
  for (mlir::Operation &op : block) {
    if (auto alloc = llvm::dyn_cast<tile::AllocOp>(op)) {
      auto type = llvm::cast<tile::RefType>(alloc.getResult().getType());
      const int64_t bytes =
          tile::MemoryPlaces(type).size() * memoryBytes(type.getElementType());
      int64_t offset = used;
      if (alloc.getAt()) {
        offset = static_cast<int64_t>(*alloc.getAt());
      } else if (alloc.getAlias()) {
        offset =
            aliasOffsets.try_emplace(*alloc.getAlias(), used).first->second;
      }
      allocationOffsets[&op] = offset;
      used = std::max(used,
                      static_cast<int64_t>(llvm::alignTo(offset + bytes, 64)));
      allocationBytes = std::max(allocationBytes, used);
    }
    for (mlir::Region &region : op.getRegions()) {
      for (mlir::Block &inner : region) {
        placeAllocations(inner, used);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

void KernelEmitter::createFunction() {
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *pointer = llvm::PointerType::get(context, 0);
  llvm::Type *integer = llvm::Type::getInt64Ty(context);
  auto *type =
      llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                              {pointer, integer, integer, pointer}, false);
  function = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                    kernelOp.getSymName(), module);
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::NoInline);
  function->addFnAttr("frame-pointer", "non-leaf");
  function->addParamAttr(0, llvm::Attribute::NoAlias);
  function->addParamAttr(0, llvm::Attribute::ReadOnly);
  function->addParamAttr(3, llvm::Attribute::NoAlias);
  function->addParamAttr(
      3, llvm::Attribute::getWithAlignment(context, llvm::Align(64)));
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function));
  scratch = function->getArg(3);

  for (mlir::BlockArgument argument : kernelOp.getBlock().getArguments()) {
    llvm::Value *slot = builder.CreateConstGEP1_64(pointer, function->getArg(0),
                                                   argument.getArgNumber());
    llvm::Value *where =
        builder.CreateAlignedLoad(pointer, slot, llvm::Align(8));
    if (llvm::isa<tile::RefType>(argument.getType())) {
      define(argument, {where});
    } else {
      // A scalar is where the pointer leads, like everything else.
      define(argument, {loadPiece(argument.getType(), where, 1, argument)});
    }
  }
}

mlir::FailureOr<KernelInfo> KernelEmitter::run() {
  if (kernelOp.getStageKind() != tile::Stage::Free) {
    return kernelOp.emitError("is not in stage 'free'"), failure();
  }
  for (mlir::BlockArgument argument : kernelOp.getBlock().getArguments()) {
    mlir::Type element = argument.getType();
    if (auto ref = llvm::dyn_cast<tile::RefType>(element)) {
      element = ref.getElementType();
    }
    if (registerType(element, module.getContext()) == nullptr) {
      return kernelOp.emitError() << "argument " << argument.getArgNumber()
                                  << " has elements of type " << element
                                  << ", which the CPU has no form for",
             failure();
    }
  }
  createAliasScopes();
  placeAllocations(kernelOp.getBlock(), 0);
  createFunction();
  LogicalResult result = success();
  emitLoop(builder, function->getArg(1), function->getArg(2),
           [&](llvm::Value *number) {
             program = number;
             result = emitBlock(kernelOp.getBlock());
           });
  if (failed(result)) {
    return failure();
  }
  builder.CreateRetVoid();
  KernelInfo info;
  info.name = kernelOp.getSymName().str();
  info.scratchBytes = allocationBytes + temporaryBytes;
  info.instructions = static_cast<int64_t>(function->getInstructionCount());
  return info;
}

LogicalResult KernelEmitter::emitBlock(mlir::Block &block) {
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

LogicalResult KernelEmitter::emitOperation(mlir::Operation *op) {
  // Far beyond what registers hold; LLVM would take minutes.
  constexpr int64_t mostElements = 1 << 16;
  for (mlir::Type type : op->getResultTypes()) {
    auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
    if (tensor && tensor.getNumElements() > mostElements) {
      return op->emitOpError() << "has a result of type " << type
                               << ", which does not fit registers; the CPU "
                                  "takes tiles of at most "
                               << mostElements << " elements";
    }
    if (!llvm::isa<tile::RefType>(type) && elementType(type) == nullptr) {
      return op->emitOpError() << "has a result of type " << type
                               << ", which the CPU has no form for";
    }
  }
  return llvm::TypeSwitch<mlir::Operation *, LogicalResult>(op)
      .Case<mlir::arith::ConstantOp, mlir::tensor::SplatOp,
            mlir::tensor::ExtractOp>(
          [&](mlir::Operation *) { return emitConstant(*this, op); })
      .Case<mlir::scf::ForOp, mlir::scf::IfOp, mlir::scf::WhileOp,
            mlir::scf::IndexSwitchOp>(
          [&](mlir::Operation *) { return emitControl(*this, op); })
      .Case<tile::ProgramIdOp, tile::ProgramCountOp, tile::UnrankOp,
            tile::AssumeOp>(
          [&](mlir::Operation *) { return emitProgram(*this, op); })
      .Case([&](tile::BarrierOp barrier) -> LogicalResult {
        if (kernelOp.getGrid() == 1) {
          return success();
        }
        return barrier.emitError(
            "programs of a CPU kernel do not run at the same time; a barrier "
            "among them needs a grid of 1");
      })
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
      .Case([&](tile::ViewOp view) { return emitView(*this, view); })
      .Case([&](tile::ReduceOp reduce) { return emitReduce(*this, reduce); })
      .Case([&](tile::ScanOp scan) { return emitScan(*this, scan); })
      .Case([&](tile::SortOp sort) { return emitSort(*this, sort); })
      .Case([&](tile::RankOp rank) { return emitRank(*this, rank); })
      .Case([&](tile::DotOp dot) { return emitDot(*this, dot); })
      .Default([&](mlir::Operation *) { return emitElementwise(*this, op); });
}

} // namespace weft::cpu
