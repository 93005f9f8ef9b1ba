// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/test/RandomFunction.h"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/IR/Operator.h>

namespace weft::code {
namespace {

using llvm::APInt;
using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Type;
using llvm::Value;

/// A number where something ends, or beside it.
APInt cornerOf(unsigned bits, std::mt19937 &random) {
  static constexpr unsigned ends[] = {0, 1, 4, 8, 12, 16, 31, 32, 33, 63};
  APInt number = APInt::getOneBitSet(std::max(bits, 64U),
                                     ends[random() % std::size(ends)]);
  number *= 1 + random() % 3 % 2 * (random() % 5);
  number += random() % 3;
  number -= random() % 4;
  return (random() % 3 == 0 ? -number : number).trunc(bits);
}

class Maker {
public:
  Maker(llvm::Module &module, std::mt19937 &random)
      : random(random), builder(module.getContext()) {
    llvm::SmallVector<Type *> types;
    for (unsigned bits : {32, 32, 64, 64, 64, 16, 8, 1}) {
      types.push_back(builder.getIntNTy(bits));
    }
    function = llvm::Function::Create(
        llvm::FunctionType::get(builder.getInt64Ty(), types, false),
        llvm::Function::ExternalLinkage, "f", module);
    for (llvm::Argument &argument : function->args()) {
      const unsigned bits = argument.getType()->getIntegerBitWidth();
      const APInt first = cornerOf(bits, random);
      const APInt end =
          oneIn(3) ? cornerOf(bits, random) : first + 1 + random() % 70;
      // The last of 64 bits may be any.
      if (bits > 1 && argument.getArgNo() != 4 && first != end) {
        argument.addAttr(llvm::Attribute::get(module.getContext(),
                                              llvm::Attribute::Range,
                                              llvm::ConstantRange(first, end)));
      }
      known.push_back(&argument);
    }
    builder.SetInsertPoint(
        BasicBlock::Create(module.getContext(), "entry", function));
  }

  llvm::Function *run() {
    write(3);
    builder.CreateRet(any(64));
    return function;
  }

private:
  bool oneIn(unsigned count) { return random() % count == 0; }

  /// Something with so many bits that is there already, the last ones more
  /// often; or a constant.
  Value *any(unsigned bits) {
    for (int tries = 0; tries < 20; ++tries) {
      const size_t count =
          oneIn(2) ? std::min<size_t>(known.size(), 6) : known.size();
      Value *value = known[known.size() - 1 - random() % count];
      if (value->getType()->isIntegerTy(bits) && !oneIn(4)) {
        return value;
      }
    }
    return constant(bits);
  }
  Value *constant(unsigned bits) {
    return builder.getInt(cornerOf(bits, random));
  }

  void add(Value *value) { known.push_back(value); }

  void write(int depth) {
    for (unsigned i = 0, e = 2 + random() % 6; i < e; ++i) {
      if (depth > 0 && oneIn(6)) {
        oneIn(2) ? writeBranch(depth - 1) : writeLoop(depth - 1);
      } else {
        writeOne();
      }
    }
  }

  void writeOne() {
    const unsigned bits = oneIn(3) ? 32 : 64;
    switch (random() % 12) {
    case 0:
      return writeCast();
    case 1:
      return add(writeComparison());
    case 2:
      return add(builder.CreateSelect(any(1), any(bits), any(bits)));
    case 3:
      return add(oneIn(4) ? builder.CreateFreeze(any(bits)) : writeCall(bits));
    default:
      return add(writeBinary(bits));
    }
  }

  void writeCast() {
    const unsigned from[] = {1, 8, 16, 32, 32, 32};
    if (oneIn(2)) {
      Value *narrow = any(from[random() % std::size(from)]);
      Value *wide = oneIn(2) ? builder.CreateSExt(narrow, builder.getInt64Ty())
                             : builder.CreateZExt(narrow, builder.getInt64Ty());
      if (auto *extended = llvm::dyn_cast<llvm::ZExtInst>(wide)) {
        extended->setNonNeg(oneIn(4));
      }
      return add(wide);
    }
    Value *wide = any(64);
    Value *narrow = builder.CreateTrunc(
        wide, builder.getIntNTy(from[random() % std::size(from)]), "", oneIn(6),
        oneIn(6));
    add(narrow);
  }

