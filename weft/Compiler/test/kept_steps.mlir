// What several threads wrote, one thread gets line by line from their caches: an
// array that one thread takes up next is made by that thread. What nobody takes
// up is shared.
// RUN: weft explain %s --target=x86-64-v3 | FileCheck %s

// CHECK: == kernel @fused_0
// CHECK: in the thread of the caller, which needs its results next;
// CHECK: == kernel @scatter_
// CHECK: in the thread of the caller;
// CHECK: == kernel @multiply_
// CHECK: on all threads
func.func public @main(%i: tensor<100000xi32>, %u: tensor<100000xf32>, %x: tensor<256xf32>) -> (tensor<256xf32>, tensor<100000xf32>) {
  %last = stablehlo.constant dense<255> : tensor<100000xi32>
  %near = stablehlo.minimum %i, %last : tensor<100000xi32>
  %indices = stablehlo.reshape %near : (tensor<100000xi32>) -> tensor<100000x1xi32>
  %sums = "stablehlo.scatter"(%x, %indices, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<256xf32>, tensor<100000x1xi32>, tensor<100000xf32>) -> tensor<256xf32>
  %squares = stablehlo.multiply %u, %u : tensor<100000xf32>
  return %sums, %squares : tensor<256xf32>, tensor<100000xf32>
}
