// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/Shuffles.h"

#include <map>
#include <tuple>

using namespace mlir;

namespace weft::tile {
namespace {

constexpr int64_t wordBytes = 4;

/// What a bit of a place is in one of the layouts.
struct Holder {
  enum class Kind { Register, Lane, Warp };
  Kind kind;
  unsigned bit;
};

bool movesNothing(const Layout::Column &column) {
  return llvm::all_of(column, [](int64_t step) { return step == 0; });
}

/// The same map with a base that is larger, by some repeats of it.
Layout widened(const Layout &layout, ArrayRef<int64_t> base) {
  Layout result = layout;
  for (auto [dim, extent] : llvm::enumerate(base)) {
    for (; result.base[dim] < extent; result.base[dim] *= 2) {
      Layout::Column column(base.size(), 0);
      column[dim] = result.base[dim];
      result.registers.push_back(std::move(column));
    }
  }
  return result;
}

/// A bit of a place: a dim, and a step along it.
using PlaceBit = std::pair<int64_t, int64_t>;

/// Of a plain layout.
std::map<PlaceBit, Holder> holdersOf(const Layout &layout) {
  std::map<PlaceBit, Holder> holders;
  auto add = [&](ArrayRef<Layout::Column> columns, Holder::Kind kind) {
    for (const auto &[bit, column] : llvm::enumerate(columns)) {
      for (auto [dim, step] : llvm::enumerate(column)) {
        if (step != 0) {
          holders[{static_cast<int64_t>(dim), step}] = {
              kind, static_cast<unsigned>(bit)};
        }
      }
    }
  };
  add(layout.registers, Holder::Kind::Register);
  add(layout.lanes, Holder::Kind::Lane);
  add(layout.warps, Holder::Kind::Warp);
  return holders;
}

int64_t bitOf(unsigned bit) { return int64_t(1) << bit; }

/// Steps as they are needed, each once.
class StepList {
public:
  StepList(std::vector<Shuffles::Step> &steps, int64_t given)
      : steps(steps), given(given) {}

  int64_t shuffle(int64_t value, uint32_t lanes) {
    return add({Shuffles::Step::Kind::Shuffle, value, 0, 0, lanes});
  }

  int64_t choose(unsigned bit, int64_t value, int64_t otherwise) {
    // What is chosen by the same bit is known.
    if (const Shuffles::Step *step = choiceBy(bit, value)) {
      value = step->value;
    }
    if (const Shuffles::Step *step = choiceBy(bit, otherwise)) {
      otherwise = step->otherwise;
    }
    return value == otherwise
               ? value
               : add({Shuffles::Step::Kind::Choice, value, otherwise, bit, 0});
  }

private:
  const Shuffles::Step *choiceBy(unsigned bit, int64_t value) const {
    if (value < given) {
      return nullptr;
    }
    const Shuffles::Step &step = steps[static_cast<size_t>(value - given)];
    return step.kind == Shuffles::Step::Kind::Choice && step.bit == bit
               ? &step
               : nullptr;
  }

  int64_t add(const Shuffles::Step &step) {
    auto [found, isNew] = numbers.try_emplace(
        std::tuple(step.kind, step.value, step.otherwise, step.bit, step.lanes),
        given + static_cast<int64_t>(steps.size()));
    if (isNew) {
      steps.push_back(step);
    }
    return found->second;
  }

  std::vector<Shuffles::Step> &steps;
  int64_t given;
  std::map<
      std::tuple<Shuffles::Step::Kind, int64_t, int64_t, unsigned, uint32_t>,
      int64_t>
      numbers;
};

/// Threads whose bit is set want, or send, the register whose number differs in
/// these bits.
struct Choice {
  int64_t registers;
  unsigned bit;
};

class Planner {
public:
  Planner(const Layout &from, const Layout &to, ArrayRef<int64_t> shape,
          ArrayRef<int64_t> base)
      : original(from), wanted(to), shape(shape), from(widened(from, base)),
        to(widened(to, base)) {}

  std::optional<Shuffles> run(int64_t elementBytes) {
    if (!factor() || !pair()) {
      return std::nullopt;
    }
    pack(elementBytes);
    listSteps();
    dropUnused();
    return std::move(plan);
  }

private:
  /// From a bit before to a bit after.
  struct Move {
    unsigned from;
    unsigned to;
  };