  Value *writeComparison() {
    const auto predicate = static_cast<llvm::CmpInst::Predicate>(
        llvm::CmpInst::FIRST_ICMP_PREDICATE +
        random() % (llvm::CmpInst::LAST_ICMP_PREDICATE -
                    llvm::CmpInst::FIRST_ICMP_PREDICATE + 1));
    const unsigned bits = oneIn(4) ? 32 : 64;
    Value *result = builder.CreateICmp(predicate, any(bits), any(bits));
    if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(result)) {
      compare->setSameSign(compare->isRelational() && oneIn(8));
    }
    return result;
  }

  Value *writeCall(unsigned bits) {
    using namespace llvm;
    const Intrinsic::ID ofTwo[] = {Intrinsic::smin,     Intrinsic::smax,
                                   Intrinsic::umin,     Intrinsic::umax,
                                   Intrinsic::smin,     Intrinsic::smax,
                                   Intrinsic::uadd_sat, Intrinsic::ssub_sat};
    const Intrinsic::ID ofOne[] = {Intrinsic::abs, Intrinsic::ctlz};
    return oneIn(5)
               ? builder.CreateBinaryIntrinsic(
                     ofOne[random() % std::size(ofOne)], any(bits),
                     builder.getInt1(oneIn(2)))
               : builder.CreateBinaryIntrinsic(
                     ofTwo[random() % std::size(ofTwo)], any(bits), any(bits));
  }

  Value *writeBinary(unsigned bits) {
    const Instruction::BinaryOps opcodes[] = {
        Instruction::Add,  Instruction::Add,  Instruction::Sub,
        Instruction::Sub,  Instruction::Mul,  Instruction::UDiv,
        Instruction::SDiv, Instruction::URem, Instruction::SRem,
        Instruction::Shl,  Instruction::LShr, Instruction::AShr,
        Instruction::And,  Instruction::And,  Instruction::Or,
        Instruction::Xor};
    const Instruction::BinaryOps opcode =
        opcodes[random() % std::size(opcodes)];
    const bool isShift = opcode == Instruction::Shl ||
                         opcode == Instruction::LShr ||
                         opcode == Instruction::AShr;
    Value *rhs = isShift && !oneIn(5) ? builder.getIntN(bits, random() % bits)
                 : oneIn(2)           ? constant(bits)
                                      : any(bits);
    Value *result = builder.CreateBinOp(opcode, any(bits), rhs);
    auto *written = llvm::cast<Instruction>(result);
    if (llvm::isa<llvm::OverflowingBinaryOperator>(written)) {
      written->setHasNoSignedWrap(oneIn(5));
      written->setHasNoUnsignedWrap(oneIn(5));
    } else if (llvm::isa<llvm::PossiblyExactOperator>(written)) {
      written->setIsExact(oneIn(8));
    } else if (auto *either =
                   llvm::dyn_cast<llvm::PossiblyDisjointInst>(written)) {
      either->setIsDisjoint(oneIn(5));
    }
    return result;
  }

  BasicBlock *block(const char *name) {
    return BasicBlock::Create(function->getContext(), name, function);
  }

  /// What is written inside is not seen outside.
  BasicBlock *writeInside(BasicBlock *inside, int depth, Value *&last,
                          unsigned bits) {
    const size_t count = known.size();
    builder.SetInsertPoint(inside);
    write(depth);
    last = any(bits);
    known.resize(count);
    return builder.GetInsertBlock();
  }

  void writeBranch(int depth) {
    const unsigned bits = oneIn(4) ? 32 : 64;
    BasicBlock *onTrue = block("true");
    BasicBlock *onFalse = block("false");
    BasicBlock *join = block("join");
    builder.CreateCondBr(any(1), onTrue, onFalse);
    auto *joined = llvm::PHINode::Create(builder.getIntNTy(bits), 2);
    for (BasicBlock *arm : {onTrue, onFalse}) {
      Value *last = nullptr;
      BasicBlock *end = writeInside(arm, depth, last, bits);
      builder.CreateBr(join);
      joined->addIncoming(last, end);
    }
    builder.SetInsertPoint(join);
    builder.Insert(joined);
    add(joined);
  }

