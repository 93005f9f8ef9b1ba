// Where threads come in warps, the place of the greatest element of a row is the
// first at which the greatest is. A CPU compares pairs of an element and its place.
// RUN: weft explain %s --target=sm_90 --stage=expand-operations | FileCheck %s
// RUN: weft explain %s --target=arm64 --stage=expand-operations | FileCheck %s --check-prefix=PAIRS
// RUN: weft explain %s --target=sm_90 --function=value --stage=expand-operations | FileCheck %s --check-prefix=PAIRS
// RUN: weft explain %s --target=sm_90 | FileCheck %s --check-prefix=KERNEL

// CHECK: %[[BEST:.*]] = stablehlo.reduce(%arg0 init: %{{.*}}) applies stablehlo.maximum across dimensions = [1]
// CHECK: stablehlo.compare EQ, %arg0
// CHECK: stablehlo.compare NE, %arg0, %arg0
// CHECK: stablehlo.reduce({{.*}}) applies stablehlo.minimum across dimensions = [1]
// PAIRS-NOT: applies stablehlo.minimum
// KERNEL: 1 kernel

func.func public @main(%x: tensor<512x300xbf16>) -> tensor<512xi32> {
  %i = stablehlo.iota dim = 1 : tensor<512x300xi32>
  %least = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %least), (%i init: %zero) across dimensions = [1] : (tensor<512x300xbf16>, tensor<512x300xi32>, tensor<bf16>, tensor<i32>) -> (tensor<512xbf16>, tensor<512xi32>)
   reducer(%a: tensor<bf16>, %b: tensor<bf16>) (%at: tensor<i32>, %bt: tensor<i32>)  {
    %greater = stablehlo.compare GT, %a, %b, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %left = stablehlo.or %greater, %nan : tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %before = stablehlo.compare LT, %at, %bt, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %equal, %before : tensor<i1>
    %place = stablehlo.or %left, %tie : tensor<i1>
    %1 = stablehlo.select %left, %a, %b : tensor<i1>, tensor<bf16>
    %2 = stablehlo.select %place, %at, %bt : tensor<i1>, tensor<i32>
    stablehlo.return %1, %2 : tensor<bf16>, tensor<i32>
  }
  return %0#1 : tensor<512xi32>
}

// The element itself is wanted, too, which of two zeros it is included.
func.func public @value(%x: tensor<512x300xbf16>) -> (tensor<512xbf16>, tensor<512xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<512x300xi32>
  %least = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %least), (%i init: %zero) across dimensions = [1] : (tensor<512x300xbf16>, tensor<512x300xi32>, tensor<bf16>, tensor<i32>) -> (tensor<512xbf16>, tensor<512xi32>)
   reducer(%a: tensor<bf16>, %b: tensor<bf16>) (%at: tensor<i32>, %bt: tensor<i32>)  {
    %greater = stablehlo.compare GE, %a, %b, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %left = stablehlo.or %greater, %nan : tensor<i1>
    %1 = stablehlo.select %left, %a, %b : tensor<i1>, tensor<bf16>
    %2 = stablehlo.select %left, %at, %bt : tensor<i1>, tensor<i32>
    stablehlo.return %1, %2 : tensor<bf16>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<512xbf16>, tensor<512xi32>
}