  unsigned laneBits() const { return static_cast<unsigned>(to.lanes.size()); }

  /// What becomes of each bit. Nothing changes its warp; a warp that has copies
  /// may keep some.
  bool factor() {
    const std::map<PlaceBit, Holder> before = holdersOf(from);
    const std::map<PlaceBit, Holder> after = holdersOf(to);
    if (before.size() != after.size()) {
      return false;
    }
    asked.assign(laneBits(), std::nullopt);
    followed.assign(laneBits(), 0);
    for (const auto &[place, was] : before) {
      const auto found = after.find(place);
      if (found == after.end()) {
        return false;
      }
      const Holder is = found->second;
      using Kind = Holder::Kind;
      if (was.kind == Kind::Warp) {
        if (is.kind != Kind::Warp || is.bit != was.bit) {
          return false;
        }
      } else if (was.kind == Kind::Register && is.kind == Kind::Register) {
        renamed.push_back({was.bit, is.bit});
      } else if (was.kind == Kind::Register && is.kind == Kind::Lane) {
        toLanes.push_back({was.bit, is.bit});
      } else if (was.kind == Kind::Register) {
        sent.push_back({bitOf(was.bit), laneBits() + is.bit});
      } else if (is.kind == Kind::Register) {
        toRegisters.push_back({was.bit, is.bit});
      } else {
        asked[was.bit] = is.kind == Kind::Lane ? is.bit : laneBits() + is.bit;
      }
    }
    for (const auto &[bit, column] : llvm::enumerate(from.lanes)) {
      if (movesNothing(column)) {
        copies.push_back(static_cast<unsigned>(bit));
      }
    }
    return true;
  }

  /// Lanes that want different registers ask different lanes: such as have
  /// copies, or such that have what others want in other registers. Those of
  /// the same bit first, so that lanes ask themselves as often as possible.
  bool pair() {
    for (bool isSameBit : {true, false}) {
      SmallVector<Move> left;
      for (const Move &move : toLanes) {
        auto fits = [&](unsigned bit) { return !isSameBit || bit == move.to; };
        if (auto *copy = llvm::find_if(copies, fits); copy != copies.end()) {
          asked[*copy] = move.to;
          sent.push_back({bitOf(move.from), *copy});
          copies.erase(copy);
          continue;
        }
        auto *other = llvm::find_if(
            toRegisters, [&](const Move &one) { return fits(one.from); });
        if (other == toRegisters.end()) {
          left.push_back(move);
          continue;
        }
        asked[other->from] = move.to;
        followed[other->from] = bitOf(other->to);
        exchanged.push_back({bitOf(move.from), other->from});
        received.push_back({bitOf(other->to), move.to});
        // A step that asks for one register is sent another one.
        paired.push_back({move.from, other->to});
        toRegisters.erase(other);
      }
      toLanes = std::move(left);
    }
    for (const Move &move : toRegisters) {
      followed[move.from] = bitOf(move.to);
    }
    for (unsigned bit : copies) {
      asked[bit] = bit;
    }
    // What is chosen last before a shuffle is chosen first behind it: by the
    // same bit where a lane asks itself, which then is no choice.
    llvm::append_range(sent, llvm::reverse(exchanged));
    return toLanes.empty();
  }

  /// Registers that stay side by side share a word.
  void pack(int64_t elementBytes) {
    llvm::sort(renamed, [](const Move &a, const Move &b) {
      return std::pair(a.from, a.to) < std::pair(b.from, b.to);
    });
    for (int64_t bytes = elementBytes; bytes < wordBytes; bytes *= 2) {
      if (packed.size() == renamed.size()) {
        break;
      }
      packed.push_back(renamed[packed.size()]);
    }
  }

