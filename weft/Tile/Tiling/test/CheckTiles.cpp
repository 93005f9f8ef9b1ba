// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/test/CheckTiles.h"
#include "weft/Target/CPU/Candidates/CpuCandidates.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Import/Dialects.h"
#include "weft/StableHLO/Interpreter/Interpreter.h"
#include "weft/Testing/Dialects/TestDialects.h"
#include "weft/Tile/Model/Model.h"
#include "weft/Tile/Tiling/Expand.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"
#include "weft/Tile/Tiling/KernelFrame.h"
#include "weft/Tile/Tiling/Loops/LoopKernel.h"
#include "weft/Tile/Tiling/OperationKinds.h"
#include "weft/Tile/Tiling/Tiling.h"

#include <llvm/Support/MemoryBuffer.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Parser/Parser.h>

#include <cmath>
#include <random>

using namespace mlir;

namespace weft::tile::testing {
namespace {

using reference::Element;
using reference::Tensor;

/// Values of a program, as the interpreter computed them.
using Results = llvm::DenseMap<Value, Tensor>;

double toleranceOf(FloatKind kind) {
  switch (kind) {
  case FloatKind::F64:
    return 1e-12;
  case FloatKind::F32:
    return 4e-6;
  case FloatKind::F16:
    return 4e-3;
  case FloatKind::BF16:
    return 2e-2;
  default:
    return 0.26;
  }
}

bool isNear(double a, double b, double scale, FloatKind kind) {
  if (std::isnan(a) || std::isnan(b)) {
    return std::isnan(a) && std::isnan(b);
  }
  if (a == b) {
    return true;
  }
  if (std::isinf(a) || std::isinf(b)) {
    return false;
  }
  double tiny = kind == FloatKind::F64 ? 1e-300 : 1e-37;
  return std::abs(a - b) <= toleranceOf(kind) * scale + tiny;
}

/// `floor` is the least magnitude that the error is measured against.
bool isNear(const Element &a, const Element &b, double floor) {
  reference::ElementType type = a.type();
  if (!type.isFloat() && !type.isComplex()) {
    return a.asUnsigned() == b.asUnsigned();
  }
  double scale =
      std::max({std::abs(a.asReal()), std::abs(b.asReal()),
                std::abs(a.asImaginary()), std::abs(b.asImaginary()), floor});
  return isNear(a.asReal(), b.asReal(), scale, type.floatKind()) &&
         (!type.isComplex() ||
          isNear(a.asImaginary(), b.asImaginary(), scale, type.floatKind()));
}

/// The largest finite magnitude.
double magnitudeOf(const Tensor &tensor) {
  double largest = 0;
  for (int64_t i = 0; i < tensor.elementCount(); ++i) {
    for (double part : {tensor.at(i).asReal(), tensor.at(i).asImaginary()}) {
      largest =
          std::isfinite(part) ? std::max(largest, std::abs(part)) : largest;
    }
  }
  return largest;
}

std::string textOf(const Element &element) {
  if (element.type().isFloat() || element.type().isComplex()) {
    return std::to_string(element.asReal()) + "+" +
           std::to_string(element.asImaginary()) + "i";
  }
  return std::to_string(element.asSigned());
}

class Checker {
public:
  explicit Checker(CheckReport &report) : report(report) {
    DialectRegistry registry;
    stablehlo::registerAllDialects(registry);
    registerTestDialects(registry);
    registerTileDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  void checkModule(StringRef text) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      report.failures.push_back("does not parse");
      return;
    }
    for (auto function : module->getOps<func::FuncOp>()) {
      if (!function.isExternal() && function.getNumArguments() == 0 &&
          llvm::hasSingleElement(function.getBody())) {
        checkFunction(*module, function);
      }
    }
  }

private:
  /// Runs a function with all its values returned.
  std::optional<Results> interpret(ModuleOp module, func::FuncOp function) {
    OwningOpRef<ModuleOp> clone = module.clone();
    auto copy = clone->lookupSymbol<func::FuncOp>(function.getName());
    llvm::SmallVector<Value> originals;
    llvm::SmallVector<Value> values;
    llvm::SmallVector<Operation *> checks;
    for (auto [op, other] :
         llvm::zip(function.getBody().front(), copy.getBody().front())) {
      if (op.getName().getDialectNamespace() == "check") {
        checks.push_back(&other);
      }
      for (auto [a, b] : llvm::zip(op.getResults(), other.getResults())) {
        if (isa<RankedTensorType>(a.getType())) {
          originals.push_back(a);
          values.push_back(b);
        }
      }
    }
    for (Operation *check : checks) {
      if (!check->use_empty()) {
        return std::nullopt;
      }
      check->erase();
    }
    Operation *end = copy.getBody().front().getTerminator();
    end->setOperands(values);
    copy.setFunctionType(
        FunctionType::get(&context, {}, TypeRange(ValueRange(values))));
    copy.removeResAttrsAttr();
    auto interpreter = reference::Interpreter::create(*clone);
    if (!interpreter.ok()) {
      return std::nullopt;
    }
    reference::RunResult run = (*interpreter)->run(copy.getName(), {});
    if (!run.status.ok()) {
      return std::nullopt;
    }
    Results results;
    for (auto [original, value] : llvm::zip_equal(originals, run.results)) {
      results.insert({original, value.tensor()});
    }
    return results;
  }

