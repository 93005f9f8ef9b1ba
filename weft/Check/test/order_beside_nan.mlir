// A plain comparison says nothing of NaN: in a line with NaN any order will do, also where the comparator takes all places for equal.
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-fuzz-programs --file=%s --stages=pipeline --target=sm_90

func.func @main(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %r:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %j: tensor<i32>, %k: tensor<i32>):
    %first = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %same = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %second = stablehlo.compare GT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = stablehlo.and %same, %second : tensor<i1>
    %before = stablehlo.or %first, %both : tensor<i1>
    stablehlo.return %before : tensor<i1>
  }) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi32>
}

// --args='[dense<[1.0, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>, dense<[0, 1, 2, 3]> : tensor<4xi32>]'
