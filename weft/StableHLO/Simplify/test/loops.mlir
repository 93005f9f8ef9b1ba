// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// Two counters, one of them with the trip count, and a carried operand: what
// a loop over a fixed range looks like.
// CHECK-LABEL: func @state
func.func @state(%x: tensor<40xf32>, %w: tensor<40xf32>) -> tensor<40xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: %[[W:.*]]:2 = stablehlo.while(%[[I:.*]] = %{{.*}}, %[[X:.*]] = %arg0)
  // CHECK: compare LT, %[[I]]
  // CHECK: stablehlo.convert %[[I]]
  // CHECK: stablehlo.multiply %{{.*}}, %arg1
  // CHECK: return %[[W]]#1
  %0:5 = stablehlo.while(%i = %c, %j = %c, %v = %x, %carried = %w, %dead = %x) : tensor<i32>, tensor<i32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>
  cond {
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %ten, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %f = stablehlo.convert %j : (tensor<i32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %1 = stablehlo.add %v, %b : tensor<40xf32>
    %2 = stablehlo.multiply %1, %carried : tensor<40xf32>
    %3 = stablehlo.add %j, %one : tensor<i32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    %5 = stablehlo.sine %dead : tensor<40xf32>
    stablehlo.return %4, %3, %2, %carried, %5 : tensor<i32>, tensor<i32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>
  }
  return %0#2 : tensor<40xf32>
}

// CHECK-LABEL: func @state_stays
func.func @state_stays(%x: tensor<40xf32>) -> tensor<40xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  // Counters that step apart, and a value that another one is made from.
  // CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %arg0, %{{.*}} = %arg0)
  %0:4 = stablehlo.while(%i = %zero, %j = %one, %v = %x, %u = %x) : tensor<i32>, tensor<i32>, tensor<40xf32>, tensor<40xf32>
  cond {
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %ten, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %f = stablehlo.convert %j : (tensor<i32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %1 = stablehlo.add %u, %b : tensor<40xf32>
    %2 = stablehlo.sine %u : tensor<40xf32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %3 = stablehlo.add %j, %two : tensor<i32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %4, %3, %1, %2 : tensor<i32>, tensor<i32>, tensor<40xf32>, tensor<40xf32>
  }
  return %0#2 : tensor<40xf32>
}