  /// A counter, and a number that each turn makes of the one before. The test
  /// comes first or last.
  void writeLoop(int depth) {
    const unsigned bits = oneIn(4) ? 32 : 64;
    const bool isTestedFirst = oneIn(2);
    const APInt first = cornerOf(bits, random);
    const auto turns = random() % 6;
    APInt step(bits, 1 + (oneIn(2) ? 0 : random() % 40));
    step = oneIn(3) ? -step : step;
    Value *start = oneIn(3) ? any(bits) : builder.getInt(first);
    const APInt last = first + step * turns + random() % 3 - 1;
    Value *end = oneIn(3) ? any(bits) : builder.getInt(last);
    const llvm::CmpInst::Predicate orders[] = {
        llvm::CmpInst::ICMP_SLT, llvm::CmpInst::ICMP_ULT,
        llvm::CmpInst::ICMP_NE,  llvm::CmpInst::ICMP_SGT,
        llvm::CmpInst::ICMP_SLE, llvm::CmpInst::ICMP_UGE};
    const llvm::CmpInst::Predicate order = orders[random() % std::size(orders)];
    Value *carried = any(64);
    BasicBlock *before = builder.GetInsertBlock();
    BasicBlock *head = block("head");
    BasicBlock *done = block("done");
    builder.CreateBr(head);
    builder.SetInsertPoint(head);
    llvm::PHINode *counter = builder.CreatePHI(builder.getIntNTy(bits), 2);
    llvm::PHINode *number = builder.CreatePHI(builder.getInt64Ty(), 2);
    counter->addIncoming(start, before);
    number->addIncoming(carried, before);
    const size_t count = known.size();
    add(number);
    add(counter);
    BasicBlock *inside = head;
    if (isTestedFirst) {
      inside = block("body");
      builder.CreateCondBr(builder.CreateICmp(order, counter, end), inside,
                           done);
    }
    Value *last64 = nullptr;
    writeInside(inside, depth, last64, 64);
    Value *next = builder.CreateAdd(counter, builder.getInt(step), "", oneIn(4),
                                    oneIn(2));
    if (isTestedFirst) {
      builder.CreateBr(head);
    } else {
      builder.CreateCondBr(
          builder.CreateICmp(order, oneIn(3) ? counter : next, end), head,
          done);
    }
    counter->addIncoming(next, builder.GetInsertBlock());
    number->addIncoming(last64, builder.GetInsertBlock());
    known.resize(count);
    builder.SetInsertPoint(done);
    // Both are known behind the loop, too.
    add(number);
    add(counter);
  }

  std::mt19937 &random;
  llvm::IRBuilder<llvm::NoFolder> builder;
  llvm::Function *function;
  /// What may be used where the builder is.
  std::vector<Value *> known;
};

} // namespace

llvm::Function *makeRandomFunction(llvm::Module &module, std::mt19937 &random) {
  return Maker(module, random).run();
}

std::vector<APInt> makeRandomArguments(const llvm::Function &function,
                                       std::mt19937 &random) {
  std::vector<APInt> arguments;
  for (const llvm::Argument &argument : function.args()) {
    const unsigned bits = argument.getType()->getIntegerBitWidth();
    APInt number = cornerOf(bits, random);
    if (std::optional<llvm::ConstantRange> range = argument.getRange();
        range && !range->contains(number)) {
      // The first, the last, or one between.
      const APInt size = range->getUpper() - range->getLower();
      const APInt place = random() % 3 == 0   ? APInt(bits, 0)
                          : random() % 2 == 0 ? size - 1
                                              : number.urem(size);
      number = range->getLower() + place;
    }
    arguments.push_back(number);
  }
  return arguments;
}

} // namespace weft::code