  void checkFunction(ModuleOp module, func::FuncOp function) {
    std::optional<Results> results = interpret(module, function);
    name = function.getName().str();
    // Padding is zero, which an infinite kernel turns into NaN; and a body that
    // is not associative has no meaning in tiles.
    if (name == "padding_does_not_meet_infinity" ||
        name == "reduce_body_uses_outer_values") {
      return;
    }
    if (!results) {
      report.refusals.push_back(name + " was not interpreted");
      return;
    }
    llvm::SmallVector<Value> checked;
    for (Operation &op : function.getBody().front()) {
      if (op.getName().getDialectNamespace() == "check" &&
          op.getNumOperands() > 0) {
        checked.push_back(op.getOperand(0));
      }
      // Random numbers differ from run to run.
      bool isProgram = op.getName().getDialectNamespace() == "stablehlo" &&
                       !isa<stablehlo::ConstantOp, stablehlo::RngOp>(op) &&
                       op.getNumResults() > 0;
      if (isProgram) {
        checkOperation(&op, *results);
      }
    }
    if (function.getBody().front().getOps<stablehlo::RngOp>().empty()) {
      checkWhole(function, checked, *results);
    }
  }

  /// One operation as a function of its operands.
  void checkOperation(Operation *op, const Results &results) {
    for (Value value :
         llvm::concat<Value>(op->getOperands(), op->getResults())) {
      if (!results.count(value)) {
        return;
      }
    }
    if (!capturedValues(op).empty()) {
      return;
    }
    OwningOpRef<ModuleOp> module = ModuleOp::create(op->getLoc());
    OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
    auto function =
        func::FuncOp::create(builder, op->getLoc(), "op",
                             FunctionType::get(&context, op->getOperandTypes(),
                                               op->getResultTypes()));
    Block *block = function.addEntryBlock();
    builder.setInsertionPointToEnd(block);
    Operation *copy = builder.clone(*op);
    copy->setOperands(block->getArguments());
    func::ReturnOp::create(builder, op->getLoc(), copy->getResults());
    expandOperations(*module, Machine(),
                     [](stablehlo::WhileOp) { return false; });
    llvm::SmallVector<const Tensor *> arguments;
    llvm::SmallVector<const Tensor *> expected;
    for (Value operand : op->getOperands()) {
      arguments.push_back(&results.find(operand)->second);
    }
    for (Value result : op->getResults()) {
      expected.push_back(&results.find(result)->second);
    }
    what = (op->getName().getStringRef() + " in " + name).str();
    sums = isa<stablehlo::ReduceOp, stablehlo::ReduceWindowOp,
               stablehlo::DotGeneralOp, stablehlo::ConvolutionOp,
               stablehlo::FftOp, stablehlo::WhileOp,
               stablehlo::BatchNormTrainingOp, stablehlo::BatchNormGradOp>(op);
    // Transforms of several dimensions are several kernels, and reshapes around
    // one are none.
    checkRoots(*block, block->getTerminator()->getOperands(), arguments,
               expected, /*mustTile=*/!isa<stablehlo::FftOp>(op));
  }

  void checkWhole(func::FuncOp function, ArrayRef<Value> checked,
                  const Results &results) {
    llvm::SmallVector<const Tensor *> expected;
    llvm::SetVector<Value> distinct;
    for (Value value : checked) {
      if (results.count(value)) {
        distinct.insert(value);
      }
    }
    if (distinct.empty()) {
      return;
    }
    OwningOpRef<ModuleOp> module = ModuleOp::create(function.getLoc());
    OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
    IRMapping mapping;
    auto copy = cast<func::FuncOp>(builder.clone(*function, mapping));
    llvm::SmallVector<Value> roots;
    for (Value value : distinct) {
      roots.push_back(mapping.lookup(value));
      expected.push_back(&results.find(value)->second);
    }
    Block &block = copy.getBody().front();
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (op.getName().getDialectNamespace() == "check") {
        op.erase();
      }
    }
    block.getTerminator()->setOperands(roots);
    what = "all of " + name;
    sums = true;
    expandOperations(*module, Machine(),
                     [](stablehlo::WhileOp) { return false; });
    checkRoots(block, block.getTerminator()->getOperands(), {}, expected,
               /*mustTile=*/false);
  }

