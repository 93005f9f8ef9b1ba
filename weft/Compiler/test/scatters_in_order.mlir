// Where results may not depend on which thread is first, or updates are combined by what no atomic operation does, blocks sort
// updates by their places, and combine those of each place in their order.

// RUN: weft explain %s --target=sm_90 --deterministic --function=rows | FileCheck %s --check-prefix=ROWS --implicit-check-not=threads-alone
// ROWS: scatter_0 is computed by updates in their order, sorted by place
// ROWS-LABEL: the plan as commands
// ROWS: launch scatter_0_keys(
// ROWS-COUNT-2: launch scatter_0_sort_move(
// ROWS-NOT: launch scatter_0_sort
// ROWS: fill {{.*}} with 0x00000000
// ROWS-NEXT: launch scatter_0_ends(
// ROWS-NEXT: launch scatter_0(

// In place only what has updates is touched.
// RUN: weft explain %s --target=sm_90 --deterministic --function=donated | FileCheck %s --check-prefix=DONATED --implicit-check-not=threads-alone
// DONATED: scatter_0 is computed by updates in their order, sorted by place
// DONATED-LABEL: the plan as commands
// DONATED-NEXT: 0 launch scatter_0_keys(
// DONATED-NEXT: 1 launch scatter_0_sort({{.*}}, after 0
// DONATED-NEXT: 2 fill 4 bytes {{.*}}, after 1
// DONATED-NEXT: 3 launch scatter_0_ends({{.*}}, after 2
// DONATED-NEXT: 4 launch scatter_0({{.*}}, after 3

// Without the option, too.
// RUN: weft explain %s --target=sm_90 --function=composed | FileCheck %s --check-prefix=COMPOSED --implicit-check-not=threads-alone
// RUN: weft explain %s --target=sm_80 --function=composed | FileCheck %s --check-prefix=COMPOSED --implicit-check-not=threads-alone
// RUN: weft explain %s --target=gfx942 --function=composed | FileCheck %s --check-prefix=COMPOSED --implicit-check-not=threads-alone
// COMPOSED: scatter_0 is computed by updates in their order, sorted by place

// What is updated may be the updates, too: an argument of its own for each shape.
// RUN: weft explain %s --target=sm_90 --deterministic --function=twice | FileCheck %s --check-prefix=TWICE --implicit-check-not=threads-alone
// TWICE: scatter_0 is computed by updates in their order, sorted by place
// TWICE-LABEL: the plan as commands
// TWICE: launch scatter_0(argument 0, argument 1, result 0, argument 0, {{.*}} blocks of

// In any order as well, and where the result gets the array's memory.
// RUN: weft explain %s --target=sm_90 --function=twice | FileCheck %s --check-prefix=ATOMIC --implicit-check-not=threads-alone
// RUN: weft explain %s --target=gfx942 --function=twice | FileCheck %s --check-prefix=ATOMIC --implicit-check-not=threads-alone
// ATOMIC: scatter_0 is computed by {{atomic updates in any order|lists of the updates of each row}}
// RUN: weft explain %s --target=sm_90 --deterministic --function=twice_in_place | FileCheck %s --check-prefix=IN-PLACE --implicit-check-not=threads-alone
// IN-PLACE: scatter_0 is computed by updates in their order, sorted by place
// IN-PLACE-LABEL: the plan as commands
// IN-PLACE: copy 1280000 bytes from temporary{{.*}} to argument 0

// A thread has combined a few before they would be sorted.
// RUN: weft explain %s --target=sm_90 --deterministic --function=few | FileCheck %s --check-prefix=FEW
// FEW: results depend on the order of updates{{.*}}[threads-alone]

func.func public @rows(%x: tensor<50304x64xf32>, %i: tensor<32768x1xi32>, %u: tensor<32768x64xf32>) -> tensor<50304x64xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<50304x64xf32>, tensor<32768x1xi32>, tensor<32768x64xf32>) -> tensor<50304x64xf32>
  return %0 : tensor<50304x64xf32>
}
func.func public @donated(%x: tensor<50304x64xf32> {tf.aliasing_output = 0 : i32}, %i: tensor<1000x1xi32>, %u: tensor<1000x64xf32>) -> tensor<50304x64xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<50304x64xf32>, tensor<1000x1xi32>, tensor<1000x64xf32>) -> tensor<50304x64xf32>
  return %0 : tensor<50304x64xf32>
}
func.func public @composed(%x: tensor<900xf32>, %y: tensor<900xf32>, %i: tensor<700x1xi32>, %u: tensor<700xf32>, %v: tensor<700xf32>) -> (tensor<900xf32>, tensor<900xf32>) {
  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %p = stablehlo.multiply %a, %c : tensor<f32>
    %q = stablehlo.multiply %b, %c : tensor<f32>
    %r = stablehlo.add %q, %d : tensor<f32>
    stablehlo.return %p, %r : tensor<f32>, tensor<f32>
  }) : (tensor<900xf32>, tensor<900xf32>, tensor<700x1xi32>, tensor<700xf32>, tensor<700xf32>) -> (tensor<900xf32>, tensor<900xf32>)
  return %0#0, %0#1 : tensor<900xf32>, tensor<900xf32>
}
func.func public @twice(%x: tensor<5000x64xf32>, %i: tensor<5000x1xi32>) -> tensor<5000x64xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %x) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5000x64xf32>, tensor<5000x1xi32>, tensor<5000x64xf32>) -> tensor<5000x64xf32>
  return %0 : tensor<5000x64xf32>
}
func.func public @twice_in_place(%x: tensor<5000x64xf32> {tf.aliasing_output = 0 : i32}, %i: tensor<5000x1xi32>) -> tensor<5000x64xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %x) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5000x64xf32>, tensor<5000x1xi32>, tensor<5000x64xf32>) -> tensor<5000x64xf32>
  return %0 : tensor<5000x64xf32>
}
func.func public @few(%x: tensor<900xf32>, %i: tensor<7x1xi32>, %u: tensor<7xf32>) -> tensor<900xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<900xf32>, tensor<7x1xi32>, tensor<7xf32>) -> tensor<900xf32>
  return %0 : tensor<900xf32>
}
