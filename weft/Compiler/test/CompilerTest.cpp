// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/Compiler.h"

#include <gtest/gtest.h>

using namespace weft;

namespace {

StatusOr<Ref<const Executable>> compile(const char *text,
                                        CompileOptions options = {}) {
  return compileProgram(text, options);
}

TEST(Compiler, Manifest) {
  auto executable = compile(R"(
    module @jit_step attributes {mhlo.num_partitions = 1 : i32} {
      func.func public @main(
          %a: tensor<8x4xf32> {tf.aliasing_output = 1 : i32,
                               mhlo.sharding = "{replicated}"},
          %b: tensor<4xbf16> {mhlo.memory_kind = "pinned_host"},
          %c: tensor<3xi32> {jax.buffer_donor = true},
          %d: tensor<5xi32> {jax.buffer_donor = true},
          %t: !stablehlo.token {jax.token = true})
        -> (!stablehlo.token {jax.token = true},
            tensor<8x4xf32> {jax.result_info = "['w']"},
            tensor<3xi32> {mhlo.memory_kind = "pinned_host"},
            tensor<3xi32>) {
        return %t, %a, %c, %c : !stablehlo.token, tensor<8x4xf32>,
            tensor<3xi32>, tensor<3xi32>
      }
    })");
  ASSERT_TRUE(executable.ok()) << executable.status();
  const Manifest &manifest = (*executable)->manifest();
  EXPECT_EQ(manifest.name, "jit_step");
  ASSERT_EQ(manifest.parameters.size(), 5u);
  EXPECT_EQ(manifest.parameters[0].type.toString(), "f32[8,4]{1,0}");
  EXPECT_EQ(manifest.parameters[0].aliasedResult, 1u);
  EXPECT_EQ(manifest.parameters[0].sharding, "{replicated}");
  EXPECT_EQ(manifest.parameters[1].memoryKind, "pinned_host");
  // A donor takes the first free result of its type and memory.
  EXPECT_EQ(manifest.parameters[2].aliasedResult, 3u);
  EXPECT_FALSE(manifest.parameters[3].aliasedResult.has_value());
  EXPECT_TRUE(manifest.parameters[4].type.isToken());
  ASSERT_EQ(manifest.results.size(), 4u);
  EXPECT_TRUE(manifest.results[0].type.isToken());
  EXPECT_EQ(manifest.results[1].name, "['w']");
  EXPECT_EQ(manifest.results[2].memoryKind, "pinned_host");
  EXPECT_EQ(manifest.memory.arguments, 128u + 8 + 12 + 20);
  EXPECT_EQ(manifest.memory.results, 128u + 24);
  EXPECT_EQ(manifest.memory.aliased, 128u + 12);
  EXPECT_EQ(manifest.deviceIds, std::vector<int32_t>{0});
}

TEST(Compiler, SameBytesEveryTime) {
  const char *text = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
                     "  %0 = chlo.erf %a : tensor<2xf32> -> tensor<2xf32>\n"
                     "  return %0 : tensor<2xf32>\n}";
  auto first = compile(text);
  auto second = compile(text);
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ((*first)->serialize(), (*second)->serialize());
  EXPECT_NE((*first)->section(SectionKind::Records).find("chlo-expanded"),
            std::string_view::npos)
      << (*first)->section(SectionKind::Records);
}

TEST(Compiler, CountsWork) {
  // Native code of this program stores nothing between its operations.
  CompileOptions interpreted;
  interpreted.engine = Engine::Interpreter;
  auto executable = compile(R"(
    func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
          : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
      %1 = stablehlo.exponential %0 : tensor<4x2xf32>
      return %1 : tensor<4x2xf32>
    })",
                            interpreted);
  ASSERT_TRUE(executable.ok()) << executable.status();
  const Manifest &manifest = (*executable)->manifest();
  EXPECT_EQ(manifest.cost.flops, 2 * 4 * 2 * 8);
  EXPECT_EQ(manifest.cost.transcendentals, 8);
  EXPECT_EQ(manifest.cost.bytesAccessed, (32 + 16 + 8 + 8 + 8) * 4);
  EXPECT_EQ(manifest.memory.temporary, 32u);
  EXPECT_EQ(manifest.memory.peak, (32u + 16 + 8 + 8) * 4);
}

TEST(Compiler, Devices) {
  const char *text = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
                     "  return %a : tensor<2xf32>\n}";
  CompileOptions options;
  options.replicas = 2;
  EXPECT_EQ((*compile(text, options))->manifest().deviceIds,
            (std::vector<int32_t>{0, 1}));
  options.deviceIds = {1};
  EXPECT_EQ(compile(text, options).status().code(),
            StatusCode::InvalidArgument);
  options = {};
  options.portable = true;
  EXPECT_TRUE((*compile(text, options))->manifest().isPortable());
  options.partitions = 2;
  EXPECT_FALSE(compile(text, options).ok());
}

