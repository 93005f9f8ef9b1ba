// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/Storage.h"

using namespace mlir;

namespace weft::plan {

StorageClasses::StorageClasses(ProgramOp program, const Lives &lives,
                               OverwriteRule rule)
    : rule(std::move(rule)) {
  for (Value value : lives.values()) {
    unsigned id = all.size();
    numbers[value] = id;
    Member member;
    member.value = value;
    member.life = lives.of(value);
    member.bytes = byteSize(value.getType());
    member.parent = id;
    Class own;
    own.life = member.life;
    own.high = member.bytes;
    own.members.insert({member.life.end, id});
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (isa<ProgramOp>(argument.getOwner()->getParentOp())) {
        own.argument = argument.getArgNumber();
        own.isReadOnly =
            !program.getArgAttr(argument.getArgNumber(), kDonateName);
      }
    } else if (value.getDefiningOp<ConstantOp>()) {
      own.isConstant = true;
      own.isReadOnly = true;
    } else if (!isa<ViewOp, BarrierOp, WhileOp, CaseOp>(
                   value.getDefiningOp())) {
      member.isWritten = true;
      own.writes = 1;
    }
    if (own.hasStorage()) {
      own.storageHigh = member.bytes;
    }
    all.push_back(member);
    classes.push_back(std::move(own));
  }
}

//===----------------------------------------------------------------------===//
// Union-find
//===----------------------------------------------------------------------===//

std::pair<unsigned, int64_t> StorageClasses::findRoot(unsigned id) const {
  unsigned root = id;
  int64_t offset = 0;
  while (all[root].parent != root) {
    offset += all[root].offset;
    root = all[root].parent;
  }
  // Everything on the way points to the root from now on.
  int64_t rest = offset;
  while (all[id].parent != root && id != root) {
    unsigned next = all[id].parent;
    int64_t step = all[id].offset;
    all[id].parent = root;
    all[id].offset = rest;
    rest -= step;
    id = next;
  }
  return {root, offset};
}

/// `shift`: where the inner class's 0 is in the outer.
void StorageClasses::merge(unsigned outer, unsigned inner, int64_t shift) {
  // The smaller joins the larger.
  if (classes[outer].members.size() < classes[inner].members.size()) {
    std::swap(outer, inner);
    shift = -shift;
  }
  Class &to = classes[outer];
  Class &from = classes[inner];
  all[inner].parent = outer;
  all[inner].offset = shift;
  to.members.insert(from.members.begin(), from.members.end());
  to.life.begin = std::min(to.life.begin, from.life.begin);
  to.life.end = std::max(to.life.end, from.life.end);
  to.low = std::min(to.low, from.low + shift);
  to.high = std::max(to.high, from.high + shift);
  if (from.hasStorage()) {
    to.storageLow = from.storageLow + shift;
    to.storageHigh = from.storageHigh + shift;
  }
  if (from.argument) {
    to.argument = from.argument;
  }
  if (from.result) {
    to.result = from.result;
  }
  to.isConstant |= from.isConstant;
  to.isReadOnly |= from.isReadOnly;
  to.writes += from.writes;
  from = Class();
}

void StorageClasses::unite(Value outer, Value inner, int64_t offset,
                           int64_t reach) {
  unsigned id = number(inner);
  if (reach > all[id].bytes) {
    auto [root, start] = findRoot(id);
    all[id].bytes = reach;
    classes[root].high = std::max(classes[root].high, start + reach);
  }
  auto [outerRoot, outerOffset] = findRoot(number(outer));
  auto [innerRoot, innerOffset] = findRoot(id);
  if (outerRoot != innerRoot) {
    merge(outerRoot, innerRoot, outerOffset + offset - innerOffset);
  }
}

void StorageClasses::markResult(Value value, int64_t result) {
  auto [root, offset] = findRoot(number(value));
  Class &own = classes[root];
  own.result = result;
  own.storageLow = offset;
  own.storageHigh = offset + byteSize(value.getType());
}

StorageClasses::Location StorageClasses::find(Value value) const {
  auto [root, offset] = findRoot(number(value));
  return {root, offset - classes[root].low};
}

StorageClasses::ClassInfo StorageClasses::info(Value value) const {
  const Class &own = classes[findRoot(number(value)).first];
  ClassInfo info;
  info.bytes = own.high - own.low;
  info.life = own.life;
  info.argument = own.argument;
  info.result = own.result;
  info.isConstant = own.isConstant;
  info.isWritten = own.writes > 0;
  info.isReadOnly = own.isReadOnly;
  return info;
}

bool StorageClasses::isAlone(Value value) const {
  const Class &own = classes[findRoot(number(value)).first];
  return llvm::all_of(own.members, [&](const auto &member) {
    Value other = all[member.second].value;
    while (auto view = other.getDefiningOp<ViewOp>()) {
      if (other == value || !view.isWhole()) {
        break;
      }
      other = view.getSource();
    }
    return other == value;
  });
}

//===----------------------------------------------------------------------===//
// What would be lost
//===----------------------------------------------------------------------===//

