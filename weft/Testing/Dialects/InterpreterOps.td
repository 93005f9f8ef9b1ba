// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `interpreter` dialect: what a test asks of the interpreter itself.

#ifndef WEFT_STABLEHLO_TESTING_INTERPRETEROPS
#define WEFT_STABLEHLO_TESTING_INTERPRETEROPS

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def InterpreterDialect : Dialect {
  let name = "interpreter";
  let cppNamespace = "::weft::interpreter";
  let summary = "requests to the interpreter, outside of StableHLO";
  let description = [{
    Operations that run several logical devices, show a value or keep it. They
    have no meaning for the compiler.
  }];
}

class InterpreterOp<string mnemonic, list<Trait> traits = []>
    : Op<InterpreterDialect, mnemonic, traits>;

def ProgramGridAttr
    : TypedArrayAttrBase<FlatSymbolRefArrayAttr,
                         "grid of functions, replica by partition">;

def RunParallelOp : InterpreterOp<"run_parallel"> {
  let summary = "runs one function per logical device, all at once";
  let description = [{
    `programs` names a function for each device: row r, column p is replica r,
    partition p. The devices run at the same time and meet in their
    collectives. The arguments of all programs, device after device in row-major
    order, are the operands of this operation; their results come back in the
    same way. `infeed` names functions of one result; each execution of
    `stablehlo.infeed` takes the next one's value.

    ```mlir
    %sums:2 = "interpreter.run_parallel"(%a, %b) {
      programs = [[@reduce], [@reduce]]
    } : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs,
                       OptionalAttr<FlatSymbolRefArrayAttr>:$infeed,
                       ProgramGridAttr:$programs);
  let results = (outs Variadic<AnyType>:$results);
  let hasVerifier = 1;
}

def PrintOp : InterpreterOp<"print"> {
  let summary = "writes a value's name, type and elements to standard output";
  let description = [{
    ```mlir
    interpreter.print %sum : tensor<2xi32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$operand);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

def ProbeOp : InterpreterOp<"probe", [SameOperandsAndResultType]> {
  let summary = "keeps a value in a file and passes it on";
  let description = [{
    Each execution writes one `.npy` file into the probe directory
    (`weft-run --probe-output-dir`) and adds a line `probe_id,type,file` to
    `index.csv` there. `check.expect_serialized_eq` reads them back.

    ```mlir
    %same = interpreter.probe %value, probe_id = "loop" : tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$operand, StrAttr:$probe_id);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $operand `,` `probe_id` `=` $probe_id attr-dict `:` type($result)
  }];
}

#endif // WEFT_STABLEHLO_TESTING_INTERPRETEROPS
