// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/KernelEmitter.h"

#include "weft/Target/GPU/Entry.h"
#include "weft/Tile/Layout/Access.h"
#include "weft/Tile/Pipeline/AllocateShared.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

#include <numbers>

namespace weft::gpu {

using mlir::failure;
using mlir::LogicalResult;
using mlir::success;
namespace arith = mlir::arith;
namespace scf = mlir::scf;

namespace {

bool isTile(mlir::Type type) { return llvm::isa<mlir::RankedTensorType>(type); }

} // namespace

KernelEmitter::KernelEmitter(llvm::Module &module, tile::KernelOp kernel,
                             const GpuMachine &gpu)
    : scalars(module, kernel, {gpu.family}), builder(scalars.builder), gpu(gpu),
      machine(gpu.row), module(module), kernel(kernel) {}

//===----------------------------------------------------------------------===//
// Values and layouts
//===----------------------------------------------------------------------===//

llvm::ArrayRef<llvm::Value *> KernelEmitter::pieces(mlir::Value value) const {
  if (!isTile(value.getType())) {
    return scalars.pieces(value);
  }
  auto found = tiles.find(value);
  assert(found != tiles.end() && "used before it was emitted");
  return found->second;
}

void KernelEmitter::define(mlir::Value value, Pieces pieces) {
  if (isTile(value.getType()) && slice && slice->begin != 0) {
    tiles[value].append(pieces);
  } else if (isTile(value.getType())) {
    tiles[value] = std::move(pieces);
  } else {
    scalars.define(value, std::move(pieces));
  }
}

llvm::SmallVector<llvm::Type *>
KernelEmitter::pieceTypes(mlir::Type type) const {
  size_t count = 1;
  if (auto tile = llvm::dyn_cast<mlir::RankedTensorType>(type)) {
    const Layout layout(llvm::cast<tile::LayoutAttr>(tile.getEncoding()));
    count = static_cast<size_t>(layout.registerCount(tile.getShape()));
  }
  return llvm::SmallVector<llvm::Type *>(count, scalars.elementType(type));
}

size_t KernelEmitter::Hold::at(llvm::ArrayRef<int64_t> place) const {
  const auto *found = llvm::find_if(
      places, [&](const Place &one) { return llvm::equal(one, place); });
  assert(found != places.end() && "the layout has no register there");
  return static_cast<size_t>(found - places.begin());
}

/// The sum of the steps of the bits that are set in a number. Bits whose steps
/// double from one to the next are taken together.
llvm::Value *KernelEmitter::threadSteps(llvm::ArrayRef<Layout::Column> columns,
                                        int64_t dim, llvm::Value *number) {
  llvm::Value *sum = nullptr;
  for (size_t bit = 0; bit < columns.size();) {
    const int64_t step = columns[bit][dim];
    size_t end = bit + 1;
    if (step == 0) {
      bit = end;
      continue;
    }
    while (end < columns.size() && columns[end][dim] == step << (end - bit)) {
      ++end;
    }
    llvm::Value *bits = builder.CreateAnd(builder.CreateLShr(number, bit),
                                          (uint64_t(1) << (end - bit)) - 1);
    llvm::Value *part =
        builder.CreateMul(bits, builder.getInt32(static_cast<uint32_t>(step)));
    sum = sum == nullptr ? part : builder.CreateOr(sum, part);
    bit = end;
  }
  return sum == nullptr ? builder.getInt32(0) : sum;
}

const KernelEmitter::Hold &KernelEmitter::hold(mlir::Type type) {
  // Equal shapes and layouts are held alike, whatever the elements are.
  auto tile = llvm::cast<mlir::RankedTensorType>(type);
  auto key = mlir::RankedTensorType::get(
      tile.getShape(), mlir::IntegerType::get(type.getContext(), 8),
      tile.getEncoding());
  std::unique_ptr<Hold> &found = holds[key.getAsOpaquePointer()];
  if (found) {
    return *found;
  }
  found = std::make_unique<Hold>();
  found->layout = Layout(llvm::cast<tile::LayoutAttr>(tile.getEncoding()));
  found->shape.assign(tile.getShape().begin(), tile.getShape().end());
  found->places = found->layout.registerPlaces(found->shape);
  // Written where every use can see it.
  Builder::InsertPointGuard guard(builder);
  builder.SetInsertPoint(entry->getTerminator());
  for (int64_t dim = 0; dim < tile.getRank(); ++dim) {
    found->warp.push_back(threadSteps(found->layout.warps, dim, warpNumber));
    found->thread.push_back(builder.CreateAdd(
        threadSteps(found->layout.lanes, dim, laneNumber), found->warp.back()));
    found->farthest.push_back(0);
    for (const Layout::Column &column : llvm::concat<const Layout::Column>(
             found->layout.lanes, found->layout.warps)) {
      found->farthest.back() += column[dim];
    }
  }
  uint32_t copies = 0;
  auto collect = [&](llvm::ArrayRef<Layout::Column> columns, size_t first) {
    for (const auto &[bit, column] : llvm::enumerate(columns)) {
      if (llvm::all_of(column, [](int64_t step) { return step == 0; })) {
        copies |= uint32_t(1) << (first + bit);
      }
    }
  };
  collect(found->layout.lanes, 0);
  collect(found->layout.warps, found->layout.lanes.size());
  found->isFirst =
      copies == 0
          ? nullptr
          : builder.CreateICmpEQ(builder.CreateAnd(threadNumber, copies),
                                 builder.getInt32(0));
  return *found;
}

//===----------------------------------------------------------------------===//
// Memory on the chip
//===----------------------------------------------------------------------===//

LogicalResult KernelEmitter::emitAlloc(tile::AllocOp op) {
  if (op.getResult().getType().getSpace() != tile::Space::Shared) {
    return op.emitOpError("has no form on ") << gpu.family << " yet";
  }
  define(op.getResult(), {builder.CreateConstGEP1_64(
                             builder.getInt8Ty(), shared,
                             static_cast<uint64_t>(op.getAtAttr().getInt()))});
  return success();
}

LogicalResult KernelEmitter::emitBarrier(tile::BarrierOp op) {
  if (op.getScope() != tile::Scope::Program) {
    return op.emitOpError("of such a scope has no form on ")
           << gpu.family << " yet";
  }
  gpu.barrier(builder);
  return success();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

namespace {

/// Conversions between f32 and the 16-bit floats, which the machine has
/// instructions for; null for other operations.
llvm::Value *convertHalf(Builder &builder, mlir::Operation *op,
                         llvm::Value *x) {
  auto halfType = [&](mlir::Type type) -> llvm::Type * {
    return type.isBF16()  ? builder.getBFloatTy()
           : type.isF16() ? builder.getHalfTy()
                          : nullptr;
  };
  if (!llvm::isa<arith::ExtFOp, arith::TruncFOp>(op)) {
    return nullptr;
  }
  mlir::Type from = code::elementTypeOf(op->getOperand(0).getType());
  mlir::Type to = code::elementTypeOf(op->getResult(0).getType());
  if (llvm::Type *half = halfType(from); half && to.isF32()) {
    return builder.CreateFPExt(builder.CreateBitCast(x, half),
                               builder.getFloatTy());
  }
  if (llvm::Type *half = halfType(to); half && from.isF32()) {
    return builder.CreateBitCast(builder.CreateFPTrunc(x, half),
                                 builder.getInt16Ty());
  }
  return nullptr;
}

/// Whether f32 is only what a result in bf16 is computed in.
bool isRounded(mlir::Operation *op) {
  return op->getNumResults() == 1 && !op->use_empty() &&
         code::elementTypeOf(op->getResult(0).getType()).isF32() &&
         llvm::all_of(op->getUsers(), [](mlir::Operation *user) {
           return llvm::isa<arith::TruncFOp>(user) &&
                  code::elementTypeOf(user->getResult(0).getType()).isBF16();
         });
}

/// A logarithm that may be off as `weft/Support/RoughLogarithm.h` says; null
/// for other operations, and on a machine without an instruction for it.
llvm::Value *emitRoughLogarithm(Builder &builder, const GpuMachine &gpu,
                                mlir::Operation *op, llvm::Value *x) {
  auto logarithm = llvm::dyn_cast<mlir::math::LogOp>(op);
  if (!logarithm || !arith::bitEnumContainsAll(logarithm.getFastmath(),
                                               arith::FastMathFlags::afn)) {
    return nullptr;
  }
  llvm::Value *toBaseTwo = gpu.roughly(builder, RoughFunction::Log2, {x});
  return toBaseTwo == nullptr
             ? nullptr
             : builder.CreateFMul(toBaseTwo, llvm::ConstantFP::get(
                                                 builder.getFloatTy(),
                                                 std::numbers::ln2_v<float>));
}

/// Functions whose results may be rough, by instructions of few digits: those
/// that are rounded to bf16, and those that say so. Null for other operations.
llvm::Value *emitRoughly(Builder &builder, const GpuMachine &gpu,
                         mlir::Operation *op, llvm::ArrayRef<llvm::Value *> x) {
  if (llvm::Value *logarithm = emitRoughLogarithm(builder, gpu, op, x[0])) {
    return logarithm;
  }
  if (!isRounded(op)) {
    return nullptr;
  }
  return llvm::TypeSwitch<mlir::Operation *, llvm::Value *>(op)
      .Case([&](mlir::math::ExpOp) {
        llvm::Value *scaled = builder.CreateFMul(
            x[0], llvm::ConstantFP::get(builder.getFloatTy(),
                                        std::numbers::log2e_v<float>));
        return gpu.roughly(builder, RoughFunction::Exp2, {scaled});
      })
      .Case([&](mlir::math::TanhOp) {
        return gpu.roughly(builder, RoughFunction::Tanh, x);
      })
      .Case([&](arith::DivFOp) {
        return gpu.roughly(builder, RoughFunction::Quotient, x);
      })
      .Default([](mlir::Operation *) { return nullptr; });
}

/// All registers of a tile rounded to bf16, two at a time; nothing for other
/// operations.
Pieces roundPairs(Builder &builder, const GpuMachine &gpu, mlir::Operation *op,
                  llvm::ArrayRef<llvm::Value *> registers) {
  if (!llvm::isa<arith::TruncFOp>(op) || registers.size() % 2 != 0 ||
      !code::elementTypeOf(op->getOperand(0).getType()).isF32() ||
      !code::elementTypeOf(op->getResult(0).getType()).isBF16()) {
    return {};
  }
  auto *pair = llvm::FixedVectorType::get(builder.getInt16Ty(), 2);
  Pieces rounded;
  for (size_t i = 0; i < registers.size(); i += 2) {
    llvm::Value *word = gpu.roundPair(builder, registers[i], registers[i + 1]);
    if (word == nullptr) {
      return {};
    }
    llvm::Value *two = builder.CreateBitCast(word, pair);
    rounded.push_back(code::extractLane(builder, two, 0));
    rounded.push_back(code::extractLane(builder, two, 1));
  }
  return rounded;
}

/// What was rounded to bf16 and is so no other number than it was: a negated or
/// absolute value in bf16. Null for other operations.
mlir::Value exactlyWidened(mlir::Operation *op) {
  auto isOfHalf = [](mlir::Value value) {
    auto widened = value.getDefiningOp<arith::ExtFOp>();
    return widened && code::elementTypeOf(widened.getIn().getType()).isBF16();
  };
  auto widen = llvm::dyn_cast<arith::ExtFOp>(op);
  auto round = widen ? widen.getIn().getDefiningOp<arith::TruncFOp>()
                     : arith::TruncFOp();
  mlir::Operation *exact = round ? round.getIn().getDefiningOp() : nullptr;
  return exact && code::elementTypeOf(round.getType()).isBF16() &&
                 round.getIn().getType() == widen.getType() &&
                 llvm::isa<arith::NegFOp, mlir::math::AbsFOp>(exact) &&
                 isOfHalf(exact->getOperand(0))
             ? round.getIn()
             : mlir::Value();
}

} // namespace

LogicalResult KernelEmitter::emitElementwise(mlir::Operation *op) {
  if (op->getNumResults() == 0 || op->getNumRegions() != 0 ||
      op->getNumOperands() == 0 ||
      llvm::isa<tile::TileDialect>(op->getDialect())) {
    return op->emitOpError("has no form on ") << gpu.family << " yet";
  }
  const Range range = written(pieceTypes(op->getResult(0).getType()).size());
  auto inRange = [&](mlir::Value value) {
    return pieces(value).slice(range.begin, range.end - range.begin);
  };
  if (mlir::Value exact = exactlyWidened(op)) {
    define(op->getResult(0), Pieces(inRange(exact)));
    return success();
  }
  if (Pieces rounded =
          isTile(op->getOperand(0).getType())
              ? roundPairs(builder, gpu, op, inRange(op->getOperand(0)))
              : Pieces();
      !rounded.empty()) {
    define(op->getResult(0), std::move(rounded));
    return success();
  }
  llvm::SmallVector<Pieces> results(op->getNumResults());
  for (size_t i = range.begin; i < range.end; ++i) {
    Pieces operands;
    for (mlir::Value operand : op->getOperands()) {
      operands.push_back(pieces(operand)[isTile(operand.getType()) ? i : 0]);
    }
    Pieces piece;
    if (llvm::Value *converted = convertHalf(builder, op, operands[0])) {
      piece = {converted};
    } else if (llvm::Value *rough = emitRoughly(builder, gpu, op, operands)) {
      piece = {rough};
    } else {
      piece = code::emitElementwiseLanes(scalars, op, operands);
    }
    if (piece.empty()) {
      return op->emitOpError("has no form on ") << gpu.family << " yet";
    }
    for (auto [all, one] : llvm::zip_equal(results, piece)) {
      all.push_back(one);
    }
  }
  for (auto [result, list] : llvm::zip_equal(op->getResults(), results)) {
    define(result, std::move(list));
  }
  return success();
}

LogicalResult KernelEmitter::emitSlices(const SlicedRun &run) {
  for (mlir::Operation *op : run.before) {
    if (failed(emitOperation(op))) {
      return failure();
    }
  }
  for (size_t begin = 0; begin < run.registers; begin += registersOfSlice) {
    slice = {begin, begin + registersOfSlice};
    for (mlir::Operation *op : run.operations) {
      if (failed(emitOperation(op))) {
        return failure();
      }
    }
  }
  slice.reset();
  return success();
}

LogicalResult KernelEmitter::emitBlock(mlir::Block &block) {
  mlir::Operation *op = block.empty() ? nullptr : &block.front();
  // No run begins before.
  mlir::Operation *next = op;
  while (op && !op->hasTrait<mlir::OpTrait::IsTerminator>()) {
    if (op == next) {
      const SlicedRun run = findSlicedRun(op, machine);
      next = run.end == op ? op->getNextNode() : run.end;
      if (!run.operations.empty()) {
        if (failed(emitSlices(run))) {
          return failure();
        }
        op = next;
        continue;
      }
    }
    if (failed(emitOperation(op))) {
      return failure();
    }
    op = op->getNextNode();
  }
  return success();
}

LogicalResult KernelEmitter::emitOperation(mlir::Operation *op) {
  for (mlir::Type type : op->getResultTypes()) {
    if (!llvm::isa<tile::RefType>(type) &&
        scalars.elementType(type) == nullptr) {
      return op->emitOpError() << "has a result of type " << type
                               << ", which has no form on " << gpu.family;
    }
  }
  return llvm::TypeSwitch<mlir::Operation *, LogicalResult>(op)
      .Case<scf::ForOp, scf::IfOp, scf::WhileOp, scf::IndexSwitchOp>(
          [&](mlir::Operation *) { return emitControl(op); })
      .Case([&](tile::LoadOp load) { return emitLoad(*this, load); })
      .Case([&](tile::StoreOp store) { return emitStore(*this, store); })
      .Case([&](tile::GatherOp gather) {
        return tile::isOfElements(gather) ? emitElements(*this, gather)
                                          : emitGather(*this, gather);
      })
      .Case([&](tile::ScatterOp scatter) {
        return tile::isOfElements(scatter) ? emitScatter(*this, scatter)
                                           : emitScatterOfBoxes(*this, scatter);
      })
      .Case([&](tile::MaskOp mask) { return emitMask(*this, mask); })
      .Case([&](tile::ConvertLayoutOp convert) {
        return emitConversion(*this, convert);
      })
      .Case([&](tile::ReduceOp reduce) { return emitReduce(*this, reduce); })
      .Case([&](tile::RankOp rank) { return emitRank(*this, rank); })
      .Case([&](tile::ScanOp scan) { return emitScan(*this, scan); })
      .Case([&](tile::DotOp dot) { return emitDot(*this, dot); })
      .Case<tile::IotaOp, tile::BroadcastOp, tile::TransposeOp, tile::ReshapeOp,
            tile::SliceOp, tile::JoinOp, mlir::tensor::SplatOp>(
          [&](mlir::Operation *) { return emitShape(*this, op); })
      .Case([&](mlir::tensor::ExtractOp extract) {
        define(extract.getResult(), {pieces(extract.getTensor())[0]});
        return success();
      })
      .Case<tile::ProgramIdOp, tile::UnrankOp>(
          [&](mlir::Operation *) { return code::emitProgram(scalars, op); })
      // A kernel reports nothing: the model checks what is asserted.
      .Case([](mlir::cf::AssertOp) { return success(); })
      .Case([&](tile::AllocOp alloc) { return emitAlloc(alloc); })
      .Case([&](tile::BarrierOp barrier) { return emitBarrier(barrier); })
      .Case([&](tile::CommitOp) {
        gpu.commit(builder);
        return success();
      })
      .Case([&](tile::AwaitOp await) {
        gpu.await(builder, static_cast<int64_t>(await.getOutstanding()));
        return success();
      })
      .Case([&](tile::AtomicOp atomic) { return emitAtomic(*this, atomic); })
      .Case([&](arith::ConstantOp constant) {
        return isTile(constant.getType()) ? emitShape(*this, op)
                                          : code::emitConstant(scalars, op);
      })
      .Default([&](mlir::Operation *) { return emitElementwise(op); });
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

int64_t KernelEmitter::threadsOfBlock() const {
  return kernel->getAttrOfType<mlir::IntegerAttr>(tile::warpsAttributeName)
             .getInt() *
         machine.threads.lanes;
}

int64_t KernelEmitter::sharedBytes() const {
  return kernel
      ->getAttrOfType<mlir::IntegerAttr>(tile::sharedBytesAttributeName)
      .getInt();
}

void KernelEmitter::createFunction() {
  llvm::LLVMContext &context = module.getContext();
  function = createEntry(module, kernel, gpu, threadsOfBlock(),
                         /*exactly=*/true);
  shared = gpu.sharedMemory(module, "shared_" + kernel.getSymName().str(),
                            sharedBytes());
  shared->setAlignment(llvm::Align(tile::sharedAlignment));

  entry = llvm::BasicBlock::Create(context, "entry", function);
  auto *body = llvm::BasicBlock::Create(context, "body", function);
  builder.SetInsertPoint(entry);
  threadNumber = gpu.numberBelow(builder, Number::Thread, threadsOfBlock());
  laneNumber = builder.CreateAnd(threadNumber, machine.threads.lanes - 1);
  warpNumber = gpu.uniform(
      builder,
      builder.CreateLShr(threadNumber, llvm::Log2_64(static_cast<uint64_t>(
                                           machine.threads.lanes))));
  scalars.program = builder.CreateZExt(
      gpu.numberBelow(builder, Number::Block,
                      static_cast<int64_t>(kernel.getGrid())),
      builder.getInt64Ty());
  for (auto [argument, given] :
       llvm::zip_equal(kernel.getBlock().getArguments(), function->args())) {
    llvm::Value *value = &given;
    if (value->getType()->isIntegerTy()) {
      value =
          builder.CreateTrunc(value, scalars.elementType(argument.getType()));
    }
    scalars.define(argument, {value});
  }
  builder.CreateBr(body);
  builder.SetInsertPoint(body);
}

mlir::FailureOr<KernelInfo> KernelEmitter::run() {
  if (kernel.getStageKind() != tile::Stage::Synchronised) {
    return kernel.emitOpError() << "is in stage " << kernel.getStage()
                                << "; code is written in synchronised",
           failure();
  }
  for (mlir::BlockArgument argument : kernel.getBlock().getArguments()) {
    mlir::Type type = argument.getType();
    if (auto ref = llvm::dyn_cast<tile::RefType>(type)) {
      type = ref.getElementType();
    }
    if (code::registerType(type, module.getContext()) == nullptr) {
      return kernel.emitOpError() << "argument " << argument.getArgNumber()
                                  << " has elements of type " << type
                                  << ", which have no form on " << gpu.family,
             failure();
    }
  }
  createFunction();
  if (failed(emitBlock(kernel.getBlock()))) {
    return failure();
  }
  builder.CreateRetVoid();
  KernelInfo info;
  info.name = kernel.getSymName().str();
  info.grid = static_cast<int64_t>(kernel.getGrid());
  info.threads = threadsOfBlock();
  info.sharedBytes = sharedBytes();
  return info;
}

} // namespace weft::gpu
