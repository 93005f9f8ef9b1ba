// A loop of kernels that ends when it ends: a GPU is told eight turns for each test, and those behind the end do nothing.
// RUN: weft explain --target=sm_90 %s | FileCheck %s
// CHECK: 8 turns of a loop for each test of its condition {{.*}}[turns-grouped]
// CHECK: the plan as commands
// CHECK: while temporary{{.*}} is not zero, 8 guarded turns for each test
// CHECK-NEXT: condition: nothing
// CHECK-NEXT: body
// CHECK-NEXT: launch {{.*}} threads, if temporary{{.*}} is not zero
// CHECK-NEXT: copy 80000 bytes {{.*}}, if temporary{{.*}} is not zero
// The counter, and whether the next turn comes.
// CHECK-NEXT: launch fused_{{[0-9]+}}(result 0, argument 1, result 0, temporary{{.*}}) in 1 blocks of {{[0-9]+}} threads, if temporary{{.*}} is not zero
// CHECK-NEXT: launch slice

// The kernel looks as soon as those before it are over.
// RUN: weft explain --target=sm_90 --stage=emit-code %s | FileCheck %s --check-prefix=LOOKS
// LOOKS: .param .u64 weft_guard0
// LOOKS: griddepcontrol.launch_dependents;
// LOOKS-NOT: ld.global
// LOOKS: ld.global.b8 %wanted, [%guard];
// LOOKS: @%over ret;

// Kernels of AMD's do not look.
// RUN: weft explain --target=gfx942 %s | FileCheck %s --check-prefix=APART
// APART: one turn of a loop for each test of its condition: kernels of this machine do not look whether they are wanted [turns-apart]
// APART: launch

// No turn, one, as many as are told at once, one more, and many.
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --args="[dense<1.0> : tensor<20000xf32>, dense<0> : tensor<i32>]" %s | FileCheck %s --check-prefix=TURNS -DCOUNT=0 -DSUM=1.000000e+00
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --args="[dense<1.0> : tensor<20000xf32>, dense<1> : tensor<i32>]" %s | FileCheck %s --check-prefix=TURNS -DCOUNT=1 -DSUM=2.000000e+00
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --args="[dense<1.0> : tensor<20000xf32>, dense<8> : tensor<i32>]" %s | FileCheck %s --check-prefix=TURNS -DCOUNT=8 -DSUM=9.000000e+00
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --args="[dense<1.0> : tensor<20000xf32>, dense<9> : tensor<i32>]" %s | FileCheck %s --check-prefix=TURNS -DCOUNT=9 -DSUM=1.000000e+01
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --args="[dense<1.0> : tensor<20000xf32>, dense<99> : tensor<i32>]" %s | FileCheck %s --check-prefix=TURNS -DCOUNT=99 -DSUM=1.000000e+02
// TURNS: [[COUNT]]
// TURNS: [[SUM]], [[SUM]]

// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --check-passes --target=sm_90 --args="[dense<1.0> : tensor<20000xf32>, dense<3> : tensor<i32>]" %s | FileCheck %s --check-prefix=AGREES
// AGREES: group-turns: agrees
// AGREES: emit-code: agrees

func.func @main(%x: tensor<20000xf32>, %n: tensor<i32>) -> (tensor<i32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<20000xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %ones = stablehlo.constant dense<1.0> : tensor<20000xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %r = stablehlo.reverse %s, dims = [0] : tensor<20000xf32>
    %t = stablehlo.add %r, %ones : tensor<20000xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<20000xf32>
  }
  %ends = stablehlo.slice %0#1 [0:20000:19999] : (tensor<20000xf32>) -> tensor<2xf32>
  return %0#0, %ends : tensor<i32>, tensor<2xf32>
}
