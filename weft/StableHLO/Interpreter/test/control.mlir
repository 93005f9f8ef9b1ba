// Branches, loops, calls and composites.
// RUN: weft-run --check %s

func.func @if_takes_one_branch_only() {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %x = stablehlo.constant dense<1> : tensor<i32>
  %0 = "stablehlo.if"(%true) ({
    stablehlo.return %x : tensor<i32>
  }, {
    // Would fail if it were executed.
    %wrong = stablehlo.custom_call @nobody(%x) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %wrong : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  check.expect_eq_const %0, dense<1> : tensor<i32>
  return
}

func.func @if_with_several_results() {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %x = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.constant dense<[2.0]> : tensor<1xf32>
  %z = stablehlo.constant dense<[3.0]> : tensor<1xf32>
  %0:2 = "stablehlo.if"(%false) ({
    stablehlo.return %x, %y : tensor<i32>, tensor<1xf32>
  }, {
    %n = stablehlo.negate %x : tensor<i32>
    stablehlo.return %n, %z : tensor<i32>, tensor<1xf32>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<1xf32>)
  check.expect_eq_const %0#0, dense<-1> : tensor<i32>
  check.expect_eq_const %0#1, dense<3.0> : tensor<1xf32>
  return
}

func.func private @choose(%index: tensor<i32>) -> tensor<i32> {
  %0 = "stablehlo.case"(%index) ({
    %a = stablehlo.constant dense<10> : tensor<i32>
    stablehlo.return %a : tensor<i32>
  }, {
    %b = stablehlo.constant dense<20> : tensor<i32>
    stablehlo.return %b : tensor<i32>
  }, {
    %c = stablehlo.constant dense<30> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @case_inside() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = func.call @choose(%zero) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<10> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %1 = func.call @choose(%one) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %1, dense<20> : tensor<i32>
  return
}

func.func @case_out_of_range_takes_the_last_branch() {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0 = func.call @choose(%three) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<30> : tensor<i32>
  %negative = stablehlo.constant dense<-2147483648> : tensor<i32>
  %1 = func.call @choose(%negative) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %1, dense<30> : tensor<i32>
  return
}

func.func @while_with_outer_values_and_several_variables() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<5> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %a = %zero, %b = %one) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %next, %b, %sum : tensor<i32>, tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %0#0, dense<5> : tensor<i32>
  check.expect_eq_const %0#1, dense<5> : tensor<i32>
  check.expect_eq_const %0#2, dense<8> : tensor<i32>
  // The loop's operands are unchanged.
  check.expect_eq_const %zero, dense<0> : tensor<i32>
  return
}

func.func @while_that_never_enters_its_body() {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.while(%a = %x) : tensor<2xi32>
  cond {
    stablehlo.return %false : tensor<i1>
  } do {
    %wrong = stablehlo.custom_call @nobody(%a) : (tensor<2xi32>) -> tensor<2xi32>
    stablehlo.return %wrong : tensor<2xi32>
  }
  check.expect_eq_const %0, dense<[1, 2]> : tensor<2xi32>
  return
}

func.func @while_in_while() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %n = %zero) : tensor<i32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    // Counts 0 + 1 + 2 + 3 inner iterations.
    %1:2 = stablehlo.while(%j = %zero, %m = %n) : tensor<i32>, tensor<i32>
    cond {
      %c = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j1 = stablehlo.add %j, %one : tensor<i32>
      %m1 = stablehlo.add %m, %one : tensor<i32>
      stablehlo.return %j1, %m1 : tensor<i32>, tensor<i32>
    }
    %i1 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %i1, %1#1 : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %0#1, dense<6> : tensor<i32>
  return
}

func.func @while_carries_tokens() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %token = stablehlo.create_token : !stablehlo.token
  %0:2 = stablehlo.while(%i = %zero, %t = %token) : tensor<i32>, !stablehlo.token
  cond {
    %c = stablehlo.compare NE, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %after = stablehlo.after_all %t : !stablehlo.token
    stablehlo.return %next, %after : tensor<i32>, !stablehlo.token
  }
  check.expect_eq_const %0#0, dense<3> : tensor<i32>
  return
}

func.func private @double(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %x, %x : tensor<i32>
  return %0 : tensor<i32>
}

func.func private @quadruple(%x: tensor<i32>) -> tensor<i32> {
  %0 = func.call @double(%x) : (tensor<i32>) -> tensor<i32>
  %1 = func.call @double(%0) : (tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}

func.func @calls_nest() {
  %x = stablehlo.constant dense<3> : tensor<i32>
  %0 = func.call @quadruple(%x) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<12> : tensor<i32>
  return
}

func.func private @factorial(%n: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %done = stablehlo.compare LE, %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "stablehlo.if"(%done) ({
    stablehlo.return %one : tensor<i32>
  }, {
    %less = stablehlo.subtract %n, %one : tensor<i32>
    %rest = func.call @factorial(%less) : (tensor<i32>) -> tensor<i32>
    %product = stablehlo.multiply %n, %rest : tensor<i32>
    stablehlo.return %product : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %0 : tensor<i32>
}

// Each call has its own values: the outer n survives the inner call.
func.func @recursion_that_ends() {
  %x = stablehlo.constant dense<6> : tensor<i32>
  %0 = func.call @factorial(%x) : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<720> : tensor<i32>
  return
}

func.func private @swap(%x: tensor<i32>, %y: tensor<f32>) -> (tensor<f32>, tensor<i32>) {
  return %y, %x : tensor<f32>, tensor<i32>
}

func.func @composite_runs_its_decomposition() {
  %x = stablehlo.constant dense<3> : tensor<i32>
  %y = stablehlo.constant dense<0.5> : tensor<f32>
  %0:2 = stablehlo.composite "my.swap" %x, %y {decomposition = @swap, version = 1 : i32} : (tensor<i32>, tensor<f32>) -> (tensor<f32>, tensor<i32>)
  check.expect_eq_const %0#0, dense<0.5> : tensor<f32>
  check.expect_eq_const %0#1, dense<3> : tensor<i32>
  return
}

func.func private @through_tuple(%t: tuple<tensor<i32>, tensor<i32>>) -> tuple<tensor<i32>> {
  %a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  %b = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  %s = stablehlo.subtract %a, %b : tensor<i32>
  %r = stablehlo.tuple %s : tuple<tensor<i32>>
  return %r : tuple<tensor<i32>>
}

func.func @tuples_pass_through_calls() {
  %x = stablehlo.constant dense<9> : tensor<i32>
  %y = stablehlo.constant dense<4> : tensor<i32>
  %t = stablehlo.tuple %x, %y : tuple<tensor<i32>, tensor<i32>>
  %r = func.call @through_tuple(%t) : (tuple<tensor<i32>, tensor<i32>>) -> tuple<tensor<i32>>
  %0 = stablehlo.get_tuple_element %r[0] : (tuple<tensor<i32>>) -> tensor<i32>
  check.expect_eq_const %0, dense<5> : tensor<i32>
  return
}
