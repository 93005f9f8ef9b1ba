// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

// Valid.
func.func private @decomposition(tensor<f32>) -> tensor<f32>

func.func @composite_valid(%a: tensor<f32>) {
  %0 = stablehlo.composite "my.op" %a {decomposition = @decomposition} : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----

// Valid.
func.func private @decomposition(tensor<f32>) -> tensor<f32>

func.func @composite_parts(%a: tensor<f32>) {
  %0 = stablehlo.composite "my.op.v2_$" %a {decomposition = @decomposition} : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----

func.func private @decomposition(tensor<f32>) -> tensor<f32>

func.func @composite_c1(%a: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.composite' op requires (C1) name of the form space.name, got 'op'}}
  %0 = stablehlo.composite "op" %a {decomposition = @decomposition} : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----

func.func private @decomposition(tensor<f32>) -> tensor<f32>

func.func @composite_c1_digit(%a: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.composite' op requires (C1) name of the form space.name, got '1my.op'}}
  %0 = stablehlo.composite "1my.op" %a {decomposition = @decomposition} : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----

func.func private @decomposition(tensor<f32>) -> tensor<f32>

func.func @composite_c1_empty(%a: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.composite' op requires (C1) name of the form space.name, got 'my.'}}
  %0 = stablehlo.composite "my." %a {decomposition = @decomposition} : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----

func.func private @decomposition(tensor<f32>) -> tensor<f32>

func.func @composite_c1_first(%a: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.composite' op requires (C1) name of the form space.name, got 'm$.op'}}
  %0 = stablehlo.composite "m$.op" %a {decomposition = @decomposition} : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----

func.func private @decomposition(tensor<f32>) -> tensor<f32>

func.func @composite_c2(%a: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.composite' op requires (C2) decomposition to be a function of the program, got @missing}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @missing} : (tensor<f32>) -> tensor<f32>
  func.return
}

// -----

func.func private @decomposition(tensor<f32>) -> tensor<f32>

func.func @composite_c3(%a: tensor<f64>) {
  // expected-error@+1 {{'stablehlo.composite' op requires (C3) inputs of the types ('tensor<f32>') as decomposition, got ('tensor<f64>')}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @decomposition} : (tensor<f64>) -> tensor<f32>
  func.return
}

// -----

func.func private @decomposition(tensor<f32>) -> tensor<f32>

func.func @composite_c4(%a: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.composite' op requires (C4) results of the types ('tensor<f32>') as decomposition, got ('tensor<f64>')}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @decomposition} : (tensor<f32>) -> tensor<f64>
  func.return
}

// -----

// Valid.
func.func @custom_call_valid(%a: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%a) {
    operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[0]> : tensor<1xindex>]
  } : (tensor<2x3xf32>) -> tensor<4xf32>
  func.return
}

// -----

// Valid.
func.func @custom_call_tuple(%a: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%a) {
    operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[0]> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>]
  } : (tensor<2x3xf32>) -> tuple<tensor<4xf32>, tensor<2x2xf32>>
  func.return
}

// -----

func.func @custom_call_layouts_one(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires operand_layouts and result_layouts together, got only operand_layouts}}
  %0 = stablehlo.custom_call @foo(%a) {
    operand_layouts = [dense<[1, 0]> : tensor<2xindex>]
  } : (tensor<2x3xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @custom_call_layouts_count(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires one entry of operand_layouts per value, which is 1, got 0}}
  %0 = stablehlo.custom_call @foo(%a) {
    operand_layouts = [], result_layouts = [dense<[0]> : tensor<1xindex>]
  } : (tensor<2x3xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @custom_call_layout_repeated(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires operand_layouts with the numbers from 0 below 2 in some order for 'tensor<2x3xf32>', got dense<0> : tensor<2xindex>}}
  %0 = stablehlo.custom_call @foo(%a) {
    operand_layouts = [dense<[0, 0]> : tensor<2xindex>], result_layouts = [dense<[0]> : tensor<1xindex>]
  } : (tensor<2x3xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @custom_call_layout_range(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires operand_layouts with the numbers from 0 below 2 in some order for 'tensor<2x3xf32>', got dense<[0, -1]> : tensor<2xindex>}}
  %0 = stablehlo.custom_call @foo(%a) {
    operand_layouts = [dense<[0, -1]> : tensor<2xindex>], result_layouts = [dense<[0]> : tensor<1xindex>]
  } : (tensor<2x3xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @custom_call_layout_huge(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires operand_layouts with the numbers from 0 below 2 in some order for 'tensor<2x3xf32>', got dense<0> : tensor<4611686018427387903xindex>}}
  %0 = stablehlo.custom_call @foo(%a) {
    operand_layouts = [dense<0> : tensor<4611686018427387903xindex>], result_layouts = [dense<[0]> : tensor<1xindex>]
  } : (tensor<2x3xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @custom_call_layout_tuple(%a: tuple<tensor<4xf32>>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires operand_layouts of values that are no tuples, got 'tuple<tensor<4xf32>>'}}
  %0 = stablehlo.custom_call @foo(%a) {
    operand_layouts = [dense<[0]> : tensor<1xindex>], result_layouts = [dense<[0]> : tensor<1xindex>]
  } : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  func.return
}

// -----

func.func @custom_call_layout_token(%a: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires operand_layouts with the numbers from 0 below 0 in some order for '!stablehlo.token', got dense<0> : tensor<1xindex>}}
  %0 = stablehlo.custom_call @foo(%a) {
    operand_layouts = [dense<[0]> : tensor<1xindex>], result_layouts = [dense<[0]> : tensor<1xindex>]
  } : (!stablehlo.token) -> tensor<4xf32>
  func.return
}

// -----

