// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans. An element's index along the scanned dim has bits that say in which
// register it is, and others that say in which lane; no two warps share a line.
// From the lowest bit on, parts of a line become one that is twice as long, or
// as long as a chain of registers:
//
//   registers   what all parts before one combine to goes from part to part
//   a lane bit  two lanes tell each other what their parts combine to, and the
//               later one is behind the other
//
// Elements of the lowest chain are combined with each other as it comes by;
// what is before it, which grows with every step, waits until the end, and so
// costs one combination per element. Take lanes that hold 4 elements each:
//
//   1 2 3 4 | 5 6 7 8       in chains: 1 3 6 10 | 5 11 18 26, totals 10 | 26
//   10 | 26 exchanged       before them: nothing | 10
//   1 3 6 10 | 15 21 28 36

#include "weft/Target/Code/Combine.h"
#include "weft/Target/GPU/KernelEmitter.h"

#include <map>

namespace weft::gpu {
namespace {

using llvm::SmallVector;
using llvm::Value;
using mlir::LogicalResult;
using mlir::success;

/// Neighbouring registers of a line.
struct Chain {
  SmallVector<size_t> registers;
  /// What is before it in its part; null for nothing.
  Value *before = nullptr;
};

/// Chains in a row, and what they combine to.
struct Part {
  SmallVector<size_t> chains;
  Value *total = nullptr;
};

class ScanEmitter {
public:
  ScanEmitter(KernelEmitter &emitter, tile::ScanOp op)
      : emitter(emitter), builder(emitter.builder), op(op),
        hold(emitter.hold(op.getInputs()[0])),
        dim(static_cast<size_t>(op.getDimension())),
        element(code::elementTypeOf(op.getInputs()[0].getType())),
        given(emitter.pieces(op.getInputs()[0])), within(given.size(), nullptr),
        own(given.begin(), given.end()) {}

  LogicalResult run() {
    if (op.getKind() == tile::CombineKind::Custom || !hold.layout.isPlain() ||
        llvm::any_of(hold.layout.warps, [&](const Layout::Column &column) {
          return column[dim] != 0;
        })) {
      return op.emitOpError("of this kind or layout has no form on ")
             << emitter.gpu.family << " yet";
    }
    startParts();
    for (unsigned bit = 0; bit < bitCount();) {
      if (std::optional<unsigned> lane = laneOf(bit)) {
        joinLanes(*lane);
        ++bit;
        continue;
      }
      unsigned end = bit;
      while (end < bitCount() && !laneOf(end)) {
        ++end;
      }
      joinRegisters(end == bitCount() ? INT64_MAX : int64_t(1) << end);
      bit = end;
    }
    // Repeats of the base.
    joinRegisters(INT64_MAX);
    finish();
    return success();
  }

private:
  unsigned bitCount() const {
    return llvm::Log2_64(static_cast<uint64_t>(hold.layout.base[dim]));
  }
  std::optional<unsigned> laneOf(unsigned bit) const {
    for (const auto &[lane, column] : llvm::enumerate(hold.layout.lanes)) {
      if (column[dim] == int64_t(1) << bit) {
        return static_cast<unsigned>(lane);
      }
    }
    return std::nullopt;
  }

  Value *combine(Value *before, Value *after) {
    return code::emitCombine(builder, op.getKind(), element, before, after);
  }

  /// By line, and by index along it, in the order of the scan.
  using Lines = std::map<SmallVector<int64_t>, std::map<int64_t, Part>>;

  /// Each register is a part.
  void startParts() {
    for (auto [number, place] : llvm::enumerate(hold.places)) {
      SmallVector<int64_t> line(place);
      line[dim] = 0;
      parts[line][place[dim]] = {{chains.size()}, given[number]};
      chains.push_back({{number}, nullptr});
    }
  }

