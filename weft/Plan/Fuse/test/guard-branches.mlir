// Steps of branches that look whether they are wanted, where a decision of the device takes longer.
// RUN: weft-opt --pass-pipeline='builtin.module(build-plan,plan.program(join-branches{machine=sm_90},fuse-kernels{machine=sm_90},order-plan,share-storage,guard-branches{machine=sm_90},group-turns{machine=sm_90},place-values,verify-plan-memory))' --split-input-file %s | FileCheck %s

// Where kernels do not look, the device decides.
// RUN: weft-opt --pass-pipeline='builtin.module(build-plan,plan.program(join-branches{machine=gfx942},fuse-kernels{machine=gfx942},order-plan,share-storage,guard-branches{machine=gfx942},place-values,verify-plan-memory))' --split-input-file %s | FileCheck %s --check-prefix=DECIDED --implicit-check-not=guarded
// DECIDED: plan.case

// What takes longer than a launch is not computed for nothing, and yet there is no decision.
// CHECK-LABEL: plan.program placed @two
// CHECK: plan.case {{.*}}guarded
// CHECK: plan.kernel
// CHECK: plan.kernel
func.func @two(%p: tensor<i1>, %x: tensor<1000000xf32>) -> tensor<1000000xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.sine %x : tensor<1000000xf32>
    stablehlo.return %1 : tensor<1000000xf32>
  }, {
    %1 = stablehlo.add %x, %x : tensor<1000000xf32>
    stablehlo.return %1 : tensor<1000000xf32>
  }) : (tensor<i1>) -> tensor<1000000xf32>
  return %0 : tensor<1000000xf32>
}

// -----

// Steps look at two numbers at most: of branches in branches in branches, the device decides about the outermost.
// CHECK-LABEL: plan.program placed @nested
// CHECK: plan.case %arg0 {plan.place
// CHECK: plan.case %arg1 {guarded
// CHECK: plan.case %arg2 {guarded
func.func @nested(%p: tensor<i1>, %q: tensor<i1>, %r: tensor<i1>, %x: tensor<1000000xf32>) -> tensor<1000000xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = "stablehlo.if"(%q) ({
      %2 = "stablehlo.if"(%r) ({
        %3 = stablehlo.sine %x : tensor<1000000xf32>
        stablehlo.return %3 : tensor<1000000xf32>
      }, {
        %3 = stablehlo.add %x, %x : tensor<1000000xf32>
        stablehlo.return %3 : tensor<1000000xf32>
      }) : (tensor<i1>) -> tensor<1000000xf32>
      stablehlo.return %2 : tensor<1000000xf32>
    }, {
      %2 = stablehlo.cosine %x : tensor<1000000xf32>
      stablehlo.return %2 : tensor<1000000xf32>
    }) : (tensor<i1>) -> tensor<1000000xf32>
    stablehlo.return %1 : tensor<1000000xf32>
  }, {
    %1 = stablehlo.tanh %x : tensor<1000000xf32>
    stablehlo.return %1 : tensor<1000000xf32>
  }) : (tensor<i1>) -> tensor<1000000xf32>
  return %0 : tensor<1000000xf32>
}

// -----

// In a loop that is told several turns at once, they look whether it goes on, too.
// CHECK-LABEL: plan.program placed @in_loop
// CHECK: plan.while {{.*}}turns =
// CHECK: plan.case {{.*}}guarded
func.func @in_loop(%x: tensor<1000000xf32>, %most: tensor<f32>) -> tensor<1000000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.while(%s = %x) : tensor<1000000xf32>
  cond {
    %first = stablehlo.slice %s [0:1] : (tensor<1000000xf32>) -> tensor<1xf32>
    %number = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
    %c = stablehlo.compare LT, %number, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %last = stablehlo.slice %s [999999:1000000] : (tensor<1000000xf32>) -> tensor<1xf32>
    %number = stablehlo.reshape %last : (tensor<1xf32>) -> tensor<f32>
    %p = stablehlo.compare LT, %number, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = "stablehlo.if"(%p) ({
      %2 = stablehlo.sine %s : tensor<1000000xf32>
      stablehlo.return %2 : tensor<1000000xf32>
    }, {
      %2 = stablehlo.reverse %s, dims = [0] : tensor<1000000xf32>
      stablehlo.return %2 : tensor<1000000xf32>
    }) : (tensor<i1>) -> tensor<1000000xf32>
    stablehlo.return %1 : tensor<1000000xf32>
  }
  return %0 : tensor<1000000xf32>
}

// -----

// Nobody knows how many launches a sort is, and a loop does not look.
// CHECK-LABEL: plan.program placed @sorted
// CHECK-NOT: guarded
// CHECK: plan.return
func.func @sorted(%p: tensor<i1>, %x: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = "stablehlo.sort"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) {dimension = 0 : i64} : (tensor<1000xf32>) -> tensor<1000xf32>
    stablehlo.return %1 : tensor<1000xf32>
  }, {
    stablehlo.return %x : tensor<1000xf32>
  }) : (tensor<i1>) -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}
