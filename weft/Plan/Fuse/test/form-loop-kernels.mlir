// RUN: weft-opt --build-plan --form-loop-kernels --fuse-kernels --split-input-file %s | FileCheck %s

// Inner loops first: both are one kernel. The counter is no result.
// CHECK-LABEL: plan.program fused @nested
func.func @nested(%x: tensor<16xf32>) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  // CHECK: plan.kernel @loop_0 <loop> {{.*}}scope = #plan<scope thread>} (%[[X:.*]] = %arg0 : tensor<16xf32>) -> tensor<16xf32> {
  // CHECK: %[[OUTER:.*]]:2 = stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %[[X]])
  // CHECK: stablehlo.compare
  // CHECK: stablehlo.while
  // CHECK: stablehlo.multiply %{{.*}}, %[[X]]
  // CHECK: plan.yield %[[OUTER]]#1
  // CHECK-NOT: plan.while
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %i1 = stablehlo.add %i, %one : tensor<i32>
    %1:2 = stablehlo.while(%j = %zero, %t = %s) : tensor<i32>, tensor<16xf32>
    cond {
      %c = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j1 = stablehlo.add %j, %one : tensor<i32>
      %u = stablehlo.multiply %t, %x : tensor<16xf32>
      stablehlo.return %j1, %u : tensor<i32>, tensor<16xf32>
    }
    stablehlo.return %i1, %1#1 : tensor<i32>, tensor<16xf32>
  }
  return %0#1 : tensor<16xf32>
}

// -----

// A branch inside is one of the kernel.
// CHECK-LABEL: plan.program fused @branch_inside
func.func @branch_inside(%x: tensor<16xf32>, %p: tensor<i1>) -> tensor<16xf32> {
  // CHECK: plan.kernel @loop_0 <loop>
  // CHECK: "stablehlo.if"
  %0 = stablehlo.while(%s = %x) : tensor<16xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = "stablehlo.if"(%p) ({
      %2 = stablehlo.negate %s : tensor<16xf32>
      stablehlo.return %2 : tensor<16xf32>
    }, {
      stablehlo.return %s : tensor<16xf32>
    }) : (tensor<i1>) -> tensor<16xf32>
    stablehlo.return %1 : tensor<16xf32>
  }
  return %0 : tensor<16xf32>
}

// -----

// A scan: it reads slices of one large value and writes slices of another.
// CHECK-LABEL: plan.program fused @scan
func.func @scan(%w: tensor<16x16xf32>, %xs: tensor<1000x16xf32>) -> (tensor<16xf32>, tensor<1000x16xf32>) {
  // CHECK-NOT: plan.kernel
  // CHECK: plan.kernel @loop_0 <loop>
  // CHECK-SAME: = %arg1 : tensor<1000x16xf32>
  // CHECK-SAME: -> (tensor<16xf32>, tensor<1000x16xf32>)
  // CHECK-DAG: stablehlo.constant dense<0.000000e+00> : tensor<1000x16xf32>
  // CHECK: stablehlo.while
  // CHECK: stablehlo.dynamic_slice
  // CHECK: stablehlo.dot_general
  // CHECK: stablehlo.dynamic_update_slice
  // CHECK-NOT: plan.kernel
  %h0 = stablehlo.constant dense<0.0> : tensor<16xf32>
  %ys0 = stablehlo.constant dense<0.0> : tensor<1000x16xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<1000> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %h = %h0, %ys = %ys0) : tensor<i32>, tensor<16xf32>, tensor<1000x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_slice %xs, %i, %zero, sizes = [1, 16] : (tensor<1000x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x16xf32>) -> tensor<16xf32>
    %3 = stablehlo.dot_general %w, %h, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %4 = stablehlo.add %3, %2 : tensor<16xf32>
    %5 = stablehlo.tanh %4 : tensor<16xf32>
    %6 = stablehlo.reshape %5 : (tensor<16xf32>) -> tensor<1x16xf32>
    %7 = stablehlo.dynamic_update_slice %ys, %6, %i, %zero : (tensor<1000x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1000x16xf32>
    %8 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %8, %5, %7 : tensor<i32>, tensor<16xf32>, tensor<1000x16xf32>
  }
  return %0#1, %0#2 : tensor<16xf32>, tensor<1000x16xf32>
}

// -----

// Elements that have nothing to do with each other may be many.
// CHECK-LABEL: plan.program fused @pointwise
func.func @pointwise(%x: tensor<1024x1024xf32>, %n: tensor<i32>) -> tensor<1024x1024xf32> {
  // CHECK: plan.kernel @loop_0 <loop>
  // CHECK-NOT: plan.while
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<1024x1024xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = stablehlo.sine %s : tensor<1024x1024xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<1024x1024xf32>
  }
  return %0#1 : tensor<1024x1024xf32>
}

// -----

// Large values that are not written in slices are for many threads.
// CHECK-LABEL: plan.program fused @large
func.func @large(%x: tensor<1024x1024xf32>, %p: tensor<i1>) -> tensor<1024x1024xf32> {
  // CHECK: plan.while
  %0 = stablehlo.while(%s = %x) : tensor<1024x1024xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.transpose %s, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    stablehlo.return %1 : tensor<1024x1024xf32>
  }
  return %0 : tensor<1024x1024xf32>
}

