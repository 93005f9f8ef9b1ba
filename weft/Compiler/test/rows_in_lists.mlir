// Long rows that updates are added to are moved once, by lists of the updates of each row, where that is predicted to take
// less than a copy and atomic updates.

// RUN: weft explain %s --target=sm_90 --function=kept | FileCheck %s --check-prefix=LISTS
// LISTS: scatter_0 is computed by lists of the updates of each row ({{.*}} us); of 2 algorithms that fit, the next are atomic updates in any order
// LISTS: scatter_0 reads its operand 0 and writes all of the result elsewhere, 206045184 bytes not copied first {{.*}}[updated-elsewhere]
// LISTS-LABEL: the plan as commands
// LISTS-NEXT: 0 fill 201476 bytes of temporary with 0x00000000
// LISTS-NEXT: 1 launch scatter_0_list({{.*}}, after 0
// LISTS-NEXT: 2 launch scatter_0({{.*}}, after 1
// LISTS-NEXT: 3 launch scatter_0_late({{.*}}, after 2

// In place nothing would be copied, and rows that no update meets are not moved.
// RUN: weft explain %s --target=sm_90 --function=donated | FileCheck %s --check-prefix=UPDATES
// UPDATES: scatter_0 is computed by atomic updates in any order ({{.*}} us); of 2 algorithms that fit, the next are lists of the updates of each row
// UPDATES-LABEL: the plan as commands
// UPDATES-NEXT: 0 launch scatter_0(

// A copy and one kernel take less than four kernels.
// RUN: weft explain %s --target=sm_90 --function=small | FileCheck %s --check-prefix=SMALL
// SMALL: scatter_0 is computed by atomic updates in any order
// SMALL-LABEL: the plan as commands
// SMALL-NEXT: 0 copy
// SMALL-NEXT: 1 launch scatter_0(

// Other GPUs have lists, too.
// RUN: weft explain %s --target=sm_80 --function=halves | FileCheck %s --check-prefix=OTHERS --implicit-check-not=threads-alone
// RUN: weft explain %s --target=sm_120 --function=halves | FileCheck %s --check-prefix=OTHERS --implicit-check-not=threads-alone
// RUN: weft explain %s --target=gfx942 --function=kept | FileCheck %s --check-prefix=OTHERS --implicit-check-not=threads-alone
// OTHERS: lists of the updates of each row

func.func public @kept(%x: tensor<50304x1024xf32>, %i: tensor<32768x1xi32>, %u: tensor<32768x1024xf32>) -> tensor<50304x1024xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<50304x1024xf32>, tensor<32768x1xi32>, tensor<32768x1024xf32>) -> tensor<50304x1024xf32>
  return %0 : tensor<50304x1024xf32>
}
func.func public @donated(%x: tensor<50304x1024xf32> {tf.aliasing_output = 0 : i32}, %i: tensor<32768x1xi32>, %u: tensor<32768x1024xf32>) -> tensor<50304x1024xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<50304x1024xf32>, tensor<32768x1xi32>, tensor<32768x1024xf32>) -> tensor<50304x1024xf32>
  return %0 : tensor<50304x1024xf32>
}
func.func public @small(%x: tensor<400x1024xf32>, %i: tensor<300x1xi32>, %u: tensor<300x1024xf32>) -> tensor<400x1024xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<400x1024xf32>, tensor<300x1xi32>, tensor<300x1024xf32>) -> tensor<400x1024xf32>
  return %0 : tensor<400x1024xf32>
}
func.func public @halves(%x: tensor<50304x1000xbf16>, %i: tensor<50000x1xi64>, %u: tensor<50000x1000xbf16>) -> tensor<50304x1000xbf16> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<50304x1000xbf16>, tensor<50000x1xi64>, tensor<50000x1000xbf16>) -> tensor<50304x1000xbf16>
  return %0 : tensor<50304x1000xbf16>
}
