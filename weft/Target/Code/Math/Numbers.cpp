// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Math/Numbers.h"

#include "weft/Target/Code/FloatConversion.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsAMDGPU.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

namespace weft::code {
namespace {

Real unary(llvm::Intrinsic::ID id, Real x) {
  return {*x.builder, x.builder->CreateUnaryIntrinsic(id, x.value)};
}

Real binary(llvm::Intrinsic::ID id, Real a, Real b) {
  return {*a.builder, a.builder->CreateBinaryIntrinsic(id, a.value, b.value)};
}

Integer binary(llvm::Intrinsic::ID id, Integer a, Integer b) {
  return {*a.builder, a.builder->CreateBinaryIntrinsic(id, a.value, b.value)};
}

/// Whether the condition holds in some lane, an i1.
llvm::Value *anyLane(Truth condition) {
  return widthOf(condition.value) == 1
             ? condition.value
             : condition.builder->CreateOrReduce(condition.value);
}

llvm::Module &moduleOf(Builder &builder) {
  return *builder.GetInsertBlock()->getParent()->getParent();
}

/// The reciprocal of a normal f32, off by one unit at most, where the machine
/// has an instruction for that.
std::optional<Real> roughReciprocal(Real x) {
  const llvm::Triple &target = moduleOf(*x.builder).getTargetTriple();
  if (!x.value->getType()->isFloatTy()) {
    return std::nullopt;
  }
  if (target.isNVPTX()) {
    return Real(*x.builder,
                x.builder->CreateIntrinsic(
                    llvm::Intrinsic::nvvm_rcp_approx_ftz_f, {}, {x.value}));
  }
  if (target.isAMDGPU()) {
    return unary(llvm::Intrinsic::amdgcn_rcp, x);
  }
  return std::nullopt;
}

} // namespace

Real divideWithinRange(Real a, Real b) {
  std::optional<Real> reciprocal = roughReciprocal(b);
  if (!reciprocal) {
    return a / b;
  }
  const Real quotient = a * *reciprocal;
  return multiplyAdd(multiplyAdd(-quotient, b, a), *reciprocal, quotient);
}

Real multiplyAdd(Real a, Real b, Real c) {
  return {*a.builder,
          a.builder->CreateIntrinsic(llvm::Intrinsic::fma, {a.value->getType()},
                                     {a.value, b.value, c.value})};
}

Real absolute(Real x) { return unary(llvm::Intrinsic::fabs, x); }
Real squareRoot(Real x) { return unary(llvm::Intrinsic::sqrt, x); }
Real truncate(Real x) { return unary(llvm::Intrinsic::trunc, x); }
Real copySign(Real magnitude, Real sign) {
  return binary(llvm::Intrinsic::copysign, magnitude, sign);
}
Real larger(Real a, Real b) { return binary(llvm::Intrinsic::maximum, a, b); }
Real smaller(Real a, Real b) { return binary(llvm::Intrinsic::minimum, a, b); }

Real choose(Truth condition, Real yes, Real no) {
  return {*yes.builder,
          yes.builder->CreateSelect(condition.value, yes.value, no.value)};
}

Integer choose(Truth condition, Integer yes, Integer no) {
  return {*yes.builder,
          yes.builder->CreateSelect(condition.value, yes.value, no.value)};
}

Integer larger(Integer a, Integer b) {
  return binary(llvm::Intrinsic::smax, a, b);
}
Integer smaller(Integer a, Integer b) {
  return binary(llvm::Intrinsic::smin, a, b);
}

Integer shiftRight(Integer a, Integer b) {
  return {*a.builder, a.builder->CreateLShr(a.value, b.value)};
}

Truth isBelow(Integer a, Integer b) {
  return {*a.builder, a.builder->CreateICmpULT(a.value, b.value)};
}

Integer multiplyHigh(Integer a, Integer b) {
  Builder &builder = *a.builder;
  llvm::Type *type = a.value->getType();
  const unsigned bits = type->getScalarSizeInBits();
  llvm::Type *wide = withWidth(builder.getIntNTy(2 * bits), widthOf(type));
  llvm::Value *product = builder.CreateMul(builder.CreateZExt(a.value, wide),
                                           builder.CreateZExt(b.value, wide));
  return {builder,
          builder.CreateTrunc(
              builder.CreateLShr(product, integerConstant(wide, bits)), type)};
}

Integer leadingZeros(Integer x) {
  Builder &builder = *x.builder;
  return {builder, builder.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, x.value,
                                                 builder.getTrue())};
}