  /// Parts whose indices differ below `step` only become one.
  void joinRegisters(int64_t step) {
    for (auto &[line, all] : parts) {
      std::map<int64_t, SmallVector<Part>> groups;
      for (auto &[index, part] : all) {
        groups[step == INT64_MAX ? 0 : index / step * step].push_back(part);
      }
      all.clear();
      for (auto &[index, group] : groups) {
        if (op.getReverse()) {
          std::reverse(group.begin(), group.end());
        }
        all[index] = isFirst ? joinElements(group) : joinChain(group);
      }
    }
    isFirst = false;
  }

  /// The lowest chain: elements themselves.
  Part joinElements(llvm::ArrayRef<Part> group) {
    Part result{{group.front().chains.front()}, nullptr};
    Chain &chain = chains[group.front().chains.front()];
    chain.registers.clear();
    for (const Part &part : group) {
      // Chains are numbered like their registers to begin with.
      const size_t number = part.chains.front();
      within[number] = result.total;
      result.total =
          result.total ? combine(result.total, part.total) : part.total;
      own[number] = result.total;
      chain.registers.push_back(number);
    }
    return result;
  }

  Part joinChain(llvm::ArrayRef<Part> group) {
    Part result = group.front();
    for (const Part &part : group.drop_front()) {
      for (size_t number : part.chains) {
        Chain &chain = chains[number];
        chain.before =
            chain.before ? combine(result.total, chain.before) : result.total;
      }
      result.chains.append(part.chains);
      result.total = combine(result.total, part.total);
    }
    return result;
  }

  void joinLanes(unsigned lane) {
    if (isFirst) {
      // Neighbours lie in lanes: each register is a chain of its own.
      joinRegisters(1);
    }
    Value *isLater = builder.CreateICmpNE(
        builder.CreateAnd(emitter.laneNumber, uint64_t(1) << lane),
        builder.getInt32(0));
    if (op.getReverse()) {
      isLater = builder.CreateNot(isLater);
    }
    Value *neutral =
        code::neutralElement(op.getKind(), element, given[0]->getType());
    for (auto &[line, all] : parts) {
      for (auto &[index, part] : all) {
        Value *other = exchange(emitter, part.total, uint32_t(1) << lane);
        for (size_t number : part.chains) {
          Chain &chain = chains[number];
          Value *behind = chain.before ? combine(other, chain.before) : other;
          chain.before = builder.CreateSelect(
              isLater, behind, chain.before ? chain.before : neutral);
        }
        part.total = combine(part.total, other);
      }
    }
  }

  void finish() {
    Value *neutral =
        code::neutralElement(op.getKind(), element, given[0]->getType());
    Pieces scanned(given.size(), nullptr);
    const KernelEmitter::Hold &to = emitter.hold(op.getTotals()[0]);
    Pieces totals(to.places.size(), nullptr);
    for (auto &[line, all] : parts) {
      for (size_t number : all.begin()->second.chains) {
        const Chain &chain = chains[number];
        for (size_t at : chain.registers) {
          Value *value = op.getExclusive() ? within[at] : own[at];
          scanned[at] = !value         ? (chain.before ? chain.before : neutral)
                        : chain.before ? combine(chain.before, value)
                                       : value;
        }
      }
      SmallVector<int64_t> kept(line.begin(), line.end());
      kept.erase(kept.begin() + static_cast<ptrdiff_t>(dim));
      totals[to.at(kept)] = all.begin()->second.total;
    }
    emitter.define(op.getScanned()[0], std::move(scanned));
    emitter.define(op.getTotals()[0], std::move(totals));
  }

  KernelEmitter &emitter;
  Builder &builder;
  tile::ScanOp op;
  const KernelEmitter::Hold &hold;
  size_t dim;
  mlir::Type element;
  Pieces given;
  Lines parts;
  std::vector<Chain> chains;
  /// Of each element: what its chain combines to before it, null for nothing,
  /// and with it.
  Pieces within;
  Pieces own;
  /// No parts were joined yet.
  bool isFirst = true;
};

} // namespace

LogicalResult emitScan(KernelEmitter &emitter, tile::ScanOp op) {
  return ScanEmitter(emitter, op).run();
}

} // namespace weft::gpu