// -----

// A large array of which each iteration writes two slices, the second when the first is read no more.
// CHECK-LABEL: plan.program fused @updated_twice
// CHECK:       plan.kernel @loop_0 <loop>
// CHECK-NOT:   plan.while
func.func @updated_twice(%x: tensor<5000xf32>) -> tensor<5000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<4999> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<5000xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %a = stablehlo.dynamic_slice %s, %i, sizes = [1] : (tensor<5000xf32>, tensor<i32>) -> tensor<1xf32>
    %b = stablehlo.dynamic_slice %s, %j, sizes = [1] : (tensor<5000xf32>, tensor<i32>) -> tensor<1xf32>
    %u = stablehlo.dynamic_update_slice %s, %b, %i : (tensor<5000xf32>, tensor<1xf32>, tensor<i32>) -> tensor<5000xf32>
    %v = stablehlo.dynamic_update_slice %u, %a, %j : (tensor<5000xf32>, tensor<1xf32>, tensor<i32>) -> tensor<5000xf32>
    stablehlo.return %j, %v : tensor<i32>, tensor<5000xf32>
  }
  return %r#1 : tensor<5000xf32>
}

// -----

// A large array that a loop inside reads slices of, before one is written: borders of the prefixes of a text.
// CHECK-LABEL: plan.program fused @read_inside
// CHECK:       plan.kernel @loop_0 <loop>
// CHECK-NOT:   plan.while
func.func @read_inside(%text: tensor<5000xi32>) -> tensor<5000xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5000> : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<5000xi32>
  %r:2 = stablehlo.while(%i = %one, %s = %none) : tensor<i32>, tensor<5000xi32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %before = stablehlo.subtract %i, %one : tensor<i32>
    %last = stablehlo.dynamic_slice %s, %before, sizes = [1] : (tensor<5000xi32>, tensor<i32>) -> tensor<1xi32>
    %k0 = stablehlo.reshape %last : (tensor<1xi32>) -> tensor<i32>
    %here = stablehlo.dynamic_slice %text, %i, sizes = [1] : (tensor<5000xi32>, tensor<i32>) -> tensor<1xi32>
    %k = stablehlo.while(%l = %k0) : tensor<i32>
    cond {
      %there = stablehlo.dynamic_slice %text, %l, sizes = [1] : (tensor<5000xi32>, tensor<i32>) -> tensor<1xi32>
      %differ = stablehlo.compare NE, %here, %there : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
      %d = stablehlo.reshape %differ : (tensor<1xi1>) -> tensor<i1>
      %some = stablehlo.compare GT, %l, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %on = stablehlo.and %d, %some : tensor<i1>
      stablehlo.return %on : tensor<i1>
    } do {
      %m = stablehlo.subtract %l, %one : tensor<i32>
      %shorter = stablehlo.dynamic_slice %s, %m, sizes = [1] : (tensor<5000xi32>, tensor<i32>) -> tensor<1xi32>
      %next = stablehlo.reshape %shorter : (tensor<1xi32>) -> tensor<i32>
      stablehlo.return %next : tensor<i32>
    }
    %longer = stablehlo.add %k, %one : tensor<i32>
    %border = stablehlo.reshape %longer : (tensor<i32>) -> tensor<1xi32>
    %t = stablehlo.dynamic_update_slice %s, %border, %i : (tensor<5000xi32>, tensor<1xi32>, tensor<i32>) -> tensor<5000xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<5000xi32>
  }
  return %r#1 : tensor<5000xi32>
}

// -----

// One that the loop inside reads when a slice is written already stays apart.
// CHECK-LABEL: plan.program fused @read_too_late
// CHECK:       plan.while
func.func @read_too_late(%x: tensor<5000xf32>) -> tensor<5000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<4999> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<5000xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %a = stablehlo.dynamic_slice %s, %j, sizes = [1] : (tensor<5000xf32>, tensor<i32>) -> tensor<1xf32>
    %u = stablehlo.dynamic_update_slice %s, %a, %i : (tensor<5000xf32>, tensor<1xf32>, tensor<i32>) -> tensor<5000xf32>
    %w:2 = stablehlo.while(%l = %i, %sum = %a) : tensor<i32>, tensor<1xf32>
    cond {
      %d = stablehlo.compare GT, %l, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %d : tensor<i1>
    } do {
      %m = stablehlo.subtract %l, %one : tensor<i32>
      %old = stablehlo.dynamic_slice %s, %m, sizes = [1] : (tensor<5000xf32>, tensor<i32>) -> tensor<1xf32>
      %more = stablehlo.add %sum, %old : tensor<1xf32>
      stablehlo.return %m, %more : tensor<i32>, tensor<1xf32>
    }
    %v = stablehlo.dynamic_update_slice %u, %w#1, %j : (tensor<5000xf32>, tensor<1xf32>, tensor<i32>) -> tensor<5000xf32>
    stablehlo.return %j, %v : tensor<i32>, tensor<5000xf32>
  }
  return %r#1 : tensor<5000xf32>
}
