// What writes the same one, two or four bytes again and again is a command of a GPU, with as wide a pattern as the size allows.

// RUN: weft explain %s --target=sm_90 | FileCheck %s
// CHECK-DAG: the device fills 4000 bytes with 0x3f800000 ({{.*}} us, 4000 bytes) [filled-by-device]
// CHECK-LABEL: the plan as commands
// CHECK-DAG: fill 4000 bytes of result 0 with 0x3f800000
// CHECK-DAG: fill 2002 bytes of result 1 with 0x3fc0
// CHECK-DAG: fill 77 bytes of result 2 with 0x03
// CHECK-DAG: fill 808 bytes of result 3 with 0xffffffff
// CHECK-DAG: fill 100 bytes of result 4 with 0x01010101
// CHECK-DAG: fill 320 bytes of result 5 with 0x00000000

// A number whose halves differ is written by a kernel.
// RUN: weft explain %s --target=sm_90 --function=wide | FileCheck %s --check-prefix=WIDE --implicit-check-not=filled-by-device
// WIDE-LABEL: the plan as commands
// WIDE: 0 launch {{.*}}(result 0

// In the body of a loop whose turns are told several at once it looks at the condition, as kernels do; the memory that an algorithm has for
// itself is cleared so, too.
// RUN: weft explain %s --target=sm_90 --function=guarded | FileCheck %s --check-prefix=GUARDED
// GUARDED-LABEL: the plan as commands
// GUARDED: guarded turns for each test
// GUARDED: fill 40000 bytes of temporary{{.*}} with 0x00000000, if temporary{{.*}} is not zero
// GUARDED: launch scatter_{{[0-9]+}}_mark({{.*}}, if temporary

// A CPU has none.
// RUN: weft explain %s --target=arm64 | FileCheck %s --check-prefix=CPU --implicit-check-not=filled-by-device
// CPU: kernel

func.func public @main() -> (tensor<1000xf32>, tensor<1001xbf16>, tensor<77xi8>, tensor<101xi64>, tensor<100xi1>, tensor<40xcomplex<f32>>) {
  %0 = stablehlo.constant dense<1.0> : tensor<1000xf32>
  %1 = stablehlo.constant dense<1.5> : tensor<1001xbf16>
  %2 = stablehlo.constant dense<3> : tensor<77xi8>
  %3 = stablehlo.constant dense<-1> : tensor<101xi64>
  %4 = stablehlo.constant dense<true> : tensor<100xi1>
  %5 = stablehlo.constant dense<(0.0, 0.0)> : tensor<40xcomplex<f32>>
  return %0, %1, %2, %3, %4, %5 : tensor<1000xf32>, tensor<1001xbf16>, tensor<77xi8>, tensor<101xi64>, tensor<100xi1>, tensor<40xcomplex<f32>>
}

func.func public @wide() -> tensor<100xf64> {
  %0 = stablehlo.constant dense<1.0> : tensor<100xf64>
  return %0 : tensor<100xf64>
}

func.func public @guarded(%x: tensor<10000xf32>, %i: tensor<300x1xi32>, %u: tensor<300xf32>, %limit: tensor<f32>) -> tensor<10000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.while(%s = %x) : tensor<10000xf32>
  cond {
    %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.compare LT, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %0 = "stablehlo.scatter"(%s, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %b : tensor<f32>
    }) : (tensor<10000xf32>, tensor<300x1xi32>, tensor<300xf32>) -> tensor<10000xf32>
    stablehlo.return %0 : tensor<10000xf32>
  }
  return %r : tensor<10000xf32>
}
