// A call that wants its arrays in another order gets transposed ones, and its
// results are transposed back. Between two of one order nothing is turned, and
// what does not change in a loop is turned once.
// RUN: weft explain %s --stage=expand-layouts | FileCheck %s
// RUN: weft explain %s --stage=simplify | FileCheck %s --check-prefix=SIMPLE

// CHECK: %[[TURNED:.*]] = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK: %[[FIRST:.*]]:2 = stablehlo.custom_call @first(%[[TURNED]], %arg1) {{.*}}weft.in_order{{.*}} : (tensor<3x2xf32>, tensor<4xf32>) -> (tensor<3x2xf32>, tensor<i32>)
// CHECK: %[[BACK:.*]] = stablehlo.transpose %[[FIRST]]#0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
// CHECK: %[[AGAIN:.*]] = stablehlo.transpose %[[BACK]], dims = [1, 0]
// CHECK: stablehlo.custom_call @second(%[[AGAIN]])

// SIMPLE: %[[TURNED:.*]] = stablehlo.transpose %arg0, dims = [1, 0]
// SIMPLE: %[[FIRST:.*]]:2 = stablehlo.custom_call @first(%[[TURNED]], %arg1)
// SIMPLE-NEXT: stablehlo.custom_call @second(%[[FIRST]]#0)

func.func @main(%x: tensor<2x3xf32>, %y: tensor<4xf32>) -> tensor<2x3xf32> {
  %0:2 = stablehlo.custom_call @first(%x, %y) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<i32>)
  %1 = stablehlo.custom_call @second(%0#0) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
