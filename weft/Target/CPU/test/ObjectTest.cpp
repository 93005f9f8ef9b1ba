// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Object code: for other machines, its symbols, its bytes; what is refused.

#include "KernelRunner.h"

#include "weft/Machine/Host.h"
#include "weft/Target/CPU/Needs.h"
#include "weft/Target/CPU/Symbols.h"
#include "weft/Target/CPU/Targets.h"
#include "weft/Target/Code/ObjectCode.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Support/Regex.h>

namespace weft::cpu::test {
namespace {

/// A bit of everything that could end in a call.
const char *manyCalls = R"(
  !t = tensor<16xf64>
  !s = tensor<16xf32>
  tile.kernel @calls(%x: !tile.ref<64xf64>, %h: !tile.ref<64xf16>, %i: !tile.ref<64xi64>) attributes {stage = "free", grid = 4} {
    %p = tile.program_id
    %c16 = arith.constant 16 : index
    %n = arith.constant 60 : index
    %o = arith.muli %p, %c16 : index
    %a = tile.load %x[%o] bound [%n] : !tile.ref<64xf64> -> !t
    %b = math.powf %a, %a : !t
    %c = math.sin %b : !t
    %d = math.erf %c : !t
    %e = arith.remf %d, %a : !t
    %f = math.exp %e : !t
    %h0 = tile.load %h[%o] : !tile.ref<64xf16> -> tensor<16xf16>
    %h1 = arith.extf %h0 : tensor<16xf16> to !s
    %h2 = math.tan %h1 : !s
    %h3 = arith.truncf %h2 : !s to tensor<16xf16>
    tile.store %h3, %h[%o] bound [%n] : tensor<16xf16>, !tile.ref<64xf16>
    %h4 = arith.truncf %f : !t to tensor<16xf16>
    tile.store %h4, %h[%o] : tensor<16xf16>, !tile.ref<64xf16>
    %i0 = tile.load %i[%o] : !tile.ref<64xi64> -> tensor<16xi64>
    %i1 = arith.divsi %i0, %i0 : tensor<16xi64>
    %i2 = math.ipowi %i1, %i0 : tensor<16xi64>
    %i3 = arith.uitofp %i2 : tensor<16xi64> to !t
    %i4 = arith.fptoui %i3 : !t to tensor<16xi64>
    tile.store %i4, %i[%o] : tensor<16xi64>, !tile.ref<64xi64>
    tile.store %f, %x[%o] : !t, !tile.ref<64xf64>
    tile.return
  })";

class EveryCpu : public ::testing::TestWithParam<std::string> {
protected:
  void SetUp() override { registerEveryTarget(); }
};

TEST_P(EveryCpu, codeNeedsOnlyAllowedSymbols) {
  StatusOr<Machine> cpu = findMachine(GetParam());
  ASSERT_TRUE(cpu.ok()) << cpu.status();
  KernelText text(manyCalls);
  StatusOr<CompiledKernels> code = compileKernels(text.kernels(), *cpu);
  ASSERT_TRUE(code.ok()) << code.status();
  StatusOr<std::vector<std::string>> needed = undefinedSymbols(code->object);
  ASSERT_TRUE(needed.ok()) << needed.status();
  for (const std::string &name : *needed) {
    EXPECT_NE(findAllowedSymbol(name), nullptr) << name;
  }
}

/// One kernel with a load, an operation and a store for each of some
/// operations on tiles of one type; `operands` are "%a", "%a, %b", ...
std::string kernelOfEach(const std::vector<const char *> &operations,
                         const std::string &operands, const std::string &type,
                         const std::string &resultType,
                         const std::string &signature) {
  std::string text = substitute(
      R"(
    tile.kernel @each(%x: !tile.ref<16x$type>, %y: !tile.ref<16x$result>) attributes {stage = "free", grid = 1} {
      %i = arith.constant 0 : index
      %a = tile.load %x[%i] : !tile.ref<16x$type> -> tensor<16x$type>
)",
      {{"type", type}, {"result", resultType}});
  for (size_t i = 0; i < operations.size(); ++i) {
    text += substitute("%r$i = $op $operands : $signature\n"
                       "tile.store %r$i, %y[%i] : tensor<16x$result>, "
                       "!tile.ref<16x$result>\n",
                       {{"i", std::to_string(i)},
                        {"operands", operands},
                        {"op", operations[i]},
                        {"signature", signature},
                        {"result", resultType}});
  }
  return text + "tile.return }";
}

TEST_P(EveryCpu, elementwiseOperationsCallNothing) {
  StatusOr<Machine> cpu = findMachine(GetParam());
  ASSERT_TRUE(cpu.ok()) << cpu.status();
  const std::vector<const char *> unary = {
      "arith.negf", "math.absf",  "math.acos",  "math.acosh",     "math.asin",
      "math.asinh", "math.atan",  "math.atanh", "math.cbrt",      "math.ceil",
      "math.cos",   "math.cosh",  "math.erf",   "math.erfc",      "math.exp",
      "math.exp2",  "math.expm1", "math.floor", "math.log",       "math.log10",
      "math.log1p", "math.log2",  "math.round", "math.roundeven", "math.rsqrt",
      "math.sin",   "math.sinh",  "math.sqrt",  "math.tan",       "math.tanh",
      "math.trunc",
  };
  const std::vector<const char *> binary = {
      "arith.addf",     "arith.divf",    "arith.maximumf", "arith.maxnumf",
      "arith.minimumf", "arith.minnumf", "arith.mulf",     "arith.remf",
      "arith.subf",     "math.atan2",    "math.copysign",  "math.powf",
  };
  const std::vector<const char *> ofIntegers = {
      "arith.addi",  "arith.ceildivsi", "arith.ceildivui",
      "arith.divsi", "arith.divui",     "arith.muli",
      "arith.remsi", "arith.remui",     "math.ipowi",
  };
  std::vector<std::string> texts;
  const char *floats[] = {"f16", "bf16", "f32", "f64"};
  const char *integers[] = {"i8", "i16", "i32", "i64"};
  for (const char *type : floats) {
    const std::string tensor = std::string("tensor<16x") + type + ">";
    texts.push_back(kernelOfEach(unary, "%a", type, type, tensor));
    texts.push_back(kernelOfEach(binary, "%a, %a", type, type, tensor));
    texts.push_back(
        kernelOfEach({"math.fma"}, "%a, %a, %a", type, type, tensor));
    for (const char *integer : integers) {
      const std::string other = std::string("tensor<16x") + integer + ">";
      texts.push_back(kernelOfEach({"arith.fptosi", "arith.fptoui"}, "%a", type,
                                   integer, tensor + " to " + other));
      texts.push_back(kernelOfEach({"arith.sitofp", "arith.uitofp"}, "%a",
                                   integer, type, other + " to " + tensor));
    }
  }
  for (const char *type : integers) {
    texts.push_back(kernelOfEach(ofIntegers, "%a, %a", type, type,
                                 std::string("tensor<16x") + type + ">"));
  }
  for (const std::string &text : texts) {
    KernelText parsed(text);
    StatusOr<CompiledKernels> code = compileKernels(parsed.kernels(), *cpu);
    ASSERT_TRUE(code.ok()) << code.status() << text;
    StatusOr<std::vector<std::string>> needed = undefinedSymbols(code->object);
    ASSERT_TRUE(needed.ok()) << needed.status();
#if WEFT_THREAD_SANITIZER
    // Tells the sanitizer what it reads and writes.
    std::erase_if(*needed, [](const std::string &symbol) {
      return symbol.starts_with("__tsan_");
    });
#endif
    EXPECT_TRUE(needed->empty()) << needed->front() << " in " << text;
  }
}

TEST(Symbols, areBlockMovesAlone) {
#if !WEFT_THREAD_SANITIZER
  for (const AllowedSymbol &symbol : allowedSymbols()) {
    EXPECT_TRUE(symbol.name.starts_with("mem")) << symbol.name.str();
  }
#endif
}

TEST_P(EveryCpu, sameKernelsGiveSameBytes) {
  StatusOr<Machine> cpu = findMachine(GetParam());
  ASSERT_TRUE(cpu.ok()) << cpu.status();
  std::string objects[2];
  for (std::string &object : objects) {
    KernelText text(manyCalls);
    StatusOr<CompiledKernels> code = compileKernels(text.kernels(), *cpu);
    ASSERT_TRUE(code.ok()) << code.status();
    object = code->object;
  }
  EXPECT_EQ(objects[0], objects[1]);
}

INSTANTIATE_TEST_SUITE_P(all, EveryCpu, ::testing::ValuesIn(cpuNames()),
                         [](const auto &info) {
                           std::string name(info.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// The text from the first to the last line that has a word.
std::string between(const std::string &text, const std::string &word) {
  const size_t first = text.find(word);
  const size_t last = text.rfind(word);
  return first == std::string::npos ? "" : text.substr(first, last - first);
}

size_t countOf(const std::string &text, const std::string &word) {
  size_t count = 0;
  for (size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Product, theLoopHasNothingButMultiplyAdds) {
  registerEveryTarget();
  struct Case {
    const char *cpu, *m, *n, *instruction, *stack;
    size_t count;
  };
  for (const Case &each :
       {Case{"arm64", "8", "12", "fmla", "[sp", 24},
        Case{"x86-64-v3", "6", "16", "vfmadd", "rsp", 12},
        Case{"x86-64-v4", "12", "32", "vfmadd", "rsp", 24}}) {
    // One step of k over packed panels of both operands.
    const std::string text = substitute(R"(
      !a = !tile.ref<256x$mxf32>
      !b = !tile.ref<256x$nxf32>
      !s = tensor<$mx$nxf32>
      tile.kernel @dot(%a: !a, %b: !b, %c: !tile.ref<$mx$nxf32>) attributes {stage = "free", grid = 1} {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %k = arith.constant 256 : index
        %zero = arith.constant dense<0.0> : !s
        %sum = scf.for %i = %c0 to %k step %c1 iter_args(%acc = %zero) -> (!s) {
          %x = tile.load %a[%i, %c0] : !a -> tensor<1x$mxf32>
          %xt = tile.transpose %x [1, 0] : tensor<1x$mxf32> -> tensor<$mx1xf32>
          %y = tile.load %b[%i, %c0] : !b -> tensor<1x$nxf32>
          %d = tile.dot %xt, %y, %acc : tensor<$mx1xf32>, tensor<1x$nxf32>, !s
          scf.yield %d : !s
        }
        tile.store %sum, %c[%c0, %c0] : !s, !tile.ref<$mx$nxf32>
        tile.return
      })",
                                        {{"mx", std::string(each.m) + "x"},
                                         {"nx", std::string(each.n) + "x"},
                                         {"mx1", std::string(each.m) + "x1"}});
    StatusOr<Machine> cpu = findMachine(each.cpu);
    ASSERT_TRUE(cpu.ok());
    KernelText parsed(text);
    StatusOr<std::string> assembly =
        printKernels(parsed.kernels(), *cpu, TextForm::Assembly);
    ASSERT_TRUE(assembly.ok()) << assembly.status();
    EXPECT_EQ(countOf(*assembly, each.instruction), each.count) << *assembly;
    EXPECT_EQ(countOf(between(*assembly, each.instruction), each.stack), 0u)
        << *assembly;
  }
}

// LLVM 22 asked a register that nothing had written whether any flag is set,
// where flags are also wanted one by one.
TEST(Object, flagsAreReadWhereTheyWereWritten) {
  registerEveryTarget();
  KernelText text(R"(
      tile.kernel @reduce_0(%arg0: !tile.ref<5x43x340xbf16> {tile.readonly}, %arg1: !tile.ref<5x43x340xi1> {tile.readonly}, %arg2: !tile.ref<5x43xbf16>, %arg3: !tile.ref<5x43xi1>) attributes {stage = "free", grid = 215} {
        %c0 = arith.constant 0 : index
        %c340 = arith.constant 340 : index
        %c32 = arith.constant 32 : index
        %0 = tile.program_id
        %1:2 = tile.unrank %0 in [5, 43]
        %cst = arith.constant dense<1.000000e+00> : tensor<1x1xbf16>
        %cst_0 = arith.constant dense<false> : tensor<1x1xi1>
        %2:2 = scf.for %arg4 = %c0 to %c340 step %c32 iter_args(%arg5 = %cst, %arg6 = %cst_0) -> (tensor<1x1xbf16>, tensor<1x1xi1>) {
          %3 = tile.load %arg0[%1#0, %1#1, %arg4]  bound [_, _, %c340] : !tile.ref<5x43x340xbf16> -> tensor<1x1x32xbf16>
          %4 = tile.load %arg1[%1#0, %1#1, %arg4]  bound [_, _, %c340] : !tile.ref<5x43x340xi1> -> tensor<1x1x32xi1>
          %5 = tile.mask [%c0, %c0, %arg4]  bound [_, _, %c340] : tensor<1x1x32xi1>
          %cst_1 = arith.constant dense<1.000000e+00> : tensor<1x1x32xbf16>
          %6 = arith.select %5, %3, %cst_1 : tensor<1x1x32xi1>, tensor<1x1x32xbf16>
          %cst_2 = arith.constant dense<false> : tensor<1x1x32xi1>
          %7 = arith.select %5, %4, %cst_2 : tensor<1x1x32xi1>, tensor<1x1x32xi1>
          %8:2 = tile.reduce  custom %6, %7 [2] : tensor<1x1x32xbf16>, tensor<1x1x32xi1> -> tensor<1x1xbf16>, tensor<1x1xi1> {
          ^bb0(%arg7: bf16, %arg8: i1, %arg9: bf16, %arg10: i1):
            %11 = arith.select %arg10, %arg9, %arg7 : bf16
            %12 = arith.ori %arg8, %arg10 : i1
            tile.yield %11, %12 : bf16, i1
          }
          %9 = arith.select %8#1, %8#0, %arg5 : tensor<1x1xi1>, tensor<1x1xbf16>
          %10 = arith.ori %arg6, %8#1 : tensor<1x1xi1>
          scf.yield %9, %10 : tensor<1x1xbf16>, tensor<1x1xi1>
        }
        tile.store %2#0, %arg2[%1#0, %1#1]  : tensor<1x1xbf16>, !tile.ref<5x43xbf16>
        tile.store %2#1, %arg3[%1#0, %1#1]  : tensor<1x1xi1>, !tile.ref<5x43xi1>
        tile.return
      })");
  StatusOr<Machine> cpu = findMachine("x86-64-v4");
  ASSERT_TRUE(cpu.ok());
  StatusOr<std::string> assembly =
      printKernels(text.kernels(), *cpu, TextForm::Assembly);
  ASSERT_TRUE(assembly.ok()) << assembly.status();
  EXPECT_TRUE(llvm::Regex("vpmovb2m.*[[:space:]].*kshiftrd").match(*assembly))
      << *assembly;
}

TEST(Loader, codeOfOtherMachinesIsRefused) {
  registerEveryTarget();
  StatusOr<Machine> host = describeHost();
  ASSERT_TRUE(host.ok());
  StatusOr<Machine> other = findMachine(
      host->architecture == Architecture::Arm64 ? "x86-64-v3" : "arm64");
  ASSERT_TRUE(other.ok());
  KernelText text(manyCalls);
  StatusOr<CompiledKernels> code = compileKernels(text.kernels(), *other);
  ASSERT_TRUE(code.ok()) << code.status();
  EXPECT_EQ(LoadedCode::load(code->object).status().code(),
            StatusCode::InvalidArgument);
}

TEST(Loader, codeOfProcessorsWithMoreIsRefused) {
  registerEveryTarget();
  StatusOr<Machine> host = describeHost();
  ASSERT_TRUE(host.ok());
  Machine wider = *host;
  wider.vectorBytes *= 2;
  Machine richer = *host;
  richer.features += ",+loom";
  Machine scalable = *host;
  scalable.scalableBytes = host->scalableBytes == 32 ? 64 : 32;
  Machine poorer = *host;
  poorer.features = "";
  poorer.vectorBytes = 16;
  KernelText text(R"(
    tile.kernel @one(%x: !tile.ref<64xf32>) attributes {stage = "free", grid = 4} {
      %p = tile.program_id
      %c16 = arith.constant 16 : index
      %o = arith.muli %p, %c16 : index
      %a = tile.load %x[%o] : !tile.ref<64xf32> -> tensor<16xf32>
      %b = arith.addf %a, %a : tensor<16xf32>
      tile.store %b, %x[%o] : tensor<16xf32>, !tile.ref<64xf32>
      tile.return
    })");
  StatusOr<CompiledKernels> code = compileKernels(text.kernels(), *host);
  ASSERT_TRUE(code.ok()) << code.status();
  EXPECT_TRUE(LoadedCode::load(code->object).ok());
  auto file = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(code->object, "code"));
  ASSERT_TRUE(static_cast<bool>(file));
  EXPECT_TRUE(checkNeeds(**file, *host).ok());
  EXPECT_TRUE(checkNeeds(**file, wider).ok() || host->scalableBytes != 0);
  EXPECT_EQ(checkNeeds(**file, poorer).code(), StatusCode::FailedPrecondition);
  for (const Machine &other : {wider, richer, scalable}) {
    StatusOr<std::string> object =
        compileModule(other, [](llvm::Module &) { return Status::success(); });
    ASSERT_TRUE(object.ok()) << object.status();
    Status status = LoadedCode::load(*object).status();
    EXPECT_EQ(status.code(), StatusCode::FailedPrecondition) << status;
    EXPECT_NE(status.message().find("compile the program again"),
              std::string::npos)
        << status;
  }
}

TEST(Loader, damagedCodeIsRefused) {
  StatusOr<Machine> host = describeHost();
  ASSERT_TRUE(host.ok());
  KernelText text(manyCalls);
  StatusOr<CompiledKernels> code = compileKernels(text.kernels(), *host);
  ASSERT_TRUE(code.ok()) << code.status();
  EXPECT_FALSE(LoadedCode::load("").ok());
  EXPECT_FALSE(LoadedCode::load("not an object").ok());
  EXPECT_FALSE(
      LoadedCode::load(llvm::StringRef(code->object).take_front(100)).ok());
}

TEST(Loader, callsOfOtherFunctionsAreRefused) {
  StatusOr<Machine> host = describeHost();
  ASSERT_TRUE(host.ok());
  // The process has it, but code may not call it.
  StatusOr<std::string> object = compileModule(*host, [](llvm::Module &module) {
    llvm::Type *type = llvm::Type::getDoubleTy(module.getContext());
    auto *signature = llvm::FunctionType::get(type, {type}, false);
    auto *caller = llvm::Function::Create(
        signature, llvm::Function::ExternalLinkage, "caller", module);
    llvm::IRBuilder<> builder(
        llvm::BasicBlock::Create(module.getContext(), "entry", caller));
    builder.CreateRet(builder.CreateCall(
        module.getOrInsertFunction("erf", signature), {caller->getArg(0)}));
    return Status::success();
  });
  ASSERT_TRUE(object.ok()) << object.status();
  Status status = LoadedCode::load(*object).status();
  EXPECT_EQ(status.code(), StatusCode::PermissionDenied) << status;
}

TEST(Loader, unloadedCodeIsGone) {
  StatusOr<Machine> host = describeHost();
  ASSERT_TRUE(host.ok());
  KernelText text(manyCalls);
  StatusOr<CompiledKernels> code = compileKernels(text.kernels(), *host);
  ASSERT_TRUE(code.ok()) << code.status();
  for (int i = 0; i < 100; ++i) {
    StatusOr<LoadedCode> loaded = LoadedCode::load(code->object);
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    EXPECT_NE(loaded->findKernel("calls"), nullptr);
    EXPECT_EQ(loaded->find("nothing"), nullptr);
  }
}

TEST(Description, namesAreKnown) {
  EXPECT_EQ(findMachine("z80").status().code(), StatusCode::InvalidArgument);
  for (const std::string &name : cpuNames()) {
    StatusOr<Machine> cpu = findMachine(name);
    ASSERT_TRUE(cpu.ok()) << cpu.status();
    EXPECT_EQ(cpu->name, name);
    EXPECT_GE(cpu->vectorBytes, 16);
  }
}

TEST(Description, theVectorsOfCodeAreThoseOfTheProcessor) {
  registerEveryTarget();
  struct Case {
    const char *cpu;
    /// What the assembly has, and what it must not have.
    std::vector<const char *> some;
    std::vector<const char *> none;
  };
  for (const Case &each : {
           Case{"arm64", {"v[0-9]+\\.4s"}, {"[ \t{]z[0-9]+\\.", "ptrue"}},
           // SVE registers as wide as NEON's.
           Case{"neoverse-v2", {"v[0-9]+\\.4s"}, {"ptrue"}},
           Case{
               "neoverse-v1", {"[ \t{]z[0-9]+\\.s", "ptrue"}, {"v[0-9]+\\.4s"}},
           Case{"a64fx", {"[ \t{]z[0-9]+\\.s", "ptrue"}, {"v[0-9]+\\.4s"}},
           Case{"x86-64-v3", {"ymm[0-9]"}, {"zmm[0-9]"}},
           Case{"x86-64-v4", {"zmm[0-9]"}, {}},
       }) {
    StatusOr<Machine> cpu = findMachine(each.cpu);
    ASSERT_TRUE(cpu.ok()) << cpu.status();
    // A tile of two registers.
    const std::string text =
        substitute(R"(
      !s = tensor<$nxf32>
      tile.kernel @sums(%x: !tile.ref<4096xf32>, %y: !tile.ref<4096xf32>) attributes {stage = "free", grid = $p} {
        %p = tile.program_id
        %n = arith.constant $n : index
        %o = arith.muli %p, %n : index
        %a = tile.load %x[%o] : !tile.ref<4096xf32> -> !s
        %b = tile.load %y[%o] : !tile.ref<4096xf32> -> !s
        %c = arith.mulf %a, %b : !s
        %d = arith.divf %c, %b : !s
        %e = math.exp %d : !s
        %f = arith.maximumf %e, %a : !s
        tile.store %f, %y[%o] : !s, !tile.ref<4096xf32>
        tile.return
      })",
                   {{"n", std::to_string(cpu->vectorBytes / 2)},
                    {"p", std::to_string(8192 / cpu->vectorBytes)}});
    KernelText kernel(text);
    StatusOr<std::string> assembly =
        printKernels(kernel.kernels(), *cpu, TextForm::Assembly);
    ASSERT_TRUE(assembly.ok()) << assembly.status();
    for (const char *word : each.some) {
      EXPECT_TRUE(llvm::Regex(word).match(*assembly))
          << each.cpu << ": " << word << "\n"
          << *assembly;
    }
    for (const char *word : each.none) {
      EXPECT_FALSE(llvm::Regex(word).match(*assembly))
          << each.cpu << ": " << word << "\n"
          << *assembly;
    }
    // No function of a library, nor of the compiler's.
    StatusOr<CompiledKernels> code = compileKernels(kernel.kernels(), *cpu);
    ASSERT_TRUE(code.ok()) << code.status();
    StatusOr<std::vector<std::string>> needed = undefinedSymbols(code->object);
    ASSERT_TRUE(needed.ok()) << needed.status();
    EXPECT_TRUE(needed->empty()) << each.cpu << ": " << needed->front();
  }
}

} // namespace
} // namespace weft::cpu::test
