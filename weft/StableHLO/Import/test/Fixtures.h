// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program, and the portable artifact (version 1.16.0) that JAX's serializer
// makes of it.

#pragma once

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

#include <string>

namespace weft::stablehlo::fixtures {

inline constexpr llvm::StringLiteral kText = R"mlir(
module @artifact attributes {mhlo.num_partitions = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %arg1: tensor<3x4xf32>) -> (tensor<4x4xf32> {jax.result_info = "y"}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]> : tensor<4x3xf32>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0], precision = [HIGH, DEFAULT] : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.constant dense<0> : tensor<i32>
    %3:2 = stablehlo.while(%i = %2, %x = %1) : tensor<i32>, tensor<4x4xf32>
    cond {
      %c = stablehlo.constant dense<5> : tensor<i32>
      %p = stablehlo.compare LT, %i, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %c = stablehlo.constant dense<1> : tensor<i32>
      %n = stablehlo.add %i, %c : tensor<i32>
      %e = stablehlo.exponential %x : tensor<4x4xf32>
      stablehlo.return %n, %e : tensor<i32>, tensor<4x4xf32>
    }
    %4 = func.call @f(%3#1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return %4 : tensor<4x4xf32>
  }
  func.func private @f(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %b = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
    %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
    %g = "stablehlo.gather"(%arg0, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<4x4xf32>, tensor<4x1xi32>) -> tensor<4x4xf32>
    %c = stablehlo.custom_call @foo(%g, %b) {has_side_effect = true, mhlo.frontend_attributes = {a = "b"}} : (tensor<4x4xf32>, tensor<4xi1>) -> tensor<4x4xf32>
    return %c : tensor<4x4xf32>
  }
}
)mlir";

inline constexpr llvm::StringLiteral kArtifactHex =
    "4d4cef520d537461626c65484c4f5f76312e31362e30000137070105092101050f130305"
    "171b05191f23272b2f33373b3f43474b03ebab2901490b0b0b13131313130b0f0b131313"
    "1313131313130b131313131313131313131313131313031117130f1b0f131b1305530b0b"
    "0f2f0b2f13130b0b0b0f130b0b0b0b0b0b130f0f0b4f130b0b0b0b0b0b130b0b1f1f170b"
    "1f0b0b0107170f070523170f07170717130707131b17171313070f0202060527050b0903"
    "1701073517010b1517010f3917010f4b030311130529110305052b170103031701050717"
    "01070717012b0717012b3117012d1517012f151701311503032989052d17013315170135"
    "0b170107cd1701091517010d1517010f19170125151701270b17011b1917011d1917011f"
    "191701210f17011319170115191701170f0b0351010105034d01032f090d050549530109"
    "2f010b0100010d05054957010b010101232503011f21011f191100000000000000001d31"
    "1f191101000000000000000305676b0d03694f1d330d01231b0303710d0373751d351d37"
    "1d391d3b231d1d3d1f13030d130b01130b0505011f232101000000000000000400000000"
    "0000000d038b8d1d3f1d410b031d431d4505030305999b170317011f0909000000001f09"
    "090100000029010101a327011f0909050000000907070b1b05110d050102020b29051111"
    "0f2901171d2905110d0f0929050d110f29031115011b2903050b11050d11030711030703"
    "0729051105172903010b2903090b43290115045203050351170f0107042a0303010d0540"
    "19030d501b0507042602031523051b07232f000106070301030107463107030103050106"
    "09030d03071546090903070509030942330b0309171635050907050d0b0b048503090f05"
    "130b0f0d000942430d03091f46450f03270501050b04470307030b1305130b0f0d000942"
    "3b1103091b063d03090501051d463f13030703030b044105070919463715030703110b04"
    "3903130d501d17070457030b17030f1f000942211903130f42231b031f1146251d030705"
    "010513472b271f03070507030b042d0309060301050100a2054709030505110f0b05211b"
    "050533132905171f0f11131f1f1511111519290b0f370b09116275696c74696e00736479"
    "0076686c6f00756e7265616c697a65645f636f6e76657273696f6e5f63617374006d6f64"
    "756c65006d657368007368617264696e675f636f6e73747261696e7400636f6e7374616e"
    "745f76310072657475726e5f76310066756e635f763100696f74615f7631006761746865"
    "725f763200637573746f6d5f63616c6c5f763100646f745f67656e6572616c5f76320077"
    "68696c655f76310063616c6c5f7631006164645f7631006578706f6e656e7469616c5f76"
    "3200636f6d706172655f7631002d006d686c6f2e6e756d5f706172746974696f6e730061"
    "72746966616374006d686c6f2e66726f6e74656e645f6174747269627574657300780066"
    "007364792e7368617264696e67006a61782e726573756c745f696e666f0079006d61696e"
    "007075626c69630070726976617465006100620000666f6f00088b21052b01054b030b65"
    "6d6f777903551959595d59635959975d595f59039d03a505a7a9039f03a103610b5b7b5b"
    "617d037f0381115f8385635d875f5d118f91935b955b5b5b";

inline std::string getArtifact() { return llvm::fromHex(kArtifactHex); }

} // namespace weft::stablehlo::fixtures
