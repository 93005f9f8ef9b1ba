// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Entry.h"

#include <string>

namespace weft::pjrt {

namespace {

/// What callers hold as PJRT_Error: newer ones reach the functions through the
/// pointer at its start.
struct Error : PJRT_Error {
  explicit Error(Status status);
  Status status;
};

const Error &errorOf(const PJRT_Error *error) {
  return *static_cast<const Error *>(error);
}

void destroy(PJRT_Error *error) { delete static_cast<Error *>(error); }

void message(const PJRT_Error *error, const char **text, size_t *size) {
  *text = errorOf(error).status.message().c_str();
  *size = errorOf(error).status.message().size();
}

PJRT_Error_Code code(const PJRT_Error *error) {
  return static_cast<PJRT_Error_Code>(errorOf(error).status.code());
}

/// Our errors carry no payloads.
void forEachPayload(const PJRT_Error *, PJRT_Error_PayloadVisitor, void *) {}

const PJRT_Error_FunctionTable errorFunctions = {
    PJRT_Error_FunctionTable_STRUCT_SIZE,
    sizeof(Error),
    nullptr,
    destroy,
    message,
    code,
    forEachPayload,
};

Error::Error(Status status)
    : PJRT_Error{&errorFunctions}, status(std::move(status)) {}

} // namespace

PJRT_Error *makeError(Status status) {
  return status.ok() ? nullptr : new Error(std::move(status));
}

Status statusOf(const PJRT_Error *error) {
  return error == nullptr ? Status::success() : errorOf(error).status;
}

Status takeError(PJRT_Error *error) {
  Status status = statusOf(error);
  destroy(error);
  return status;
}

Status statusFrom(PJRT_Error_Code code, const char *message, size_t size) {
  auto number = static_cast<int>(code);
  if (number < 0 || number > static_cast<int>(StatusCode::Unauthenticated)) {
    number = static_cast<int>(StatusCode::Unknown);
  }
  return Status(static_cast<StatusCode>(number),
                std::string(textOf(message, size)));
}

PJRT_Error *structTooSmall(size_t size) {
  return makeError(Status::invalidArgument(
      "the argument struct has " + std::to_string(size) +
      " bytes, fewer than PJRT 0.104 had; update the program that loads the "
      "plugin"));
}

static void errorDestroy(PJRT_Error_Destroy_Args *args) {
  destroy(args->error);
}

static void errorMessage(PJRT_Error_Message_Args *args) {
  message(args->error, &args->message, &args->message_size);
}

static Status errorGetCode(PJRT_Error_GetCode_Args &args) {
  args.code = code(args.error);
  return Status::success();
}

static Status errorForEachPayload(PJRT_Error_ForEachPayload_Args &) {
  return Status::success();
}

void fillErrorSlots(PJRT_Api &api) {
  api.PJRT_Error_Destroy = errorDestroy;
  api.PJRT_Error_Message = errorMessage;
  api.PJRT_Error_GetCode = entry<errorGetCode, &PJRT_Error_GetCode_Args::code>;
  api.PJRT_Error_ForEachPayload =
      entry<errorForEachPayload, &PJRT_Error_ForEachPayload_Args::user_arg>;
}

} // namespace weft::pjrt