  /// The register that a number of the wider base is.
  static std::vector<int64_t> numbersOf(const Layout &wide,
                                        const Layout &original,
                                        ArrayRef<int64_t> shape) {
    std::map<std::vector<int64_t>, int64_t> byPlace;
    for (auto [number, place] :
         llvm::enumerate(original.registerPlaces(shape))) {
      byPlace.try_emplace(std::vector<int64_t>(place.begin(), place.end()),
                          static_cast<int64_t>(number));
    }
    std::vector<int64_t> numbers;
    for (const Place &place : wide.registerPlaces(shape)) {
      numbers.push_back(
          byPlace.at(std::vector<int64_t>(place.begin(), place.end())));
    }
    return numbers;
  }

  int64_t elementsOfWord() const { return int64_t(1) << packed.size(); }

  /// The bits of a register's number that the number of an element in its word
  /// is.
  int64_t inWord(int64_t element, unsigned Move::*side) const {
    int64_t bits = 0;
    for (const auto &[i, move] : llvm::enumerate(packed)) {
      bits |= (element >> i & 1) << move.*side;
    }
    return bits;
  }

  /// The value of a register after choices by threads' bits, the last one of
  /// which is the last that is made.
  static int64_t chosen(StepList &list, ArrayRef<Choice> choices,
                        int64_t number,
                        llvm::function_ref<int64_t(int64_t)> valueOf) {
    if (choices.empty()) {
      return valueOf(number);
    }
    const Choice &last = choices.back();
    const int64_t value =
        chosen(list, choices.drop_back(), number ^ last.registers, valueOf);
    return list.choose(last.bit, value,
                       chosen(list, choices.drop_back(), number, valueOf));
  }

  void listSteps() {
    const std::vector<int64_t> givenNumbers = numbersOf(from, original, shape);
    const std::vector<int64_t> takenNumbers = numbersOf(to, wanted, shape);
    const int64_t wordOfGiven = inWord(elementsOfWord() - 1, &Move::from);
    const int64_t wordOfTaken = inWord(elementsOfWord() - 1, &Move::to);
    std::map<int64_t, int64_t> words;
    for (int64_t number = 0, e = static_cast<int64_t>(givenNumbers.size());
         number < e; ++number) {
      if ((number & wordOfGiven) != 0) {
        continue;
      }
      words[number] = static_cast<int64_t>(plan.given.size());
      SmallVector<int64_t> word;
      for (int64_t i = 0; i < elementsOfWord(); ++i) {
        word.push_back(
            givenNumbers[static_cast<size_t>(number | inWord(i, &Move::from))]);
      }
      plan.given.push_back(std::move(word));
    }
    plan.asked = asked;
    plan.taken.resize(static_cast<size_t>(wanted.registerCount(shape)));
    StepList list(plan.steps, static_cast<int64_t>(plan.given.size()));
    const bool asksItself = plan.asksItself();
    // What all lanes receive in one step, named by the register of the result
    // that it is in lane 0.
    std::map<int64_t, int64_t> steps;
    auto receive = [&](int64_t number) {
      auto [step, isNew] = steps.try_emplace(number, 0);
      if (!isNew) {
        return step->second;
      }
      int64_t source = number >> to.registers.size() << from.registers.size();
      for (const Move &move : renamed) {
        source |= (number >> move.to & 1) << move.from;
      }
      for (const Move &move : paired) {
        source ^= (number >> move.to & 1) << move.from;
      }
      uint32_t lanes = 0;
      for (const auto &[bit, follows] : llvm::enumerate(followed)) {
        lanes |= (number & follows) != 0 ? uint32_t(1) << bit : 0;
      }
      const int64_t value = chosen(list, sent, source,
                                   [&](int64_t one) { return words.at(one); });
      step->second =
          asksItself && lanes == 0 ? value : list.shuffle(value, lanes);
      return step->second;
    };
    for (int64_t number = 0, e = static_cast<int64_t>(takenNumbers.size());
         number < e; ++number) {
      if ((number & wordOfTaken) != 0) {
        continue;
      }
      const int64_t value = chosen(list, received, number, receive);
      for (int64_t i = 0; i < elementsOfWord(); ++i) {
        plan.taken[static_cast<size_t>(
            takenNumbers[static_cast<size_t>(number | inWord(i, &Move::to))])] =
            {value, i};
      }
    }
  }

