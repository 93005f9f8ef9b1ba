// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Dialects/Probes.h"

#include "weft/Support/Npy.h"
#include "weft/Testing/Dialects/TensorNpy.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

using weft::reference::Budget;
using weft::reference::Tensor;

namespace weft {
namespace {

std::string typeText(mlir::Type type) { return llvm::formatv("{0}", type); }

/// Quotes a field that contains what separates fields or lines.
std::string csvField(llvm::StringRef text) {
  if (text.find_first_of("\",\n\r") == llvm::StringRef::npos) {
    return text.str();
  }
  std::string quoted = "\"";
  for (char c : text) {
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  }
  return quoted + "\"";
}

Status writeFile(llvm::StringRef path, llvm::StringRef contents, bool append) {
  std::error_code error;
  llvm::raw_fd_ostream stream(
      path, error,
      append ? llvm::sys::fs::CD_OpenAlways : llvm::sys::fs::CD_CreateAlways,
      llvm::sys::fs::FA_Write,
      append ? llvm::sys::fs::OF_Append : llvm::sys::fs::OF_None);
  if (!error) {
    stream << contents;
    stream.close();
    error = stream.error();
    stream.clear_error();
  }
  if (error) {
    return Status::unavailable(
        llvm::formatv("cannot write {0}: {1}", path, error.message()));
  }
  return Status::success();
}

} // namespace

void Probes::startProgram() {
  std::lock_guard<std::mutex> guard(lock);
  records.clear();
}

Status Probes::record(llvm::StringRef probe, const Tensor &value) {
  if (directory.empty()) {
    return Status::failedPrecondition(
        llvm::formatv("probe '{0}' has no directory to write to; name one with "
                      "--probe-output-dir",
                      probe));
  }
  std::lock_guard<std::mutex> guard(lock);
  if (std::error_code error = llvm::sys::fs::create_directories(directory)) {
    return Status::unavailable(llvm::formatv("cannot create directory {0}: {1}",
                                             directory, error.message()));
  }
  llvm::SmallString<128> index(directory);
  llvm::sys::path::append(index, "index.csv");
  if (written == 0) {
    // A new run replaces the index of the last one.
    WEFT_RETURN_IF_ERROR(writeFile(index, "", /*append=*/false));
  }
  llvm::SmallString<128> file(directory);
  llvm::sys::path::append(file, llvm::formatv("probe{0}.npy", written + 1));
  WEFT_RETURN_IF_ERROR(
      writeFile(file, encodeNpy(npyFromTensor(value)), /*append=*/false));
  ++written;
  Record record{typeText(value.type()), std::string(file)};
  WEFT_RETURN_IF_ERROR(writeFile(index,
                                 csvField(probe) + "," + record.type + "," +
                                     csvField(record.file) + "\n",
                                 /*append=*/true));
  records[probe].push_back(std::move(record));
  return Status::success();
}

StatusOr<Tensor> Probes::read(Budget &budget, llvm::StringRef probe,
                              uint64_t iteration, mlir::RankedTensorType type) {
  Record record;
  {
    std::lock_guard<std::mutex> guard(lock);
    auto found = records.find(probe);
    size_t count = found == records.end() ? 0 : found->second.size();
    if (iteration >= count) {
      return Status::notFound(
          llvm::formatv("probe '{0}' has run {1} times, so there is no value "
                        "of iteration {2}",
                        probe, count, iteration));
    }
    record = found->second[iteration];
  }
  if (record.type != typeText(type)) {
    return Status::invalidArgument(llvm::formatv(
        "probe '{0}' wrote {1}, expected {2}", probe, record.type, type));
  }
  WEFT_ASSIGN_OR_RETURN(NpyArray array, readNpyFile(record.file));
  return tensorFromNpy(budget, array, type);
}

} // namespace weft
