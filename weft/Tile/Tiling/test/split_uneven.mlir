// Where no number of blocks near the wanted one divides a reduction, its last
// block is filled with what changes nothing, in the kernel that reads it; a body
// without such an element has a rest, which is joined behind the blocks.
// RUN: weft explain %s --target=arm64 --function=prime --stage=expand-operations | FileCheck %s --check-prefix=PRIME
// RUN: weft explain %s --target=sm_90 --function=prime --stage=expand-operations | FileCheck %s --check-prefix=WARPS
// RUN: weft explain %s --target=sm_90 --function=prime | FileCheck %s --check-prefix=KERNELS
// RUN: weft explain %s --target=sm_90 --function=even_columns --stage=expand-operations | FileCheck %s --check-prefix=COLUMNS
// RUN: weft explain %s --target=arm64 --function=columns --stage=expand-operations | FileCheck %s --check-prefix=CORES
// RUN: weft explain %s --target=sm_90 --function=twice --stage=expand-operations | FileCheck %s --check-prefix=TWICE
// RUN: weft explain %s --target=sm_90 --function=square --stage=expand-operations | FileCheck %s --check-prefix=SQUARE
// RUN: weft explain %s --target=sm_90 --function=square | FileCheck %s --check-prefix=KERNELS
// RUN: weft explain %s --target=sm_90 --function=place --stage=expand-operations | FileCheck %s --check-prefix=PLACE
// RUN: weft explain %s --target=arm64 --function=chain --stage=expand-operations | FileCheck %s --check-prefix=CHAIN
// RUN: weft explain %s --target=sm_90 --function=small --stage=expand-operations | FileCheck %s --check-prefix=SMALL

// PRIME: %[[FULL:.*]] = stablehlo.pad %arg0, {{.*}}, low = [0], high = [63881], interior = [0] : (tensor<9999991xf32>, tensor<f32>) -> tensor<10063872xf32>
// PRIME: stablehlo.reshape %[[FULL]] : (tensor<10063872xf32>) -> tensor<63x159744xf32>
// WARPS: stablehlo.constant dense<-0.000000e+00> : tensor<f32>
// WARPS: stablehlo.pad %arg0
// WARPS: stablehlo.reduce{{.*}} across dimensions = [1]
// WARPS: stablehlo.reduce{{.*}} across dimensions = [0] : (tensor<{{[0-9]+}}xf64>
// What is filled up is never in memory.
// KERNELS: 2 kernels
func.func public @prime(%x: tensor<9999991xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<9999991xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CORES-NOT: stablehlo.pad
// CORES: stablehlo.concatenate {{.*}} (tensor<64x65xf32>, tensor<39x65xf32>) -> tensor<103x65xf32>
func.func public @columns(%x: tensor<300007x65xf32>) -> tensor<65xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<300007x65xf32>, tensor<f32>) -> tensor<65xf32>
  return %0 : tensor<65xf32>
}

// Those whose rows begin with whole vectors, on a GPU (align_columns.mlir).
// COLUMNS: stablehlo.pad %arg0, {{.*}} -> tensor<300160x64xf32>
// COLUMNS: stablehlo.reshape {{.*}} -> tensor<469x640x64xf32>
func.func public @even_columns(%x: tensor<300007x64xf32>) -> tensor<64xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<300007x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// Two blocks would do where hundreds are wanted.
// TWICE: stablehlo.pad %arg0
func.func public @twice(%x: tensor<2000006xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2000006xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// Two dimensions as one, and what is computed of them, too.
// SQUARE: %[[X:.*]] = stablehlo.reshape %arg0 : (tensor<1009x1013xf32>) -> tensor<1022117xf32>
// SQUARE: %[[Y:.*]] = stablehlo.multiply %[[X]], %[[X]] : tensor<1022117xf32>
// SQUARE: stablehlo.pad %[[Y]]
func.func public @square(%x: tensor<1009x1013xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.multiply %x, %x : tensor<1009x1013xf32>
  %0 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1009x1013xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// Places go on behind the last element, which is less than all others.
// PLACE: stablehlo.pad %arg0, %{{.*}}, low = [0, 0], high = [0, [[MORE:[0-9]+]]]
// PLACE: stablehlo.iota dim = 1
// PLACE: stablehlo.iota dim = 2
// PLACE: stablehlo.reduce{{.*}} across dimensions = [2]
func.func public @place(%x: tensor<37x600011xf32>) -> tensor<37xi32> {
  %i = stablehlo.iota dim = 1 : tensor<37x600011xi32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %least), (%i init: %zero) across dimensions = [1] : (tensor<37x600011xf32>, tensor<37x600011xi32>, tensor<f32>, tensor<i32>) -> (tensor<37xf32>, tensor<37xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%at: tensor<i32>, %bt: tensor<i32>)  {
    %greater = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %left = stablehlo.or %greater, %nan : tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %at, %bt, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %equal, %before : tensor<i1>
    %place = stablehlo.or %left, %tie : tensor<i1>
    %1 = stablehlo.select %left, %a, %b : tensor<i1>, tensor<f32>
    %2 = stablehlo.select %place, %at, %bt : tensor<i1>, tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<37xi32>
}

// CHAIN-DAG: stablehlo.slice %arg0 [0:16384]
// CHAIN-DAG: stablehlo.slice %arg0 [16384:16411]
// CHAIN: stablehlo.reduce{{.*}} across dimensions = [1] : (tensor<64x256xf32>
// CHAIN: stablehlo.concatenate {{.*}} (tensor<64xf32>, tensor<27xf32>) -> tensor<91xf32>
// CHAIN: stablehlo.reduce{{.*}} across dimensions = [0] : (tensor<91xf32>
func.func public @chain(%x: tensor<16411xf32>, %y: tensor<16411xf32>) -> (tensor<f32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.reduce(%x init: %one), (%y init: %zero) across dimensions = [0] : (tensor<16411xf32>, tensor<16411xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
   reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<f32>, %d: tensor<f32>)  {
    %1 = stablehlo.multiply %a, %c : tensor<f32>
    %2 = stablehlo.multiply %b, %c : tensor<f32>
    %3 = stablehlo.add %2, %d : tensor<f32>
    stablehlo.return %1, %3 : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// The smallest floats have no infinity to fill with.
// SMALL-NOT: stablehlo.pad
// SMALL: stablehlo.concatenate
func.func public @small(%x: tensor<2000003xf8E4M3FN>) -> tensor<f8E4M3FN> {
  %least = stablehlo.constant dense<-448.0> : tensor<f8E4M3FN>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<2000003xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<f8E4M3FN>
  return %0 : tensor<f8E4M3FN>
}