  void checkRoots(Block &block, ValueRange roots,
                  ArrayRef<const Tensor *> arguments,
                  ArrayRef<const Tensor *> expected, bool mustTile) {
    // Results of one shape share a kernel.
    llvm::MapVector<Type, llvm::SmallVector<unsigned>> groups;
    for (auto [i, root] : llvm::enumerate(roots)) {
      auto type = cast<RankedTensorType>(root.getType());
      groups[RankedTensorType::get(type.getShape(), Float32Type::get(&context))]
          .push_back(i);
    }
    for (auto &[shape, members] : groups) {
      llvm::SmallVector<Value> values;
      llvm::SmallVector<const Tensor *> wanted;
      for (unsigned i : members) {
        values.push_back(roots[i]);
        wanted.push_back(expected[i]);
      }
      if (wanted.front()->elementCount() != 0) {
        checkGroup(block, values, arguments, wanted, mustTile);
      }
    }
  }

  void checkGroup(Block &block, ArrayRef<Value> roots,
                  ArrayRef<const Tensor *> arguments,
                  ArrayRef<const Tensor *> expected, bool mustTile) {
    Refusal refusal;
    std::optional<TilingSpace> space =
        TilingSpace::create(block, roots, rules, refusal);
    KernelRequest request(machine, source);
    request.candidate = Candidate{};
    if (!space || !canTile(block, roots, request, rules, refusal)) {
      if (mustTile) {
        report.refusals.push_back(what + ": " + refusal.rule + ": " +
                                  refusal.text);
      }
      return;
    }
    how = "ones";
    bool isLoop = llvm::any_of(space->live, isControl);
    if (!isLoop) {
      run(block, roots, request, arguments, expected);
    }
    checkInPlace(block, roots, arguments, expected);
    if (llvm::any_of(space->live, isHero)) {
      return;
    }
    for (int64_t bytes : {16, 64}) {
      Machine wide = machine;
      wide.vectorBytes = bytes;
      KernelRequest chosen(wide, source);
      how = "cpu " + std::to_string(bytes);
      run(block, roots, chosen, arguments, expected);
    }
    // Tiles for registers that hold matrices, by other instructions.
    if (llvm::any_of(space->live, [](Operation *op) {
          return isa<stablehlo::DotGeneralOp, stablehlo::ConvolutionOp>(op);
        })) {
      const Machine matrices = *findMachine("sapphire-rapids");
      KernelRequest chosen(matrices, source);
      how = "matrices";
      run(block, roots, chosen, arguments, expected);
    }
    if (isLoop) {
      return;
    }
    for (unsigned i = 0; i < 4; ++i) {
      KernelRequest random(machine, source);
      random.candidate = randomCandidate(*space);
      how = "sizes";
      for (int64_t size : random.candidate->sizes) {
        how += " " + std::to_string(size);
      }
      how += " inner";
      for (unsigned d : random.candidate->inner) {
        how += " " + std::to_string(d);
      }
      if (canTile(block, roots, random, rules, refusal)) {
        run(block, roots, random, arguments, expected);
      }
    }
  }

  /// The first result in the memory of the first argument of its type.
  void checkInPlace(Block &block, ArrayRef<Value> roots,
                    ArrayRef<const Tensor *> arguments,
                    ArrayRef<const Tensor *> expected) {
    for (unsigned i = 0; i < arguments.size(); ++i) {
      if (arguments[i]->type() != expected.front()->type()) {
        continue;
      }
      KernelRequest request(machine, source);
      request.inPlace.push_back({0, i});
      Refusal refusal;
      how = "in place of argument " + std::to_string(i);
      if (canTile(block, roots, request, rules, refusal)) {
        run(block, roots, request, arguments, expected);
      }
      return;
    }
  }

  Candidate randomCandidate(const TilingSpace &space) {
    Candidate candidate;
    constexpr int64_t sizes[] = {1, 2, 3, 4, 8, 16};
    for (const TilingSpace::Dimension &dimension : space.dimensions) {
      int64_t size = sizes[generator() % 6];
      if (generator() % 3 == 0) {
        size = std::max<int64_t>(dimension.extent, 1);
      }
      candidate.sizes.push_back(std::min<int64_t>(size, 64));
    }
    // All of a tile is unrolled where it is compiled.
    auto elements = [&] {
      int64_t count = 1;
      for (int64_t size : candidate.sizes) {
        count *= size;
      }
      return count;
    };
    while (elements() > 128) {
      int64_t &largest = *llvm::max_element(candidate.sizes);
      largest = (largest + 1) / 2;
    }
    for (unsigned d = 0; d < space.parallelCount(); ++d) {
      if (generator() % 2 == 0) {
        candidate.inner.push_back(d);
      }
    }
    return candidate;
  }