Integer asInteger(Real x) { return {*x.builder, bitsOf(*x.builder, x.value)}; }
Real asReal(Integer x) { return {*x.builder, floatOf(*x.builder, x.value)}; }

Real toDouble(Real x) {
  Builder &builder = *x.builder;
  return {builder, builder.CreateFPExt(x.value, withWidth(builder.getDoubleTy(),
                                                          widthOf(x.value)))};
}

Real toSingle(Real x) {
  Builder &builder = *x.builder;
  return {builder,
          builder.CreateFPTrunc(
              x.value, withWidth(builder.getFloatTy(), widthOf(x.value)))};
}

Real toReal(Integer x, Real like) {
  return {*x.builder, x.builder->CreateSIToFP(x.value, like.value->getType())};
}

Real polynomial(Real x, llvm::ArrayRef<double> coefficients) {
  Real sum = x.constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back())) {
    sum = multiplyAdd(sum, x, coefficient);
  }
  return sum;
}

Real polynomialByPairs(Real x, llvm::ArrayRef<double> coefficients) {
  auto pair = [&](size_t i) {
    return multiplyAdd(x, coefficients[i + 1], coefficients[i]);
  };
  const Real square = x * x;
  size_t i = coefficients.size() - 2;
  Real sum = pair(i);
  while (i > 0) {
    i -= 2;
    sum = multiplyAdd(sum, square, pair(i));
  }
  return sum;
}

Real powerOfTwo(Integer n, Real like) {
  return like.isDouble() ? asReal((n + 1023) << 52) : asReal((n + 127) << 23);
}

Real scale(Real x, Integer n) {
  // In two steps, each by a normal power of two.
  const Integer half = n >> 1;
  return x * powerOfTwo(half, x) * powerOfTwo(n - half, x);
}

Real scalePositive(Real x, Integer n) {
  const int64_t digits = x.isDouble() ? 52 : 23;
  const int64_t exponents = x.isDouble() ? 0x7ff : 0xff;
  const Integer exponent = n << digits;
  const Integer code = asInteger(x) + exponent;
  const Integer large = smaller(code, code.constant(exponents << digits));
  // A subnormal number is an integer times the smallest one, and that integer
  // its code. Added to a number whose last place is 1 it is rounded, and stands
  // in the low bits. Of other numbers something else comes out.
  const Real shift = x.constant(0x1p23, 0x1p52);
  const int64_t smallest = x.isDouble() ? 1074 : 149;
  const Real scaled = asReal(
      exponent + ((smallest + exponents / 2 - 2 * (exponents + 1)) << digits));
  const Integer small =
      asInteger(multiplyAdd(x, scaled, shift)) - asInteger(shift);
  const Real result =
      asReal(choose(code < (int64_t(1) << digits), small, large));
  return choose(isNaN(x), x, result);
}

Nearest nearest(Real x) {
  // Added to a number whose last place is 1, x is rounded to an integer, which
  // then stands in the low bits.
  const double shift = x.isDouble() ? 0x1.8p52 : 0x1.8p23;
  const Real shifted = x + shift;
  return {shifted - shift, asInteger(shifted) - asInteger(x.constant(shift)),
          asInteger(shifted)};
}

llvm::SmallVector<Real>
unlessAny(Truth condition, llvm::ArrayRef<Real> usual,
          llvm::function_ref<llvm::SmallVector<Real>()> rare) {
  Builder &builder = *condition.builder;
  llvm::Value *any = anyLane(condition);
  llvm::BasicBlock *before = builder.GetInsertBlock();
  llvm::BasicBlock *end = nullptr;
  llvm::SmallVector<Real> others;
  emitIf(builder, any, [&] {
    others = rare();
    end = builder.GetInsertBlock();
  });
  llvm::SmallVector<Real> results;
  for (auto [one, other] : llvm::zip_equal(usual, others)) {
    llvm::PHINode *phi = builder.CreatePHI(one.value->getType(), 2);
    phi->addIncoming(one.value, before);
    phi->addIncoming(other.value, end);
    results.push_back(Real(builder, phi));
  }
  return results;
}

