// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/ShareStorage.h"

#include "weft/Plan/Memory/BorderCopies.h"
#include "weft/Plan/Memory/Storage.h"
#include "weft/Plan/Passes.h"
#include "weft/Support/DecisionsDialect.h"

#include <mlir/IR/Builders.h>

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_SHARESTORAGEPASS
#include "weft/Plan/Passes.h.inc"

namespace {

class Sharer {
public:
  Sharer(ProgramOp program, const OverwriteRule &rule,
         IndexKnownTo indices = IndexKnownTo::Plan,
         const ApartRule &apart = nullptr)
      : program(program), rule(rule), indices(indices), apart(apart),
        copies(insertBorderCopies(program, rule)), lives(program),
        classes(program, lives, rule) {}

  void run() {
    uniteRequired();
    removeCopies();
    donateArguments();
    takeSlices();
    overwriteOperands();
    updateElsewhere();
    apply();
  }

  llvm::DenseMap<Operation *, int64_t> findLoopCopies();

private:
  void uniteRequired();
  void uniteLoop(WhileOp loop);
  void removeCopies();
  void donateArguments();
  void takeSlices();
  void overwriteOperands();
  void updateElsewhere();

  void apply();
  void explain(CopyOp copy, const std::optional<Conflict> &conflict);
  void markInPlace(KernelOp kernel);
  void writeStorage();

  /// Steps of the plan, at any depth, in the order of the walk.
  template <typename Visit> void forEachStep(Visit visit) {
    forEachStep(program.getBody().front(), visit);
  }
  template <typename Visit> void forEachStep(Block &block, Visit &visit) {
    for (Operation &operation : llvm::make_early_inc_range(block)) {
      if (isa<WhileOp, CaseOp>(operation)) {
        for (Region &region : operation.getRegions()) {
          forEachStep(region.front(), visit);
        }
      }
      visit(&operation);
    }
  }

  ProgramOp program;
  const OverwriteRule &rule;
  const IndexKnownTo indices;
  const ApartRule &apart;
  std::vector<BorderCopy> copies;
  Lives lives;
  StorageClasses classes;
  /// Copies that are not needed, and what stands in the way of the others.
  llvm::DenseMap<Operation *, std::optional<Conflict>> outcomes;
  std::vector<KernelOp> slices;
};

//===----------------------------------------------------------------------===//
// What must share
//===----------------------------------------------------------------------===//

void Sharer::uniteLoop(WhileOp loop) {
  Operation *yield = loop.getBodyYield();
  for (auto [k, result] : llvm::enumerate(loop.getResults())) {
    if (!hasBytes(result.getType())) {
      continue;
    }
    classes.unite(result, loop.getInits()[k]);
    classes.unite(result, loop.getCond().getArgument(k));
    classes.unite(result, loop.getBody().getArgument(k));
    classes.unite(result, yield->getOperand(k));
  }
}

void Sharer::uniteRequired() {
  forEachStep([&](Operation *step) {
    if (auto view = dyn_cast<ViewOp>(step)) {
      int64_t reach = view.getIndex() ? view.getLastIndex() * view.getStride() +
                                            byteSize(view.getType())
                                      : 0;
      classes.unite(view.getSource(), view.getResult(), view.getOffset(),
                    reach);
    } else if (auto barrier = dyn_cast<BarrierOp>(step)) {
      for (auto [operand, result] :
           llvm::zip_equal(barrier.getOperands(), barrier.getResults())) {
        classes.unite(operand, result);
      }
    } else if (auto loop = dyn_cast<WhileOp>(step)) {
      uniteLoop(loop);
    } else if (auto branches = dyn_cast<CaseOp>(step)) {
      for (Region &branch : branches.getBranches()) {
        for (auto [result, yielded] :
             llvm::zip_equal(branches.getResults(),
                             branch.front().getTerminator()->getOperands())) {
          if (hasBytes(result.getType())) {
            classes.unite(result, yielded);
          }
        }
      }
    } else if (auto call = dyn_cast<FfiOp>(step)) {
      for (CallAlias alias : callAliases(call)) {
        classes.unite(call->getOperand(alias.operand),
                      call->getResult(alias.result));
      }
    } else if (auto kernel = dyn_cast<KernelOp>(step)) {
      for (auto [result, operand] : findUpdates(kernel, rule)) {
        classes.unite(kernel.getOperand(operand), kernel.getResult(result));
      }
    }
  });
  Operation *terminator = program.getBody().front().getTerminator();
  for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
    if (hasBytes(value.getType())) {
      classes.markResult(value, i);
    }
  }
  for (BlockArgument argument : program.getArguments()) {
    auto donate = program.getArgAttrOfType<DonateAttr>(argument.getArgNumber(),
                                                       kDonateName);
    if (donate && donate.getKind() == DonateKind::Must &&
        hasBytes(argument.getType())) {
      classes.unite(argument, terminator->getOperand(donate.getResult()));
    }
  }
}