TEST(Compiler, ErrorsNameThePlace) {
  struct Case {
    const char *text;
    StatusCode code;
    const char *message;
  };
  for (const Case &example : {
           Case{"func.func @main() -> tensor<2xf32> {\n  return %x\n}",
                StatusCode::InvalidArgument, "program:2:"},
           Case{"module {}", StatusCode::InvalidArgument, "'main'"},
           Case{"ML\xefR\x06 nonsense", StatusCode::InvalidArgument, ""},
           Case{"func.func @main(%a: tensor<?xf32>) { return }",
                StatusCode::InvalidArgument, "argument 0"},
           Case{"func.func @main(%a: tensor<2xf32> {tf.aliasing_output = 3 : "
                "i32}) { return }",
                StatusCode::InvalidArgument, "0 results"},
           Case{"func.func @main(%a: tensor<2xf32> {tf.aliasing_output = 0 : "
                "i32}) -> tensor<f32> {\n  %0 = stablehlo.constant "
                "dense<0.0> : tensor<f32>\n  return %0 : tensor<f32>\n}",
                StatusCode::InvalidArgument, "f32[2] and f32[]"},
           Case{"func.func @f() { return }\nfunc.func @g() { return }",
                StatusCode::InvalidArgument, "more than one public"},
       }) {
    auto executable = compile(example.text);
    EXPECT_EQ(executable.status().code(), example.code) << example.text;
    EXPECT_NE(executable.status().message().find(example.message),
              std::string::npos)
        << executable.status();
  }
}

TEST(Compiler, Options) {
  const char *text = "func.func @main() { return }";
  struct Case {
    const char *name;
    const char *value;
    const char *message;
  };
  for (const Case &example : {
           Case{"xla_embed_ir_in_executable", "true", ""},
           Case{"xla_embed_ir_in_executable", "False", ""},
           Case{"xla_embed_ir_in_executable", "yes",
                "compile option xla_embed_ir_in_executable: 'yes' is not a "
                "valid bool value: use true or false"},
           Case{"xla_dump_max_hlo_modules", "-1", ""},
           Case{"xla_dump_max_hlo_modules", "1.5", "a valid int value"},
           Case{"xla_gpu_auto_spmd_partitioning_memory_budget_ratio", "1", ""},
           Case{"xla_gpu_auto_spmd_partitioning_memory_budget_ratio", "1x",
                "a valid float value"},
           Case{"xla_dump_to", "", ""},
           // Not in the table, and not for us.
           Case{"xla_tpu_scoped_vmem_limit_kib", "many", ""},
           Case{"invalid_key", "1", "No such compile option: 'invalid_key'"},
       }) {
    CompileOptions options;
    options.overrides[example.name] = example.value;
    auto executable = compile(text, options);
    EXPECT_EQ(executable.status().code(),
              *example.message ? StatusCode::InvalidArgument : StatusCode::Ok)
        << example.name << " = " << example.value;
    if (!executable.ok()) {
      EXPECT_NE(executable.status().message().find(example.message),
                std::string::npos)
          << executable.status();
      continue;
    }
    std::string_view records = (*executable)->section(SectionKind::Records);
    EXPECT_NE(records.find("option-ignored"), std::string::npos);
    EXPECT_NE(records.find(example.name), std::string::npos);
  }
}

TEST(Compiler, ProgramsSayHowLongTheirRunsMayTake) {
  const char *text = "func.func @main() { return }";
  using Limit = std::optional<std::chrono::milliseconds>;
  CompileOptions options;
  auto limit = [&] { return (*compile(text, options))->manifest().timeLimit; };
  EXPECT_EQ(limit(), std::nullopt);
  std::string &value = options.overrides["weft_deadline_ms"];
  value = "1500";
  EXPECT_EQ(limit(), Limit(1500));
  value = "0";
  EXPECT_EQ(limit(), Limit(0));
  for (const char *bad : {"-1", "1.5", "soon", ""}) {
    value = bad;
    Status refused = compile(text, options).status();
    EXPECT_EQ(refused.code(), StatusCode::InvalidArgument) << bad;
    EXPECT_NE(refused.message().find("compile option weft_deadline_ms: '" +
                                     value + "' is no limit of time"),
              std::string::npos)
        << refused;
  }
}

TEST(Compiler, UndividedProgramsAreRefused) {
  const char *text = "func.func @main(%a: tensor<4xf32> {mhlo.sharding = "
                     "\"{devices=[2]0,1}\"}) -> tensor<4xf32> {\n"
                     "  return %a : tensor<4xf32>\n}";
  CompileOptions options;
  options.partitions = 2;
  auto executable = compile(text, options);
  EXPECT_EQ(executable.status().code(), StatusCode::Unimplemented);
  EXPECT_NE(executable.status().message().find("argument 0"),
            std::string::npos);
  EXPECT_TRUE(compile(text).ok());
}

} // namespace
