// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

// Valid.
func.func @if_valid(%p: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %b : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  func.return
}

// -----

// Valid.
func.func @if_combined(%p: tensor<i1>, %a: tensor<4xf32>, %b: tensor<?xf32>) {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %b : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  func.return
}

// -----

// Valid.
func.func @if_bounded(%p: tensor<i1>, %a: tensor<?xf32, #stablehlo.bounds<3>>, %b: tensor<?xf32, #stablehlo.bounds<5>>) {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<?xf32, #stablehlo.bounds<3>>
  }, {
    stablehlo.return %b : tensor<?xf32, #stablehlo.bounds<5>>
  }) : (tensor<i1>) -> tensor<?xf32, #stablehlo.bounds<5>>
  func.return
}

// -----

func.func @if_i1(%p: tensor<1xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.if' op requires (I1) pred of rank 0, got 'tensor<1xi1>'}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %b : tensor<4xf32>
  }) : (tensor<1xi1>) -> tensor<4xf32>
  func.return
}

// -----

func.func @if_c1(%p: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.if' op requires (C1) a branch with arguments (), got ('tensor<4xf32>')}}
  %0 = "stablehlo.if"(%p) ({
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %b : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  func.return
}

// -----

func.func @if_c2(%p: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.if' op requires (C2) branches that return the same types, got ('tensor<4xf32>') and ('tensor<4xf32>', 'tensor<4xf32>')}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %a, %b : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  func.return
}

// -----

func.func @if_c2_types(%p: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.if' op requires (C2) branches that return the same types, got ('tensor<4xf32>') and ('tensor<i1>')}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %p : tensor<i1>
  }) : (tensor<i1>) -> tensor<4xf32>
  func.return
}

// -----

func.func @if_c3(%p: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.if' op requires (C3) a result of type 'tensor<4xf32>', got 'tensor<5xf32>'}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %b : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<5xf32>
  func.return
}

// -----

func.func @if_c3_count(%p: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.if' op requires (C3) 1 results, got 0}}
  "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %b : tensor<4xf32>
  }) : (tensor<i1>) -> ()
  func.return
}

// -----