  void fail(const std::string &text) {
    report.failures.push_back(what + " [" + how + "]: " + text);
  }

  void run(Block &block, ArrayRef<Value> roots, const KernelRequest &request,
           ArrayRef<const Tensor *> arguments,
           ArrayRef<const Tensor *> expected) {
    OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
    OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
    Refusal refusal;
    KernelOp kernel = buildKernel(builder, UnknownLoc::get(&context), "kernel",
                                  block, roots, request, rules, refusal)
                          .kernel;
    if (!kernel) {
      return fail("refused: " + refusal.rule + ": " + refusal.text);
    }
    ++report.kernels;
    std::string diagnostics;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      diagnostics += diagnostic.str();
      return success();
    });
    if (failed(verify(*module))) {
      return fail("does not verify: " + diagnostics);
    }
    compare(kernel, arguments, expected);
  }

  void compare(KernelOp kernel, ArrayRef<const Tensor *> arguments,
               ArrayRef<const Tensor *> expected) {
    std::vector<std::vector<char>> bytes;
    for (const Tensor *argument : arguments) {
      bytes.emplace_back(argument->bytes().begin(), argument->bytes().end());
    }
    std::shared_ptr<reference::Budget> budget =
        reference::Budget::create(reference::Limits{});
    if (auto constants =
            kernel->getAttrOfType<ArrayAttr>(constantsAttributeName)) {
      for (Attribute entry : constants) {
        auto value = cast<ElementsAttr>(cast<ArrayAttr>(entry)[1]);
        auto tensor = Tensor::fromAttribute(*budget, value);
        if (!tensor.ok()) {
          return fail(std::string(tensor.status().message()));
        }
        bytes.emplace_back(tensor->bytes().begin(), tensor->bytes().end());
      }
    }
    size_t firstRoot = bytes.size();
    llvm::SmallVector<size_t> places;
    for (const Tensor *result : expected) {
      places.push_back(bytes.size());
      bytes.emplace_back(result->bytes().size(), char(0x5A));
    }
    for (size_t i = firstRoot; i < bytes.size(); ++i) {
      if (auto alias =
              kernel.getArgAttrOfType<IntegerAttr>(i, "tile.aliases")) {
        places[i - firstRoot] = alias.getInt();
      }
    }
    llvm::SmallVector<Buffer> buffers;
    for (size_t i = 0; i < bytes.size(); ++i) {
      size_t place = i < firstRoot ? i : places[i - firstRoot];
      buffers.push_back({MutableArrayRef<char>(bytes[place])});
    }
    ModelOptions options;
    options.writesOnce = false;
    Status status = runKernel(kernel, buffers, options);
    if (!status.ok()) {
      return fail("does not run: " + std::string(status.message()));
    }
    for (auto [i, result] : llvm::enumerate(expected)) {
      auto got = Tensor::fromBytes(*budget, result->type(),
                                   ArrayRef<char>(bytes[places[i]]));
      if (!got.ok()) {
        return fail(std::string(got.status().message()));
      }
      double floor = sums ? magnitudeOf(*result) : 0;
      for (int64_t k = 0; k < result->elementCount(); ++k) {
        if (!isNear(got->at(k), result->at(k), floor)) {
          return fail(llvm::formatv("element {0} of result {1} is {2}, not {3}",
                                    k, i, textOf(got->at(k)),
                                    textOf(result->at(k))));
        }
      }
    }
  }

  CheckReport &report;
  MLIRContext context{MLIRContext::Threading::DISABLED};
  RuleTable rules;
  const Machine machine = *findMachine("arm64");
  const cpu::CpuCandidates source;
  std::mt19937 generator{1};
  /// Whether results are sums, whose terms may cancel.
  bool sums = false;
  std::string name;
  std::string what;
  std::string how;
};

} // namespace

CheckReport checkFile(const std::string &path) {
  CheckReport report;
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) {
    report.failures.push_back("cannot be read");
    return report;
  }
  Checker checker(report);
  llvm::SmallVector<StringRef> modules;
  (*file)->getBuffer().split(modules, "// -----");
  for (StringRef text : modules) {
    checker.checkModule(text);
  }
  return report;
}

} // namespace weft::tile::testing