//===----------------------------------------------------------------------===//
// What may share
//===----------------------------------------------------------------------===//

void Sharer::removeCopies() {
  std::vector<size_t> order(copies.size());
  std::vector<int64_t> savings;
  for (size_t i = 0; i < copies.size(); ++i) {
    order[i] = i;
    savings.push_back(copies[i].times *
                      std::min<int64_t>(byteSize(copies[i].copy.getType()),
                                        int64_t(1) << 32));
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return savings[a] > savings[b]; });
  for (size_t i : order) {
    CopyOp copy = copies[i].copy;
    Value source = copy.getSource();
    // What is carried or returned lies in one place, a view with an index not.
    bool moves = classes.reach(source) != byteSize(source.getType());
    outcomes[copy] =
        moves ? Conflict{Conflict::Kind::Size, {}, {}}
              : classes.tryUnite(source, copy.getResult(), /*offset=*/0,
                                 /*isCopy=*/true);
  }
}

void Sharer::donateArguments() {
  Operation *terminator = program.getBody().front().getTerminator();
  for (BlockArgument argument : program.getArguments()) {
    auto donate = program.getArgAttrOfType<DonateAttr>(argument.getArgNumber(),
                                                       kDonateName);
    if (!donate || donate.getKind() != DonateKind::May) {
      continue;
    }
    Attribute space = program.getArgAttr(argument.getArgNumber(), kSpaceName);
    for (auto [i, value] : llvm::enumerate(terminator->getOperands())) {
      if (value.getType() != argument.getType() ||
          program.getResultAttr(i, kSpaceName) != space ||
          classes.info(value).argument) {
        continue;
      }
      if (!classes.tryUnite(argument, value, /*offset=*/0,
                            /*isCopy=*/false)) {
        break;
      }
    }
  }
}

void Sharer::takeSlices() {
  forEachStep([&](Operation *step) {
    auto kernel = dyn_cast<KernelOp>(step);
    std::optional<SliceView> slice =
        kernel ? findSliceView(kernel, indices) : std::nullopt;
    // What else names these bytes has a place, which a moving view has not.
    bool moves =
        slice && slice->reach != byteSize(kernel.getResult(0).getType());
    if (!slice || (moves && !classes.isAlone(kernel.getResult(0)))) {
      return;
    }
    // A small view must not keep a large value alive.
    Interval source = classes.info(slice->source).life;
    Value result = kernel.getResult(0);
    if (source.end < classes.info(result).life.end &&
        byteSize(slice->source.getType()) > 2 * byteSize(result.getType())) {
      return;
    }
    int64_t slack =
        classes.reach(slice->source) - byteSize(slice->source.getType());
    if (!classes.tryUnite(slice->source, result, slice->offset,
                          /*isCopy=*/true, slice->reach + slack)) {
      slices.push_back(kernel);
    }
  });
}

void Sharer::overwriteOperands() {
  struct Candidate {
    Value operand;
    Value result;
    int64_t bytes;
  };
  std::vector<Candidate> candidates;
  forEachStep([&](Operation *step) {
    auto kernel = dyn_cast<KernelOp>(step);
    if (!kernel) {
      return;
    }
    for (Value result : kernel.getResults()) {
      for (Value operand : kernel.getOperands()) {
        int64_t bytes = byteSize(result.getType());
        if (bytes > 0 && byteSize(operand.getType()) == bytes) {
          candidates.push_back({operand, result, bytes});
        }
      }
    }
  });
  std::stable_sort(
      candidates.begin(), candidates.end(),
      [](const Candidate &a, const Candidate &b) { return a.bytes > b.bytes; });
  for (const Candidate &candidate : candidates) {
    // Nothing is gained where the operand's bytes stay in use.
    if (!classes.isSame(candidate.operand, candidate.result)) {
      (void)classes.tryUnite(candidate.operand, candidate.result, /*offset=*/0,
                             /*isCopy=*/false);
    }
  }
}