  /// Choices that turned out to be known are no steps.
  void dropUnused() {
    const auto given = static_cast<int64_t>(plan.given.size());
    std::vector<bool> isUsed(plan.steps.size(), false);
    auto use = [&](int64_t value) {
      if (value >= given) {
        isUsed[static_cast<size_t>(value - given)] = true;
      }
    };
    for (const Shuffles::Taken &one : plan.taken) {
      use(one.value);
    }
    for (size_t i = plan.steps.size(); i-- > 0;) {
      if (isUsed[i]) {
        use(plan.steps[i].value);
        if (plan.steps[i].kind == Shuffles::Step::Kind::Choice) {
          use(plan.steps[i].otherwise);
        }
      }
    }
    std::vector<int64_t> moved;
    std::vector<Shuffles::Step> kept;
    auto rename = [&](int64_t &value) {
      value = value < given ? value : moved[static_cast<size_t>(value - given)];
    };
    for (auto [i, step] : llvm::enumerate(plan.steps)) {
      moved.push_back(given + static_cast<int64_t>(kept.size()));
      if (isUsed[i]) {
        rename(step.value);
        if (step.kind == Shuffles::Step::Kind::Choice) {
          rename(step.otherwise);
        }
        kept.push_back(step);
      }
    }
    for (Shuffles::Taken &one : plan.taken) {
      rename(one.value);
    }
    plan.steps = std::move(kept);
  }

  /// As they are given, and with a base that both have.
  const Layout &original;
  const Layout &wanted;
  ArrayRef<int64_t> shape;
  const Layout from;
  const Layout to;

  SmallVector<Move> renamed;
  SmallVector<Move> toLanes;
  SmallVector<Move> toRegisters;
  SmallVector<Move> paired;
  /// Of `renamed`, those whose registers share a word.
  SmallVector<Move> packed;
  /// Lanes that differ in these hold the same.
  SmallVector<unsigned> copies;
  /// Choices of what is sent, of those the ones that have another one among
  /// what is received, and these.
  SmallVector<Choice> sent;
  SmallVector<Choice> exchanged;
  SmallVector<Choice> received;
  SmallVector<std::optional<unsigned>> asked;
  /// The bit of a register of the result that a bit of the asked lane's number
  /// follows, as a number with that bit; 0 for none.
  SmallVector<int64_t> followed;
  Shuffles plan;
};

} // namespace

int64_t Shuffles::shuffleCount() const {
  return llvm::count_if(
      steps, [](const Step &step) { return step.kind == Step::Kind::Shuffle; });
}

bool Shuffles::asksItself() const {
  return llvm::all_of(llvm::enumerate(asked), [](const auto &entry) {
    return entry.value() == static_cast<unsigned>(entry.index());
  });
}

int64_t Shuffles::cost(int64_t elementBytes, const Machine &machine) const {
  // Lanes get their words by the way that those from the chip take. A choice is
  // an instruction like any other; words need none to be put together, since
  // registers that lie side by side mostly come from a word and go into one.
  const int64_t rowBytes = machine.threads.banks * machine.threads.bankBytes;
  const int64_t rounds =
      std::max<int64_t>(1, machine.threads.lanes * wordBytes / rowBytes);
  const int64_t shuffles = shuffleCount();
  return std::max<int64_t>(1, elementBytes / wordBytes) *
         (shuffles * rounds + static_cast<int64_t>(steps.size()) - shuffles);
}

std::optional<Shuffles> planShuffles(const Layout &from, const Layout &to,
                                     ArrayRef<int64_t> shape,
                                     int64_t elementBytes) {
  // Registers that move nothing would be the same one again.
  auto isUsual = [&](const Layout &layout) {
    return layout.fits(shape) && layout.isPlain() &&
           llvm::none_of(layout.registers, movesNothing);
  };
  if (!isUsual(from) || !isUsual(to) || from.lanes.size() != to.lanes.size() ||
      from.warps.size() != to.warps.size()) {
    return std::nullopt;
  }
  SmallVector<int64_t> base;
  for (auto [one, other] : llvm::zip_equal(from.base, to.base)) {
    base.push_back(std::max(one, other));
    if (!llvm::isPowerOf2_64(one) || !llvm::isPowerOf2_64(other)) {
      return std::nullopt;
    }
  }
  return Planner(from, to, shape, base).run(elementBytes);
}

} // namespace weft::tile
