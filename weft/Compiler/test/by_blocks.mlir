// RUN: weft explain --target=sm_90 %s | FileCheck %s

// Kernels that a block of threads has to compute: a line of a few tiles is sorted by all of them, and a sum of rows that are computed on the
// way, whose shape is none of theirs, is not left to one thread.

// CHECK-NOT: [threads-alone]
// CHECK: sort_{{[0-9]+}} is run by 5 blocks
// CHECK-NOT: [threads-alone]

func.func @main(%a: tensor<20000xi32>, %b: tensor<200x200xf32>) -> (tensor<20000xi32>, tensor<200x200xf32>, tensor<f32>) {
  %sorted = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %less = stablehlo.compare LT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<20000xi32>) -> tensor<20000xi32>
  %last = stablehlo.slice %b [0:200, 199:200] : (tensor<200x200xf32>) -> tensor<200x1xf32>
  %others = stablehlo.slice %b [0:200, 0:199] : (tensor<200x200xf32>) -> tensor<200x199xf32>
  %turned = stablehlo.concatenate %last, %others, dim = 1 : (tensor<200x1xf32>, tensor<200x199xf32>) -> tensor<200x200xf32>
  %product = stablehlo.multiply %turned, %b : tensor<200x200xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%product init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<200x200xf32>, tensor<f32>) -> tensor<f32>
  return %sorted, %product, %sum : tensor<20000xi32>, tensor<200x200xf32>, tensor<f32>
}