Real repeat(Real x, llvm::function_ref<Truth(Real)> goesOn,
            llvm::function_ref<Real(Real)> step) {
  Builder &builder = *x.builder;
  llvm::BasicBlock *before = builder.GetInsertBlock();
  llvm::PHINode *current = nullptr;
  emitWhile(
      builder,
      [&] {
        current = builder.CreatePHI(x.value->getType(), 2);
        current->addIncoming(x.value, before);
        return anyLane(goesOn(Real(builder, current)));
      },
      [&] {
        const Real next = step(Real(builder, current));
        current->addIncoming(next.value, builder.GetInsertBlock());
      });
  return {builder, current};
}

/// The function that `forEachLane` calls.
static llvm::Function *
functionOfLanes(llvm::Module &module, llvm::StringRef name, llvm::Type *type,
                size_t count,
                llvm::function_ref<llvm::SmallVector<Real>(Real)> body) {
  const int64_t width = widthOf(type);
  const std::string unique = ("weft." + name + "." + llvm::Twine(width)).str();
  if (llvm::Function *existing = module.getFunction(unique)) {
    return existing;
  }
  llvm::LLVMContext &context = module.getContext();
  auto *results = llvm::StructType::get(
      context, llvm::SmallVector<llvm::Type *>(count, type));
  auto *function =
      llvm::Function::Create(llvm::FunctionType::get(results, {type}, false),
                             llvm::Function::InternalLinkage, unique, module);
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  function->addFnAttr(llvm::Attribute::NoInline);
  Builder builder(llvm::BasicBlock::Create(context, "entry", function));
  llvm::SmallVector<llvm::Value *> values;
  if (width == 1) {
    for (const Real &result : body(Real(builder, function->getArg(0)))) {
      values.push_back(result.value);
    }
  } else {
    llvm::Type *element = type->getScalarType();
    llvm::Value *argument = builder.CreateAlloca(type);
    builder.CreateStore(function->getArg(0), argument);
    llvm::SmallVector<llvm::Value *> slots;
    for (size_t i = 0; i < count; ++i) {
      slots.push_back(builder.CreateAlloca(type));
    }
    emitLoop(builder, builder.getInt64(0), builder.getInt64(width),
             [&](llvm::Value *lane) {
               const Real x(
                   builder,
                   builder.CreateLoad(
                       element, builder.CreateGEP(element, argument, lane)));
               for (auto [slot, result] : llvm::zip_equal(slots, body(x))) {
                 builder.CreateStore(result.value,
                                     builder.CreateGEP(element, slot, lane));
               }
             });
    for (llvm::Value *slot : slots) {
      values.push_back(builder.CreateLoad(type, slot));
    }
  }
  builder.CreateAggregateRet(values.data(), static_cast<unsigned>(count));
  return function;
}

llvm::SmallVector<Real>
forEachLane(llvm::StringRef name, Real x, size_t count,
            llvm::function_ref<llvm::SmallVector<Real>(Real)> body) {
  Builder &builder = *x.builder;
  llvm::Function *function =
      functionOfLanes(moduleOf(builder), name, x.value->getType(), count, body);
  llvm::Value *call = builder.CreateCall(function, {x.value});
  llvm::SmallVector<Real> results;
  for (unsigned i = 0; i < count; ++i) {
    results.push_back(Real(builder, builder.CreateExtractValue(call, i)));
  }
  return results;
}

Integer lookUp(llvm::StringRef name, llvm::ArrayRef<uint64_t> table,
               Integer index) {
  Builder &builder = *index.builder;
  llvm::Module &module = moduleOf(builder);
  const std::string unique = ("weft." + name).str();
  llvm::GlobalVariable *global = module.getNamedGlobal(unique);
  if (global == nullptr) {
    llvm::Constant *words =
        llvm::ConstantDataArray::get(module.getContext(), table);
    global = new llvm::GlobalVariable(
        module, words->getType(),
        /*isConstant=*/true, llvm::GlobalValue::InternalLinkage, words, unique);
    global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  }
  llvm::Type *word = builder.getInt64Ty();
  llvm::SmallVector<llvm::Value *> lanes;
  for (int64_t lane = 0; lane < widthOf(index.value); ++lane) {
    llvm::Value *at = extractLane(builder, index.value, lane);
    lanes.push_back(
        builder.CreateLoad(word, builder.CreateGEP(word, global, at)));
  }
  return {builder, fromScalars(builder, lanes)};
}

} // namespace weft::code
