// A step that draws random numbers is a chain of some hundred operations on elements, among which nobody waits: what it takes is read off
// the kernel, not off the number of operations.

// RUN: weft explain --target=sm_90 %s | FileCheck %s
// CHECK: chosen: loop_0: the loop is one kernel of {{[0-9][0-9][0-9]}} operations ({{[01]\..*}} us, the alternative {{.*}} us) [loop-kernel]
// CHECK: loop_0 is run by 1 blocks of 64 threads, {{.*}} [blocks-chosen]

func.func public @main(%key: tensor<2xui64>, %x: tensor<64xui32>) -> tensor<64xui32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %k = %key, %s = %x) : tensor<i32>, tensor<2xui64>, tensor<64xui32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %next, %bits = stablehlo.rng_bit_generator %k, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<64xui32>)
    %t = stablehlo.xor %s, %bits : tensor<64xui32>
    stablehlo.return %j, %next, %t : tensor<i32>, tensor<2xui64>, tensor<64xui32>
  }
  return %r#2 : tensor<64xui32>
}
