// Loops that single threads of a GPU run. Elements that have nothing to do with each other are a thread's each.

// RUN: weft explain --target=sm_90 %s | FileCheck %s
// CHECK: grid of 1024 programs, a thread each

// What is many times as many as there are threads has several for each.
// RUN: weft explain --target=sm_90 --function=many %s | FileCheck %s --check-prefix=MANY
// MANY: grid of 524288 programs, a thread each

// A few numbers stay in registers from step to step.
// RUN: weft explain --target=sm_90 --function=orbit --stage=tile-kernels %s | FileCheck %s --check-prefix=ORBIT
// ORBIT-NOT: tile.alloc
// ORBIT: scf.for {{.*}} iter_args({{.*}}) -> (tensor<3xf32>)
// ORBIT-NOT: tile.load
// ORBIT-NOT: tile.store
// ORBIT: scf.yield
// ORBIT: tile.store

func.func public @main(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<1024xf32>
   cond {
    %end = stablehlo.constant dense<100> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.sine %s : tensor<1024xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<1024xf32>
  }
  return %0#1 : tensor<1024xf32>
}

func.func public @many(%x: tensor<1048576xf32>) -> tensor<1048576xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<1048576xf32>
   cond {
    %end = stablehlo.constant dense<100> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.sine %s : tensor<1048576xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<1048576xf32>
  }
  return %0#1 : tensor<1048576xf32>
}

func.func public @orbit(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<3xf32>
   cond {
    %end = stablehlo.constant dense<100> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %a = stablehlo.slice %s [0:1] : (tensor<3xf32>) -> tensor<1xf32>
    %b = stablehlo.slice %s [1:2] : (tensor<3xf32>) -> tensor<1xf32>
    %c = stablehlo.slice %s [2:3] : (tensor<3xf32>) -> tensor<1xf32>
    %1 = stablehlo.multiply %b, %c : tensor<1xf32>
    %2 = stablehlo.subtract %a, %b : tensor<1xf32>
    %3 = stablehlo.concatenate %1, %2, %a, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
    %4 = stablehlo.add %s, %3 : tensor<3xf32>
    %5 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %5, %4 : tensor<i32>, tensor<3xf32>
  }
  return %0#1 : tensor<3xf32>
}