// Counters that begin apart and step alike are one; the condition's counts on, in whatever order they come. Behind the loop they are known.
// CHECK-LABEL: func @counters_apart
func.func @counters_apart(%x: tensor<40xf32>) -> (tensor<40xf32>, tensor<i32>) {
  %minus = stablehlo.constant dense<-3> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  // CHECK: %[[W:.*]]:2 = stablehlo.while(%[[I:.*]] = %{{.*}}, %[[V:.*]] = %arg0)
  // CHECK: compare LT, %[[I]]
  // CHECK: do
  // CHECK: %[[C:.*]] = stablehlo.constant dense<-5> : tensor<i32>
  // CHECK: %[[J:.*]] = stablehlo.add %[[I]], %[[C]]
  // CHECK: stablehlo.convert %[[J]]
  // CHECK: %[[LAST:.*]] = stablehlo.constant dense<7> : tensor<i32>
  // CHECK: return %[[W]]#1, %[[LAST]]
  %0:3 = stablehlo.while(%j = %minus, %i = %two, %v = %x) : tensor<i32>, tensor<i32>, tensor<40xf32>
  cond {
    %twelve = stablehlo.constant dense<12> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %twelve, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %f = stablehlo.convert %j : (tensor<i32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %1 = stablehlo.add %v, %b : tensor<40xf32>
    %3 = stablehlo.add %j, %one : tensor<i32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %4, %1 : tensor<i32>, tensor<i32>, tensor<40xf32>
  }
  return %0#2, %0#0 : tensor<40xf32>, tensor<i32>
}

// The same where nobody knows how often the loop runs.
// CHECK-LABEL: func @counters_until
func.func @counters_until(%x: tensor<40xf32>, %n: tensor<i32>) -> (tensor<40xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  // CHECK: %[[W:.*]]:2 = stablehlo.while(%[[I:.*]] = %{{.*}}, %[[V:.*]] = %arg0)
  // CHECK: compare LT, %[[I]], %arg1
  // CHECK: %[[LAST:.*]] = stablehlo.add %[[W]]#0
  // CHECK: return %[[W]]#1, %[[LAST]]
  %0:3 = stablehlo.while(%j = %two, %i = %zero, %v = %x) : tensor<i32>, tensor<i32>, tensor<40xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %f = stablehlo.convert %j : (tensor<i32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %1 = stablehlo.add %v, %b : tensor<40xf32>
    %3 = stablehlo.add %j, %one : tensor<i32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %4, %1 : tensor<i32>, tensor<i32>, tensor<40xf32>
  }
  return %0#2, %0#0 : tensor<40xf32>, tensor<i32>
}

// Two numbers beyond 63 bits are not taken for the same.
// CHECK-LABEL: func @counters_beyond
func.func @counters_beyond(%x: tensor<ui64>, %p: tensor<i1>) -> (tensor<ui64>, tensor<ui64>) {
  %a = stablehlo.constant dense<9223372036854775809> : tensor<ui64>
  %b = stablehlo.constant dense<9223372036854775819> : tensor<ui64>
  // CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
  %0:3 = stablehlo.while(%i = %a, %j = %b, %v = %x) : tensor<ui64>, tensor<ui64>, tensor<ui64>
  cond {
    %ten = stablehlo.constant dense<10> : tensor<ui64>
    %1 = stablehlo.compare LT, %v, %ten, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<ui64>
    %1 = stablehlo.add %i, %one : tensor<ui64>
    %2 = stablehlo.add %j, %one : tensor<ui64>
    %3 = stablehlo.multiply %v, %v : tensor<ui64>
    %4 = stablehlo.add %3, %one : tensor<ui64>
    stablehlo.return %1, %2, %4 : tensor<ui64>, tensor<ui64>, tensor<ui64>
  }
  return %0#0, %0#1 : tensor<ui64>, tensor<ui64>
}

// CHECK-LABEL: func @hoisted
func.func @hoisted(%x: tensor<40xf32>, %w: tensor<40xf32>, %s: tensor<f32>, %p: tensor<i1>) -> tensor<40xf32> {
  // CHECK: %[[A:.*]] = stablehlo.exponential %arg1
  // CHECK: stablehlo.while
  // CHECK: do
  // What would be larger, and what a barrier holds back, stay inside.
  // CHECK: stablehlo.optimization_barrier %arg1
  // CHECK: stablehlo.broadcast_in_dim
  // CHECK: stablehlo.multiply %{{.*}}, %[[A]]
  %0:2 = stablehlo.while(%q = %p, %v = %x) : tensor<i1>, tensor<40xf32>
  cond {
    stablehlo.return %q : tensor<i1>
  } do {
    %e = stablehlo.exponential %w : tensor<40xf32>
    %held = stablehlo.optimization_barrier %w : tensor<40xf32>
    %t = stablehlo.tanh %held : tensor<40xf32>
    %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %1 = stablehlo.add %v, %b : tensor<40xf32>
    %2 = stablehlo.multiply %1, %e : tensor<40xf32>
    %3 = stablehlo.add %2, %t : tensor<40xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %first = stablehlo.slice %3 [0:1] : (tensor<40xf32>) -> tensor<1xf32>
    %scalar = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
    %next = stablehlo.compare GT, %scalar, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %next, %3 : tensor<i1>, tensor<40xf32>
  }
  return %0#1 : tensor<40xf32>
}

// CHECK-LABEL: func @never_and_once
func.func @never_and_once(%x: tensor<40xf32>) -> (tensor<40xf32>, tensor<40xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  // CHECK-DAG: %[[TEN:.*]] = stablehlo.constant dense<10>
  // CHECK-DAG: %[[S:.*]] = stablehlo.sine %arg0
  // CHECK-NOT: stablehlo.while
  // CHECK: return %arg0, %[[S]], %[[TEN]]
  %0:2 = stablehlo.while(%i = %ten, %v = %x) : tensor<i32>, tensor<40xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.sine %v : tensor<40xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<40xf32>
  }
  %3:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<40xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.sine %v : tensor<40xf32>
    %2 = stablehlo.add %i, %ten : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<40xf32>
  }
  return %0#1, %3#1, %3#0 : tensor<40xf32>, tensor<40xf32>, tensor<i32>
}

// A few turns in which each element needs itself alone are written out, and what
// the counter decides in each of them is known.
// CHECK-LABEL: func @few_turns
func.func @few_turns(%x: tensor<40xf32>, %s: tensor<2xf32>) -> tensor<40xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK-NOT: stablehlo.while
  // CHECK: stablehlo.sine
  // CHECK: stablehlo.multiply
  // CHECK: stablehlo.sine
  // CHECK: stablehlo.multiply
  // CHECK: stablehlo.sine
  // CHECK: stablehlo.multiply
  // CHECK-NOT: stablehlo.sine
  // CHECK: return
  %0:3 = stablehlo.while(%i = %zero, %v = %x, %w = %s) : tensor<i32>, tensor<40xf32>, tensor<2xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %sine = stablehlo.sine %v : tensor<40xf32>
    %first = stablehlo.slice %w [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %number = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
    %all = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %1 = stablehlo.multiply %sine, %all : tensor<40xf32>
    %turned = stablehlo.reverse %w, dims = [0] : tensor<2xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1, %turned : tensor<i32>, tensor<40xf32>, tensor<2xf32>
  }
  return %0#1 : tensor<40xf32>
}

