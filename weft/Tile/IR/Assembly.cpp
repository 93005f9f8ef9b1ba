// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/Assembly.h"

using namespace mlir;

namespace weft::tile {

ParseResult parseBounds(OpAsmParser &parser,
                        SmallVectorImpl<OpAsmParser::UnresolvedOperand> &bounds,
                        DenseI64ArrayAttr &bounded,
                        ArrayRef<OpAsmParser::UnresolvedOperand> offsets) {
  SmallVector<int64_t> dims;
  SMLoc location = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("bound"))) {
    int64_t dim = 0;
    auto parseBound = [&]() -> ParseResult {
      if (failed(parser.parseOptionalKeyword("_"))) {
        dims.push_back(dim);
        if (parser.parseOperand(bounds.emplace_back())) {
          return failure();
        }
      }
      ++dim;
      return success();
    };
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                       parseBound)) {
      return failure();
    }
    if (dim != static_cast<int64_t>(offsets.size())) {
      return parser.emitError(location)
             << dim << " bounds do not fit " << offsets.size()
             << " subscripts; write _ for a dim without a bound";
    }
  }
  bounded = DenseI64ArrayAttr::get(parser.getContext(), dims);
  return success();
}

void printBounds(OpAsmPrinter &printer, Operation * /*operation*/,
                 OperandRange bounds, DenseI64ArrayAttr bounded,
                 OperandRange offsets) {
  if (bounds.empty()) {
    return;
  }
  printer << " bound [";
  size_t next = 0;
  for (size_t dim = 0; dim < offsets.size(); ++dim) {
    printer << (dim == 0 ? "" : ", ");
    if (next < bounds.size() && bounded[next] == static_cast<int64_t>(dim)) {
      printer << bounds[next++];
    } else {
      printer << "_";
    }
  }
  printer << "]";
}

void splitBounds(ArrayRef<Value> bounds, SmallVectorImpl<Value> &operands,
                 SmallVectorImpl<int64_t> &bounded) {
  for (auto [dim, bound] : llvm::enumerate(bounds)) {
    if (bound) {
      operands.push_back(bound);
      bounded.push_back(dim);
    }
  }
}

LogicalResult verifyBounds(Operation *operation, ArrayRef<int64_t> bounded,
                           size_t bounds, int64_t rank) {
  if (bounded.size() != bounds) {
    return operation->emitOpError()
           << bounded.size() << " bounded dims have " << bounds << " bounds";
  }
  for (auto [i, dim] : llvm::enumerate(bounded)) {
    if (dim < (i == 0 ? 0 : bounded[i - 1] + 1) || dim >= rank) {
      return operation->emitOpError()
             << "bounded dims must increase and be below " << rank << ", got ["
             << bounded << "]";
    }
  }
  return success();
}

LogicalResult verifyStrides(Operation *operation, ArrayRef<int64_t> strides,
                            RankedTensorType tile) {
  if (strides.empty()) {
    return success();
  }
  if (static_cast<int64_t>(strides.size()) != tile.getRank()) {
    return operation->emitOpError() << strides.size() << " strides do not fit "
                                    << tile << "; give one per dim of the tile";
  }
  if (llvm::is_contained(strides, 0)) {
    return operation->emitOpError()
           << "a stride of 0 reads or writes one element again; use "
              "tile.broadcast";
  }
  return success();
}

} // namespace weft::tile
