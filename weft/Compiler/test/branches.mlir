// Branches of a few kernels, a copy and a fill: a GPU is told all of them in a row, and those of other branches do nothing.
// RUN: weft explain --target=sm_90 %s | FileCheck %s
// CHECK: kernels and copies of a branch of 4 look whether they are wanted ({{.*}} us, the alternative {{.*}} us) [branches-guarded]
// CHECK: the plan as commands
// CHECK-NOT: one branch of
// CHECK: launch {{.*}} threads, if argument 0 is zero
// CHECK: launch {{.*}} threads, if argument 0 is 1
// CHECK: copy 4000 bytes from argument 1 to result 0, if argument 0 is 2
// CHECK: fill 4000 bytes of result 0 with 0x40e00000, if argument 0 is 3 or above

// Those of one branch do not wait for those of another.
// RUN: weft explain --target=sm_90 %s | FileCheck %s --check-prefix=BESIDE
// BESIDE: if argument 0 is 2{{$}}
// BESIDE: if argument 0 is 3 or above{{$}}

// RUN: weft explain --target=sm_90 --stage=emit-code %s | FileCheck %s --check-prefix=LOOKS
// LOOKS: .param .u64 weft_guard0
// LOOKS: griddepcontrol.launch_dependents;
// LOOKS-NOT: ld.global
// LOOKS: ld.global.b32 %wanted, [%guard];
// LOOKS-NEXT: setp.ne.u32 %over, %wanted, 0;
// LOOKS-NEXT: @%over ret;

// Kernels of AMD's do not look.
// RUN: weft explain --target=gfx942 %s | FileCheck %s --check-prefix=APART
// APART: the device decides which one it is of a branch of 4: kernels of this machine do not look whether they are wanted [branches-apart]
// APART: one branch of 4

// Each of them; out of range on either side is the last.
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --args="[dense<0> : tensor<i32>, dense<4.0> : tensor<1000xf32>]" %s | FileCheck %s --check-prefix=TAKEN -DONE=2.000000e+00
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --args="[dense<1> : tensor<i32>, dense<4.0> : tensor<1000xf32>]" %s | FileCheck %s --check-prefix=TAKEN -DONE=4.000000e+03
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --args="[dense<2> : tensor<i32>, dense<4.0> : tensor<1000xf32>]" %s | FileCheck %s --check-prefix=TAKEN -DONE=4.000000e+00
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --args="[dense<3> : tensor<i32>, dense<4.0> : tensor<1000xf32>]" %s | FileCheck %s --check-prefix=TAKEN -DONE=7.000000e+00
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --args="[dense<9> : tensor<i32>, dense<4.0> : tensor<1000xf32>]" %s | FileCheck %s --check-prefix=TAKEN -DONE=7.000000e+00
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --args="[dense<-1> : tensor<i32>, dense<4.0> : tensor<1000xf32>]" %s | FileCheck %s --check-prefix=TAKEN -DONE=7.000000e+00
// The host looks at the guards of copies and fills where the driver knows no conditions.
// RUN: env WEFT_EMULATOR_VERSION=12020 WEFT_CUDA_WITHOUT=cuGraphConditionalHandleCreate WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --args="[dense<2> : tensor<i32>, dense<4.0> : tensor<1000xf32>]" %s | FileCheck %s --check-prefix=TAKEN -DONE=4.000000e+00
// RUN: env WEFT_EMULATOR_VERSION=12020 WEFT_CUDA_WITHOUT=cuGraphConditionalHandleCreate WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --args="[dense<-1> : tensor<i32>, dense<4.0> : tensor<1000xf32>]" %s | FileCheck %s --check-prefix=TAKEN -DONE=7.000000e+00
// TAKEN: [[ONE]]

// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --check-passes --target=sm_90 --args="[dense<1> : tensor<i32>, dense<4.0> : tensor<1000xf32>]" %s | FileCheck %s --check-prefix=AGREES
// AGREES: guard-branches: agrees
// AGREES: emit-code: agrees

// A kernel that does not look is noticed, by what it does to the branch that is taken; but for one whose result only its own branch reads.
// RUN: weft-check-timings %timings/branches.mlir --timings=4 --guards --masks | FileCheck %s --check-prefix=MISSED --implicit-check-not='nobody misses'
// MISSED: branches: nobody misses the mask in line {{[0-9]+}} of reduce_1: @%over ret;
// MISSED: branches: {{[0-9]+}} guards taken out, 0 not missed; masks: 1 not missed at this size

func.func @main(%i: tensor<i32>, %x: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = "stablehlo.case"(%i) ({
    // Square roots by Newton's method, a loop in one kernel.
    %one = stablehlo.constant dense<1.0> : tensor<1000xf32>
    %half = stablehlo.constant dense<0.5> : tensor<1000xf32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.while(%n = %zero, %r = %one) : tensor<i32>, tensor<1000xf32>
    cond {
      %most = stablehlo.constant dense<20> : tensor<i32>
      %c = stablehlo.compare LT, %n, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %m = stablehlo.add %n, %step : tensor<i32>
      %q = stablehlo.divide %x, %r : tensor<1000xf32>
      %s = stablehlo.add %q, %r : tensor<1000xf32>
      %t = stablehlo.multiply %s, %half : tensor<1000xf32>
      stablehlo.return %m, %t : tensor<i32>, tensor<1000xf32>
    }
    stablehlo.return %1#1 : tensor<1000xf32>
  }, {
    // Two kernels, one for the other.
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
    %all = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    stablehlo.return %all : tensor<1000xf32>
  }, {
    stablehlo.return %x : tensor<1000xf32>
  }, {
    %seven = stablehlo.constant dense<7.0> : tensor<1000xf32>
    stablehlo.return %seven : tensor<1000xf32>
  }) : (tensor<i32>) -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}