// Valid.
func.func @case_valid(%p: tensor<i32>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = "stablehlo.case"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %b : tensor<4xf32>
  }, {
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @case_i1(%p: tensor<1xi32>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.case' op requires (I1) index of rank 0, got 'tensor<1xi32>'}}
  %0 = "stablehlo.case"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<1xi32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @case_c1(%p: tensor<i32>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.case' op requires (C1) at least one branch}}
  %0 = "stablehlo.case"(%p) : (tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @case_c2(%p: tensor<i32>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.case' op requires (C2) a branch with arguments (), got ('tensor<4xf32>')}}
  %0 = "stablehlo.case"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %b : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @case_c3(%p: tensor<i32>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.case' op requires (C3) branches that return the same types, got ('tensor<4xf32>') and ('tensor<i32>')}}
  %0 = "stablehlo.case"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %p : tensor<i32>
  }) : (tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @case_c3_among_others(%p: tensor<i32>, %a: tensor<4xf32>, %b: tensor<5xf32>, %c: tensor<?xf32>) {
  // expected-error@+1 {{'stablehlo.case' op requires (C3) branches that return the same types, got ('tensor<?xf32>', 'tensor<4xf32>', 'tensor<5xf32>') for result 0}}
  %0 = "stablehlo.case"(%p) ({
    stablehlo.return %c : tensor<?xf32>
  }, {
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %b : tensor<5xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

func.func @case_c4(%p: tensor<i32>, %a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.case' op requires (C4) a result of type 'tensor<4xf32>', got 'tensor<4xf64>'}}
  %0 = "stablehlo.case"(%p) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    stablehlo.return %b : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf64>
  func.return
}

// -----

// Valid.
func.func @while_valid(%p: tensor<i1>, %a: tensor<4xf32>) {
  %0:2 = "stablehlo.while"(%p, %a) ({
  ^bb0(%x: tensor<i1>, %y: tensor<4xf32>):
    stablehlo.return %x : tensor<i1>
  }, {
  ^bb0(%x: tensor<i1>, %y: tensor<4xf32>):
    stablehlo.return %x, %y : tensor<i1>, tensor<4xf32>
  }) : (tensor<i1>, tensor<4xf32>) -> (tensor<i1>, tensor<4xf32>)
  func.return
}

// -----

// Valid.
func.func @while_dynamic(%p: tensor<i1>, %a: tensor<4xf32>) {
  %0:2 = "stablehlo.while"(%p, %a) ({
  ^bb0(%x: tensor<i1>, %y: tensor<?xf32>):
    stablehlo.return %x : tensor<i1>
  }, {
  ^bb0(%x: tensor<i1>, %y: tensor<?xf32>):
    stablehlo.return %x, %y : tensor<i1>, tensor<?xf32>
  }) : (tensor<i1>, tensor<4xf32>) -> (tensor<i1>, tensor<4xf32>)
  func.return
}

// -----

func.func @while_c1(%p: tensor<i1>, %a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.while' op requires (C1) cond with arguments ('tensor<i1>', 'tensor<4xf32>'), got ('tensor<i1>')}}
  %0:2 = "stablehlo.while"(%p, %a) ({
  ^bb0(%x: tensor<i1>):
    stablehlo.return %x : tensor<i1>
  }, {
  ^bb0(%x: tensor<i1>, %y: tensor<4xf32>):
    stablehlo.return %x, %y : tensor<i1>, tensor<4xf32>
  }) : (tensor<i1>, tensor<4xf32>) -> (tensor<i1>, tensor<4xf32>)
  func.return
}

// -----

func.func @while_c1_types(%p: tensor<i1>, %a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.while' op requires (C1) cond with arguments ('tensor<i1>', 'tensor<4xf32>'), got ('tensor<i1>', 'tensor<5xf32>')}}
  %0:2 = "stablehlo.while"(%p, %a) ({
  ^bb0(%x: tensor<i1>, %y: tensor<5xf32>):
    stablehlo.return %x : tensor<i1>
  }, {
  ^bb0(%x: tensor<i1>, %y: tensor<4xf32>):
    stablehlo.return %x, %y : tensor<i1>, tensor<4xf32>
  }) : (tensor<i1>, tensor<4xf32>) -> (tensor<i1>, tensor<4xf32>)
  func.return
}

// -----

func.func @while_c1_returns(%p: tensor<i1>, %a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.while' op requires (C1) cond that returns ('tensor<i1>'), got ('tensor<4xf32>')}}
  %0:2 = "stablehlo.while"(%p, %a) ({
  ^bb0(%x: tensor<i1>, %y: tensor<4xf32>):
    stablehlo.return %y : tensor<4xf32>
  }, {
  ^bb0(%x: tensor<i1>, %y: tensor<4xf32>):
    stablehlo.return %x, %y : tensor<i1>, tensor<4xf32>
  }) : (tensor<i1>, tensor<4xf32>) -> (tensor<i1>, tensor<4xf32>)
  func.return
}

// -----

func.func @while_c1_nothing(%p: tensor<i1>, %a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.while' op requires (C1) cond that returns ('tensor<i1>'), got ()}}
  %0:2 = "stablehlo.while"(%p, %a) ({
  ^bb0(%x: tensor<i1>, %y: tensor<4xf32>):
    stablehlo.return
  }, {
  ^bb0(%x: tensor<i1>, %y: tensor<4xf32>):
    stablehlo.return %x, %y : tensor<i1>, tensor<4xf32>
  }) : (tensor<i1>, tensor<4xf32>) -> (tensor<i1>, tensor<4xf32>)
  func.return
}

// -----

func.func @while_c2(%p: tensor<i1>, %a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.while' op requires (C2) body with arguments ('tensor<i1>', 'tensor<4xf32>'), got ('tensor<i1>', 'tensor<4xf64>')}}
  %0:2 = "stablehlo.while"(%p, %a) ({
  ^bb0(%x: tensor<i1>, %y: tensor<4xf32>):
    stablehlo.return %x : tensor<i1>
  }, {
  ^bb0(%x: tensor<i1>, %y: tensor<4xf64>):
    stablehlo.return %x : tensor<i1>
  }) : (tensor<i1>, tensor<4xf32>) -> (tensor<i1>, tensor<4xf32>)
  func.return
}

// -----

func.func @while_c2_returns(%p: tensor<i1>, %a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.while' op requires (C2) body that returns ('tensor<i1>', 'tensor<4xf32>'), got ('tensor<4xf32>', 'tensor<i1>')}}
  %0:2 = "stablehlo.while"(%p, %a) ({
  ^bb0(%x: tensor<i1>, %y: tensor<4xf32>):
    stablehlo.return %x : tensor<i1>
  }, {
  ^bb0(%x: tensor<i1>, %y: tensor<4xf32>):
    stablehlo.return %y, %x : tensor<4xf32>, tensor<i1>
  }) : (tensor<i1>, tensor<4xf32>) -> (tensor<i1>, tensor<4xf32>)
  func.return
}

// -----

func.func @while_c3(%p: tensor<i1>, %a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.while' op requires (C3) a result of type 'tensor<4xf32>', got 'tensor<5xf32>'}}
  %0:2 = "stablehlo.while"(%p, %a) ({
  ^bb0(%x: tensor<i1>, %y: tensor<4xf32>):
    stablehlo.return %x : tensor<i1>
  }, {
  ^bb0(%x: tensor<i1>, %y: tensor<4xf32>):
    stablehlo.return %x, %y : tensor<i1>, tensor<4xf32>
  }) : (tensor<i1>, tensor<4xf32>) -> (tensor<i1>, tensor<5xf32>)
  func.return
}

// -----

// Valid.
func.func @async_start_valid(%a: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %1 = "stablehlo.collective_permute"(%x) <{
      source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
    }> : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  func.return
}

// -----

func.func @async_start_c1(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op requires (C1) body of one operation and a return}}
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %1 = "stablehlo.collective_permute"(%x) <{
      source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
    }> : (tensor<4xf32>) -> tensor<4xf32>
    %2 = "stablehlo.collective_permute"(%x) <{
      source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
    }> : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  func.return
}

// -----

func.func @async_start_c1_none(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op requires (C1) body of one operation and a return}}
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  func.return
}

// -----

func.func @async_start_c2(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op requires (C2) body of a collective or a slice, got 'stablehlo.add'}}
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %1 = stablehlo.add %x, %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  func.return
}

// -----

func.func @async_start_c3(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op requires (C3) body with arguments ('tensor<4xf32>'), got ('tensor<4xf32>', 'tensor<4xf32>')}}
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    %1 = "stablehlo.collective_permute"(%x) <{
      source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
    }> : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  func.return
}

// -----

func.func @async_start_c4(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op requires (C4) body that returns the results of its operation}}
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %1 = "stablehlo.collective_permute"(%x) <{
      source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
    }> : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  func.return
}

// -----

func.func @async_start_c4_type(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op requires (C4) a result of type '!stablehlo.future<tensor<4xf32>>', got '!stablehlo.future<tensor<5xf32>>'}}
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xf32>):
    %1 = "stablehlo.collective_permute"(%x) <{
      source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
    }> : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<5xf32>>
  func.return
}

// -----

func.func @async_done_c1(%a: !stablehlo.future<tensor<4xf32>>) {
  // expected-error@+1 {{'stablehlo.async_done' op requires (C1) a result of type 'tensor<4xf32>', got 'tensor<5xf32>'}}
  %0 = "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<4xf32>>) -> tensor<5xf32>
  func.return
}

// -----

func.func @async_done_c1_count(%a: !stablehlo.future<tensor<4xf32>, tensor<2xf32>>) {
  // expected-error@+1 {{'stablehlo.async_done' op requires (C1) 2 results, got 1}}
  %0 = "stablehlo.async_done"(%a) : (!stablehlo.future<tensor<4xf32>, tensor<2xf32>>) -> tensor<4xf32>
  func.return
}
