// Rows are added to those that indices say several elements at a time, where the machine can and their width allows it.

// RUN: weft explain %s --target=sm_90 --function=rows --stage=emit-blocks | FileCheck %s --check-prefix=FOUR
// FOUR: .version 8.1
// FOUR: red.relaxed.gpu.global.add.v4.f32
// RUN: weft explain %s --target=sm_90 --function=pairs --stage=emit-blocks | FileCheck %s --check-prefix=TWO
// TWO: red.relaxed.gpu.global.add.v2.f32
// RUN: weft explain %s --target=sm_90 --function=halves --stage=emit-blocks | FileCheck %s --check-prefix=HALVES
// HALVES: red.relaxed.gpu.global.add.noftz.v4.bf16x2

// RUN: weft explain %s --target=sm_80 --function=rows --stage=emit-blocks | FileCheck %s --check-prefix=ONE
// RUN: weft explain %s --target=sm_90 --function=odd --stage=emit-blocks | FileCheck %s --check-prefix=ONE
// RUN: weft explain %s --target=sm_90 --function=moved --stage=emit-blocks | FileCheck %s --check-prefix=ONE
// ONE-NOT: add.v{{[24]}}.f32
// ONE: {{(red|atom)}}{{.*}}.add.f32

func.func public @rows(%x: tensor<2000x64xf32>, %i: tensor<900x1xi32>, %u: tensor<900x64xf32>) -> tensor<2000x64xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2000x64xf32>, tensor<900x1xi32>, tensor<900x64xf32>) -> tensor<2000x64xf32>
  return %0 : tensor<2000x64xf32>
}
func.func public @pairs(%x: tensor<2000x6xf32>, %i: tensor<900x1xi32>, %u: tensor<900x6xf32>) -> tensor<2000x6xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2000x6xf32>, tensor<900x1xi32>, tensor<900x6xf32>) -> tensor<2000x6xf32>
  return %0 : tensor<2000x6xf32>
}
func.func public @halves(%x: tensor<2000x64xbf16>, %i: tensor<900x1xi32>, %u: tensor<900x64xbf16>) -> tensor<2000x64xbf16> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<2000x64xbf16>, tensor<900x1xi32>, tensor<900x64xbf16>) -> tensor<2000x64xbf16>
  return %0 : tensor<2000x64xbf16>
}
func.func public @odd(%x: tensor<2000x63xf32>, %i: tensor<900x1xi32>, %u: tensor<900x63xf32>) -> tensor<2000x63xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2000x63xf32>, tensor<900x1xi32>, tensor<900x63xf32>) -> tensor<2000x63xf32>
  return %0 : tensor<2000x63xf32>
}
// Windows begin anywhere in rows.
func.func public @moved(%x: tensor<2000x64xf32>, %i: tensor<900x2xi32>, %u: tensor<900x32xf32>) -> tensor<2000x64xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2000x64xf32>, tensor<900x2xi32>, tensor<900x32xf32>) -> tensor<2000x64xf32>
  return %0 : tensor<2000x64xf32>
}