// CHECK-LABEL: func @few_turns_that_move
func.func @few_turns_that_move(%x: tensor<40xf32>) -> tensor<40xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: stablehlo.while
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<40xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %turned = stablehlo.reverse %v, dims = [0] : tensor<40xf32>
    %1 = stablehlo.add %v, %turned : tensor<40xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<40xf32>
  }
  return %0#1 : tensor<40xf32>
}

// What the range of a counter decides, and what it is in the end.
// CHECK-LABEL: func @counter_ranges
func.func @counter_ranges(%x: tensor<40xf32>) -> (tensor<40xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: %[[TEN:.*]] = stablehlo.constant dense<10>
  // CHECK: do
  // CHECK-NOT: stablehlo.select
  // CHECK: stablehlo.dynamic_update_slice %{{.*}}, %{{.*}}, %iterArg
  // CHECK: return %{{.*}}, %[[TEN]]
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<40xf32>
  cond {
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %ten, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %forty = stablehlo.constant dense<40> : tensor<i32>
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %1 = stablehlo.compare LT, %i, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.add %i, %forty : tensor<i32>
    %3 = stablehlo.select %1, %2, %i : tensor<i1>, tensor<i32>
    %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
    %5 = "stablehlo.scatter"(%v, %4, %two) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %b : tensor<f32>
    }) : (tensor<40xf32>, tensor<1xi32>, tensor<f32>) -> tensor<40xf32>
    %6 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %6, %5 : tensor<i32>, tensor<40xf32>
  }
  return %0#1, %0#0 : tensor<40xf32>, tensor<i32>
}

// The counter wraps around before it reaches its limit.
// CHECK-LABEL: func @wraps
func.func @wraps() -> tensor<i8> {
  %start = stablehlo.constant dense<100> : tensor<i8>
  %limit = stablehlo.constant dense<127> : tensor<i8>
  %step = stablehlo.constant dense<50> : tensor<i8>
  // CHECK: stablehlo.while
  %0 = stablehlo.while(%i = %start) : tensor<i8>
  cond {
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %step : tensor<i8>
    stablehlo.return %1 : tensor<i8>
  }
  return %0 : tensor<i8>
}

// A call and a loop that do not change: once before a loop that runs.
// CHECK-LABEL: func @long_work
func.func @long_work(%x: tensor<4x4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[CALL:.*]] = stablehlo.custom_call @factorise(%arg0)
  // CHECK: %[[INNER:.*]]:2 = stablehlo.while
  // CHECK: %[[OUTER:.*]]:2 = stablehlo.while
  // CHECK-NOT: stablehlo.while
  // CHECK: stablehlo.dot_general %[[CALL]], %{{.*}}
  // CHECK: stablehlo.multiply %{{.*}}, %[[INNER]]#1
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %u = %v) : tensor<i32>, tensor<4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %ten, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %f = stablehlo.custom_call @factorise(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %numbers = stablehlo.iota dim = 0 : tensor<4xf32>
    %1:2 = stablehlo.while(%j = %zero, %w = %numbers) : tensor<i32>, tensor<4xf32>
    cond {
      %2 = stablehlo.compare LT, %j, %ten, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = stablehlo.sine %w : tensor<4xf32>
      %3 = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %3, %2 : tensor<i32>, tensor<4xf32>
    }
    %2 = stablehlo.dot_general %f, %u, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %3 = stablehlo.multiply %2, %1#1 : tensor<4xf32>
    %4 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// A loop that may not run at all calls nothing before.
// CHECK-LABEL: func @perhaps
func.func @perhaps(%x: tensor<4x4xf32>, %n: tensor<i32>) -> tensor<4x4xf32> {
  // CHECK: stablehlo.while
  // CHECK: stablehlo.custom_call @factorise(%arg0)
  // CHECK: stablehlo.custom_call @print
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %u = %x) : tensor<i32>, tensor<4x4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %f = stablehlo.custom_call @factorise(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    stablehlo.custom_call @print(%x) {has_side_effect = true} : (tensor<4x4xf32>) -> ()
    %2 = stablehlo.multiply %f, %u : tensor<4x4xf32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<4x4xf32>
  }
  return %0#1 : tensor<4x4xf32>
}