bool StorageClasses::isLost(const Member &read, int64_t readOffset,
                            const Member &written,
                            int64_t writtenOffset) const {
  bool shareBytes = readOffset < writtenOffset + written.bytes &&
                    writtenOffset < readOffset + read.bytes;
  int64_t time = written.life.begin;
  if (!shareBytes || time < read.life.begin || time > read.life.end) {
    return false;
  }
  // Copied onto itself.
  auto copy = written.value.getDefiningOp<CopyOp>();
  if (copy && copy.getSource() == read.value && readOffset == writtenOffset &&
      read.value.getType() == written.value.getType() &&
      read.bytes == written.bytes) {
    return false;
  }
  if (time < read.life.end || time == read.life.begin) {
    return true;
  }
  // Read for the last time by the operation that writes.
  auto kernel = written.value.getDefiningOp<KernelOp>();
  if (!kernel || readOffset != writtenOffset || read.bytes != written.bytes ||
      llvm::count(kernel.getOperands(), read.value) != 1) {
    return true;
  }
  unsigned operand =
      llvm::find(kernel.getOperands(), read.value) - kernel->operand_begin();
  unsigned result = cast<OpResult>(written.value).getResultNumber();
  return !rule(kernel, operand, result);
}

/// `unwritten` is a member that would not be written any more.
std::optional<Conflict>
StorageClasses::compare(unsigned outer, unsigned inner, int64_t shift,
                        std::optional<unsigned> unwritten) const {
  const Class &one = classes[outer];
  const Class &other = classes[inner];
  unsigned innerWrites = other.writes - (unwritten ? 1 : 0);
  if ((one.isReadOnly && innerWrites > 0) ||
      (other.isReadOnly && one.writes > 0)) {
    return Conflict{Conflict::Kind::ReadOnly, {}, {}};
  }
  if (one.hasStorage() && other.hasStorage()) {
    // Only a donated argument and a result can be one storage.
    bool fits = !one.isConstant && !other.isConstant &&
                ((one.argument && !one.result && other.result &&
                  !other.argument && !one.isReadOnly) ||
                 (other.argument && !other.result && one.result &&
                  !one.argument && !other.isReadOnly)) &&
                one.storageLow == other.storageLow + shift &&
                one.storageHigh == other.storageHigh + shift;
    if (!fits) {
      return Conflict{Conflict::Kind::TwoStorages, {}, {}};
    }
  }
  int64_t low = std::min(one.low, other.low + shift);
  int64_t high = std::max(one.high, other.high + shift);
  auto exceeds = [&](const Class &fixed, int64_t by) {
    if (!fixed.hasStorage()) {
      return false;
    }
    // What a result is stored in holds nothing else.
    return low < fixed.storageLow + by || high > fixed.storageHigh + by;
  };
  if (exceeds(one, 0) || exceeds(other, shift)) {
    return Conflict{Conflict::Kind::Size, {}, {}};
  }

  for (auto [end, a] : one.members) {
    if (end < other.life.begin) {
      break;
    }
    const Member &left = all[a];
    int64_t leftOffset = findRoot(a).second;
    for (auto [otherEnd, b] : other.members) {
      if (otherEnd < left.life.begin) {
        break;
      }
      const Member &right = all[b];
      if (!left.life.overlaps(right.life)) {
        continue;
      }
      int64_t rightOffset = findRoot(b).second + shift;
      bool rightWrites = right.isWritten && unwritten != b;
      if (rightWrites && isLost(left, leftOffset, right, rightOffset)) {
        return Conflict{Conflict::Kind::Overwritten, left.value, right.value};
      }
      if (left.isWritten && isLost(right, rightOffset, left, leftOffset)) {
        return Conflict{Conflict::Kind::Overwritten, right.value, left.value};
      }
    }
  }
  return std::nullopt;
}

std::optional<Conflict> StorageClasses::tryUnite(Value outer, Value inner,
                                                 int64_t offset, bool isCopy,
                                                 int64_t reach) {
  unsigned id = number(inner);
  auto [outerRoot, outerOffset] = findRoot(number(outer));
  auto [innerRoot, innerOffset] = findRoot(id);
  int64_t shift = outerOffset + offset - innerOffset;
  if (outerRoot == innerRoot) {
    // Copied onto itself: nothing happens.
    if (shift == 0 && isCopy) {
      return std::nullopt;
    }
    return Conflict{Conflict::Kind::Size, {}, {}};
  }
  int64_t bytes = all[id].bytes;
  // Only ever asked for a class of one value and other names for it.
  auto setBytes = [&](int64_t count) {
    for (auto [end, member] : classes[innerRoot].members) {
      all[member].bytes = count;
    }
    classes[innerRoot].high = innerOffset + count;
  };
  if (reach > bytes) {
    setBytes(reach);
  }
  bool wasWritten = all[id].isWritten;
  std::optional<Conflict> conflict =
      compare(outerRoot, innerRoot, shift,
              isCopy && wasWritten ? std::optional(id) : std::nullopt);
  if (conflict) {
    if (reach > bytes) {
      setBytes(bytes);
    }
    return conflict;
  }
  if (isCopy && wasWritten) {
    all[id].isWritten = false;
    --classes[innerRoot].writes;
  }
  merge(outerRoot, innerRoot, shift);
  return std::nullopt;
}

} // namespace weft::plan
