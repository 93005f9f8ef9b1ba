// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken rule per program, named by operation and label.

plan.program built @program_step(%x: tensor<4xf32>) {
  // expected-error@+1 {{cannot be a step of a plan}}
  %0 = stablehlo.negate %x : tensor<4xf32>
  plan.return
}

// -----

plan.program built @return_types(%x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{returns ('tensor<4xf32>'), but the program has results ('tensor<2xf32>')}}
  plan.return %x : tensor<4xf32>
}

// -----

plan.program built @while_p1_flag(%x: tensor<4xf32>) {
  // expected-error@+1 {{cond must yield one tensor<i1>, but yields ('tensor<4xf32>')}}
  %0 = plan.while (%a = %x : tensor<4xf32>)
  cond {
    plan.yield %a : tensor<4xf32>
  } body {
    plan.yield %a : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program built @while_p1_body(%x: tensor<4xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{body must yield the carried values, but yields ('tensor<i1>')}}
  %0 = plan.while (%a = %x : tensor<4xf32>)
  cond {
    plan.yield %p : tensor<i1>
  } body {
    plan.yield %p : tensor<i1>
  }
  plan.return
}

// -----

plan.program built @trip(%p: tensor<i1>) {
  // expected-error@+1 {{a loop cannot run -1 times}}
  plan.while {trip = -1 : i64} ()
  cond {
    plan.yield %p : tensor<i1>
  } body {
    plan.yield
  }
  plan.return
}

// -----

plan.program built @counted(%p: tensor<i1>) {
  // expected-error@+1 {{a loop that is counted has a number of turns}}
  plan.while {counted} ()
  cond {
    plan.yield %p : tensor<i1>
  } body {
    plan.yield
  }
  plan.return
}

// -----

plan.program built @turns(%p: tensor<i1>) {
  // expected-error@+1 {{one turn at least is told at once}}
  plan.while {turns = 0 : i64} ()
  cond {
    plan.yield %p : tensor<i1>
  } body {
    plan.yield
  }
  plan.return
}

// -----

// What is looked at is not written before the last step of a turn.
plan.program built @turns_written_early(%p: tensor<i1>, %x: tensor<4xf32>) {
  %0:2 = plan.while {turns = 4 : i64} (%g = %p : tensor<i1>, %s = %x : tensor<4xf32>)
  cond {
    plan.yield %g : tensor<i1>
  } body {
    %h = plan.kernel @next (%a = %s : tensor<4xf32>) -> tensor<i1> {
      %first = stablehlo.slice %a [0:1] : (tensor<4xf32>) -> tensor<1xf32>
      %number = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
      %holds = stablehlo.compare LT, %number, %number : (tensor<f32>, tensor<f32>) -> tensor<i1>
      plan.yield %holds : tensor<i1>
    }
    // expected-error@+1 {{looks at a condition that is written before}}
    %t = plan.kernel @sine (%a = %s : tensor<4xf32>) -> tensor<4xf32> {
      %y = stablehlo.sine %a : tensor<4xf32>
      plan.yield %y : tensor<4xf32>
    }
    plan.yield %h, %t : tensor<i1>, tensor<4xf32>
  }
  plan.return
}

// -----

plan.program built @turns_written_nowhere(%p: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error@+1 {{steps look at a condition that no kernel of the body makes}}
  %0:2 = plan.while {turns = 4 : i64} (%g = %p : tensor<i1>, %s = %x : tensor<4xf32>)
  cond {
    plan.yield %g : tensor<i1>
  } body {
    plan.yield %p, %s : tensor<i1>, tensor<4xf32>
  }
  plan.return
}

// -----

plan.program built @case_p1_yield(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error@+1 {{branch 1 yields ('tensor<i32>'), but the results are ('tensor<4xf32>')}}
  %0 = plan.case %i : tensor<i32> -> (tensor<4xf32>) {
    plan.yield %x : tensor<4xf32>
  }, {
    plan.yield %i : tensor<i32>
  }
  plan.return
}

// -----

plan.program built @case_guarded_index(%x: tensor<4xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{steps look at booleans and at numbers of 32 bits, but index is 'tensor<i64>'}}
  %0 = plan.case %i {guarded} : tensor<i64> -> (tensor<4xf32>) {
    plan.yield %x : tensor<4xf32>
  }, {
    plan.yield %x : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program built @case_guarded_step(%p: tensor<i1>, %i: tensor<i32>) {
  plan.case %i {guarded} : tensor<i32> {
    // expected-error@+1 {{cannot look whether its branch is taken}}
    plan.while ()
    cond {
      plan.yield %p : tensor<i1>
    } body {
      plan.yield
    }
    plan.yield
  }
  plan.return
}

// -----

plan.program built @case_guarded_depth(%p: tensor<i1>, %i: tensor<i32>) {
  // expected-error@+1 {{steps look at no more than 2 numbers}}
  plan.case %i {guarded} : tensor<i32> {
    plan.case %i {guarded} : tensor<i32> {
      plan.case %p {guarded} : tensor<i1> {
        plan.yield
      }
      plan.yield
    }
    plan.yield
  }
  plan.return
}

// -----

plan.program built @pending_p4_unused(%x: tensor<4xf32>) {
  // expected-error@+1 {{what is pending must be awaited exactly once, but has 0 uses}}
  %0 = plan.start (%a = %x : tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>> {
    %1 = plan.copy <boundary> %a : tensor<4xf32> -> tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program built @pending_p4_twice(%x: tensor<4xf32>) {
  // expected-error@+1 {{what is pending must be awaited exactly once, but has 2 uses}}
  %0 = plan.start (%a = %x : tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>> {
    %1 = plan.copy <boundary> %a : tensor<4xf32> -> tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  %2 = plan.done %0 : !stablehlo.future<tensor<4xf32>> -> tensor<4xf32>
  %3 = plan.done %0 : !stablehlo.future<tensor<4xf32>> -> tensor<4xf32>
  plan.return
}

// -----

plan.program built @pending_p4_in_a_branch(%x: tensor<4xf32>, %i: tensor<i32>) {
  %0 = plan.start (%a = %x : tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>> {
    %1 = plan.copy <boundary> %a : tensor<4xf32> -> tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.case %i : tensor<i32> {
    // expected-error@+1 {{what is pending can only be awaited in its own region, or carried}}
    %2 = plan.done %0 : !stablehlo.future<tensor<4xf32>> -> tensor<4xf32>
    plan.yield
  }
  plan.return
}

// -----

// What is pending may go around a loop.
plan.program built @pending_p4_carried(%x: tensor<4xf32>, %p: tensor<i1>) {
  %0 = plan.start (%a = %x : tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>> {
    %1 = plan.copy <boundary> %a : tensor<4xf32> -> tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  %2 = plan.while (%f = %0 : !stablehlo.future<tensor<4xf32>>)
  cond {
    plan.yield %p : tensor<i1>
  } body {
    %3 = plan.done %f : !stablehlo.future<tensor<4xf32>> -> tensor<4xf32>
    %4 = plan.start (%a = %3 : tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>> {
      %1 = plan.copy <boundary> %a : tensor<4xf32> -> tensor<4xf32>
      plan.yield %1 : tensor<4xf32>
    }
    plan.yield %4 : !stablehlo.future<tensor<4xf32>>
  }
  %5 = plan.done %2 : !stablehlo.future<tensor<4xf32>> -> tensor<4xf32>
  plan.return
}

// -----

plan.program built @ffi_p5_needs_token(%x: tensor<4xf32>) {
  // expected-error@+1 {{has side effects and needs a token}}
  %0 = plan.ffi (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = stablehlo.custom_call @foo(%a) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
    plan.yield %1 : tensor<4xf32>
  }
  plan.return
}

// -----

plan.program built @ffi_p5_last(%x: tensor<4xf32>) {
  %t = plan.token
  // expected-error@+1 {{must have no token, or one as its last operand and last result}}
  %0:2 = plan.ffi (%b = %t : !stablehlo.token, %a = %x : tensor<4xf32>) -> (tensor<4xf32>, !stablehlo.token) {
    %1 = stablehlo.custom_call @foo(%a) : (tensor<4xf32>) -> tensor<4xf32>
    plan.yield %1, %b : tensor<4xf32>, !stablehlo.token
  }
  plan.return
}

// -----

plan.program built @chain_p5_old_token(%p: tensor<i1>) {
  %0 = plan.token
  %1 = plan.check %p, "first", %0 : tensor<i1>
  // expected-error@+1 {{takes a token that is not the one of the effect before it}}
  %2 = plan.check %p, "second", %0 : tensor<i1>
  plan.return
}

// -----

plan.program built @chain_p5_second_chain(%p: tensor<i1>) {
  %0 = plan.token
  %1 = plan.check %p, "first", %0 : tensor<i1>
  // expected-error@+1 {{begins a second chain of effects}}
  %2 = plan.token
  plan.return
}

// -----

plan.program built @chain_p5_branch(%p: tensor<i1>, %i: tensor<i32>) {
  %0 = plan.token
  // expected-error@+1 {{has effects in a region, and needs a token for them}}
  plan.case %i : tensor<i32> {
    %1 = plan.check %p, "inside", %0 : tensor<i1>
    plan.yield
  }
  plan.return
}

// -----

plan.program built @chain_p5_return(%p: tensor<i1>) -> !stablehlo.token {
  %0 = plan.token
  %1 = plan.check %p, "first", %0 : tensor<i1>
  // expected-error@+1 {{takes a token that is not the one of the effect before it}}
  plan.return %0 : !stablehlo.token
}

// -----

// A chain through a loop and a branch.
plan.program built @chain_p5_whole(%p: tensor<i1>, %i: tensor<i32>) -> !stablehlo.token {
  %0 = plan.token
  %1 = plan.while (%t = %0 : !stablehlo.token)
  cond {
    %2 = plan.check %p, "in the condition", %t : tensor<i1>
    plan.yield %p : tensor<i1>
  } body {
    %3 = plan.case %i : tensor<i32> -> (!stablehlo.token) {
      %4 = plan.check %p, "in the branch", %t : tensor<i1>
      plan.yield %4 : !stablehlo.token
    }, {
      plan.yield %t : !stablehlo.token
    }
    plan.yield %3 : !stablehlo.token
  }
  plan.return %1 : !stablehlo.token
}