// Valid.
func.func @custom_call_alias(%a: tensor<2x3xf32>) {
  %0 = stablehlo.custom_call @foo(%a) {
    output_operand_aliases = [#stablehlo.output_operand_alias<
      output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]
  } : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @custom_call_alias_operand(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires operand_index of an alias in [0, 1), got 1}}
  %0 = stablehlo.custom_call @foo(%a) {
    output_operand_aliases = [#stablehlo.output_operand_alias<
      output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]
  } : (tensor<2x3xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @custom_call_alias_operand_negative(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires operand_index of an alias in [0, 1), got -1}}
  %0 = stablehlo.custom_call @foo(%a) {
    output_operand_aliases = [#stablehlo.output_operand_alias<
      output_tuple_indices = [], operand_index = -1, operand_tuple_indices = []>]
  } : (tensor<2x3xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @custom_call_alias_operand_path(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires operand_tuple_indices of an alias to lead to a value, got [0] in operand 0}}
  %0 = stablehlo.custom_call @foo(%a) {
    output_operand_aliases = [#stablehlo.output_operand_alias<
      output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]
  } : (tensor<2x3xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @custom_call_alias_result_path(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires output_tuple_indices of an alias to lead to a value, got [9223372036854775807]}}
  %0 = stablehlo.custom_call @foo(%a) {
    output_operand_aliases = [#stablehlo.output_operand_alias<
      output_tuple_indices = [9223372036854775807], operand_index = 0, operand_tuple_indices = []>]
  } : (tensor<2x3xf32>) -> tuple<tensor<2x3xf32>>
  func.return
}

// -----

func.func @custom_call_alias_type(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires an alias of one type, got 'tensor<2x3xf32>' and 'tensor<4xf32>'}}
  %0 = stablehlo.custom_call @foo(%a) {
    output_operand_aliases = [#stablehlo.output_operand_alias<
      output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]
  } : (tensor<2x3xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @custom_call_config(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires backend_config to be a string with api_version API_VERSION_ORIGINAL, got {a = 1 : i32}}}
  %0 = stablehlo.custom_call @foo(%a) {
    backend_config = {a = 1 : i32}
  } : (tensor<2x3xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @custom_call_config_typed(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires backend_config to be a dictionary with api_version API_VERSION_TYPED_FFI, got "a"}}
  %0 = stablehlo.custom_call @foo(%a) {
    backend_config = "a", api_version = 4 : i32
  } : (tensor<2x3xf32>) -> tensor<4xf32>
  func.return
}

// -----

// Valid.
func.func @custom_call_buffer(%a: memref<2xf32>) {
  %0 = stablehlo.custom_call @foo(%a) {
    output_operand_aliases = [#stablehlo.output_operand_alias<
      output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]
  } : (memref<2xf32>) -> memref<2xf32>
  func.return
}

// -----

func.func @custom_call_buffer_alias(%a: memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires an alias for each buffer among the results, got none for []}}
  %0 = stablehlo.custom_call @foo(%a) : (memref<2xf32>) -> memref<2xf32>
  func.return
}

// -----

func.func @custom_call_buffer_result_twice(%a: memref<2xf32>, %b: memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires one alias per buffer among the results, got more for []}}
  %0 = stablehlo.custom_call @foo(%a, %b) {
    output_operand_aliases = [
      #stablehlo.output_operand_alias<
        output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>,
      #stablehlo.output_operand_alias<
        output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]
  } : (memref<2xf32>, memref<2xf32>) -> memref<2xf32>
  func.return
}

// -----

func.func @custom_call_buffer_operand_twice(%a: memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires one alias per buffer among the operands, got more for operand 0 []}}
  %0:2 = stablehlo.custom_call @foo(%a) {
    output_operand_aliases = [
      #stablehlo.output_operand_alias<
        output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>,
      #stablehlo.output_operand_alias<
        output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]
  } : (memref<2xf32>) -> (memref<2xf32>, memref<2xf32>)
  func.return
}

// -----

// Valid.
func.func @custom_call_create_buffer() {
  %0 = stablehlo.custom_call @CreateBuffer() : () -> memref<2xf32>
  func.return
}

// -----

func.func @custom_call_create_buffer_result() {
  // expected-error@+1 {{'stablehlo.custom_call' op requires no inputs and a memref result for CreateBuffer, got () and ('tensor<2xf32>')}}
  %0 = stablehlo.custom_call @CreateBuffer() : () -> tensor<2xf32>
  func.return
}

// -----

// Valid.
func.func @custom_call_pin(%a: tensor<2xf32>) {
  %0 = stablehlo.custom_call @Pin(%a) : (tensor<2xf32>) -> memref<2xf32>
  func.return
}

// -----

func.func @custom_call_pin_type(%a: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires a tensor in and a memref of the same shape and elements out for Pin, got ('tensor<3xf32>') and ('memref<2xf32>')}}
  %0 = stablehlo.custom_call @Pin(%a) : (tensor<3xf32>) -> memref<2xf32>
  func.return
}

// -----

// Valid.
func.func @custom_call_unpin(%a: memref<2xf32>) {
  %0 = stablehlo.custom_call @Unpin(%a) : (memref<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @custom_call_unpin_type(%a: memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires a memref in and a tensor of the same shape and elements out for Unpin, got ('memref<2xf32>') and ('memref<2xf32>')}}
  %0 = stablehlo.custom_call @Unpin(%a) : (memref<2xf32>) -> memref<2xf32>
  func.return
}

// -----

func.func @custom_call_results_none(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op requires output_tuple_indices of an alias to lead to a value, got [0]}}
  stablehlo.custom_call @foo(%a) {
    output_operand_aliases = [#stablehlo.output_operand_alias<
      output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]
  } : (tensor<2x3xf32>) -> ()
  func.return
}