void Sharer::updateElsewhere() {
  if (!apart) {
    return;
  }
  for (const BorderCopy &border : copies) {
    CopyOp copy = border.copy;
    auto kernel = dyn_cast_if_present<KernelOp>(copy->getNextNode());
    Value source = copy.getSource();
    // The kernel comes right behind the copy, so that nothing has written over
    // the source before it is read there.
    if (!outcomes[copy] || !kernel || kernel.getNumResults() != 1 ||
        !copy.getResult().hasOneUse() ||
        *copy.getResult().user_begin() != kernel ||
        llvm::is_contained(kernel.getOperands(), source) ||
        classes.reach(source) != byteSize(source.getType()) ||
        classes.find(source).root == classes.find(copy.getResult()).root) {
      continue;
    }
    for (auto [result, operand] : findUpdates(kernel, rule)) {
      std::optional<ApartTimes> times =
          kernel.getOperand(operand) == copy.getResult()
              ? apart(kernel, operand, result)
              : std::nullopt;
      if (!times) {
        continue;
      }
      kernel->setOperand(operand, source);
      outcomes[copy] = std::nullopt;
      const int64_t bytes = byteSize(source.getType());
      decide(kernel, DecisionKind::Copy, Reason::UpdatedElsewhere)
              .subject(kernel.getName())
              .cost({times->picoseconds, 0}, {times->withCopy, bytes})
          << arg(operand) << arg(bytes);
      break;
    }
  }
}

//===----------------------------------------------------------------------===//
// The plan afterwards
//===----------------------------------------------------------------------===//

void Sharer::explain(CopyOp copy, const std::optional<Conflict> &conflict) {
  Reason reason = Reason::CopyInterference;
  if (copy.getCause() == CopyCause::Boundary) {
    reason = Reason::CopyBoundary;
  } else if (copy.getCause() == CopyCause::Permutation) {
    reason = Reason::CopyPermutation;
  }
  const ReasonInfo &info = reasonInfo(reason);
  setRecord(copy, StringRef(info.code.data(), info.code.size()));
  auto decision = decide(copy, DecisionKind::Copy, reason, Verdict::Forced);
  if (!decision) {
    return;
  }
  int64_t bytes = byteSize(copy.getType());
  std::string why = "its storage belongs to others";
  if (conflict && conflict->kind == Conflict::Kind::Overwritten) {
    Operation *reader = nullptr;
    for (Operation *user : conflict->overwritten.getUsers()) {
      if (!reader || lives.position(reader) < lives.position(user)) {
        reader = user;
      }
    }
    why = reader ? "'" + reader->getName().getStringRef().str() +
                       "' still reads what would be overwritten"
                 : "a value that is carried would be overwritten";
    if (reader) {
      decision.origin(reader);
    }
  }
  decision << arg(bytes) << arg(why);
  decision.cost({std::nullopt, bytes});
}

void Sharer::markInPlace(KernelOp kernel) {
  // Two operands may be names for the same bytes.
  SmallVector<Attribute> pairs;
  for (auto [r, result] : llvm::enumerate(kernel.getResults())) {
    int64_t bytes = byteSize(result.getType());
    StorageClasses::Location place = classes.find(result);
    for (auto [o, operand] : llvm::enumerate(kernel.getOperands())) {
      StorageClasses::Location other = classes.find(operand);
      if (bytes > 0 && other.root == place.root &&
          other.offset == place.offset &&
          byteSize(operand.getType()) == bytes) {
        pairs.push_back(AliasAttr::get(kernel.getContext(), r, o));
        decide(kernel, DecisionKind::InPlace, Reason::OperandOverwritten)
                .subject(kernel.getName())
                .cost({std::nullopt, bytes})
            << arg(o) << arg(bytes);
      }
    }
  }
  if (!pairs.empty()) {
    kernel.setInplaceAttr(ArrayAttr::get(kernel.getContext(), pairs));
  }
}

void Sharer::writeStorage() {
  MLIRContext *context = program.getContext();
  llvm::DenseMap<unsigned, int64_t> numbers;
  auto locate = [&](Value value, SmallVectorImpl<int64_t> &storage) {
    if (!hasBytes(value.getType())) {
      storage.append({-1, 0});
      return;
    }
    StorageClasses::Location location = classes.find(value);
    int64_t number =
        numbers.try_emplace(location.root, numbers.size()).first->second;
    storage.append({number, location.offset});
  };
  for (BlockArgument argument : program.getArguments()) {
    if (hasBytes(argument.getType())) {
      SmallVector<int64_t> storage;
      locate(argument, storage);
      program.setArgAttr(argument.getArgNumber(), kStorageName,
                         DenseI64ArrayAttr::get(context, storage));
    }
  }
  forEachStep([&](Operation *step) {
    if (llvm::any_of(step->getResultTypes(), hasBytes)) {
      SmallVector<int64_t> storage;
      for (Value result : step->getResults()) {
        locate(result, storage);
      }
      step->setAttr(kStorageName, DenseI64ArrayAttr::get(context, storage));
    }
  });
}

void Sharer::apply() {
  forEachStep([&](Operation *step) {
    if (auto kernel = dyn_cast<KernelOp>(step)) {
      markInPlace(kernel);
    }
  });
  // Before anything is erased: a new value would have no class, and what
  // stands in the way of a copy may be gone.
  writeStorage();
  for (const BorderCopy &border : copies) {
    CopyOp copy = border.copy;
    StorageClasses::Location from = classes.find(copy.getSource());
    StorageClasses::Location to = classes.find(copy.getResult());
    // What stood in its way may have gone with another copy.
    if (from.root == to.root && from.offset == to.offset &&
        classes.reach(copy.getSource()) == byteSize(copy.getType())) {
      outcomes[copy] = std::nullopt;
    }
    if (const std::optional<Conflict> &conflict = outcomes[border.copy]) {
      explain(border.copy, conflict);
    }
  }
  for (KernelOp kernel : slices) {
    // Looked at again: the source may have been such a slice too.
    SliceView slice = *findSliceView(kernel, indices);
    OpBuilder builder(kernel);
    auto view =
        ViewOp::create(builder, kernel.getLoc(), kernel.getResult(0).getType(),
                       slice.source, slice.index, slice.offset, slice.stride);
    view->setAttr(kStorageName, kernel->getAttr(kStorageName));
    decide(kernel, DecisionKind::Copy, Reason::SliceViewed)
            .subject(kernel.getName())
        << arg(byteSize(view.getType()));
    kernel.getResult(0).replaceAllUsesWith(view.getResult());
    kernel.erase();
  }
  for (BorderCopy &border : copies) {
    CopyOp copy = border.copy;
    if (!outcomes[copy]) {
      copy.getResult().replaceAllUsesWith(copy.getSource());
      copy.erase();
    }
  }
  program.setStage(Stage::Shared);
}

llvm::DenseMap<Operation *, int64_t> Sharer::findLoopCopies() {
  uniteRequired();
  removeCopies();
  llvm::DenseMap<Operation *, int64_t> bytes;
  for (const BorderCopy &border : copies) {
    CopyOp copy = border.copy;
    Operation *around = copy->getParentOp();
    while (isa<CaseOp>(around) &&
           !llvm::all_of(copy->getBlock()->without_terminator(),
                         [](Operation &step) { return isa<CopyOp>(step); })) {
      around = around->getParentOp();
    }
    if (isa<WhileOp>(around) && outcomes[copy]) {
      bytes[around] += byteSize(copy.getType());
    }
  }
  return bytes;
}

struct ShareStorage : impl::ShareStoragePassBase<ShareStorage> {
  void runOnOperation() override { shareStorage(getOperation()); }
};

} // namespace

void shareStorage(ProgramOp program, const OverwriteRule &rule,
                  IndexKnownTo indices, const ApartRule &apart) {
  OverwriteRule known = remember(rule);
  Sharer(program, known, indices, apart).run();
}

llvm::DenseMap<Operation *, int64_t> findLoopCopies(ProgramOp program,
                                                    const OverwriteRule &rule) {
  return Sharer(program, rule).findLoopCopies();
}

} // namespace weft::plan
