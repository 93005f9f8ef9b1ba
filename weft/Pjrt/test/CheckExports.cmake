# Run with -DNM=... -DLIBRARY=...: the library must export GetPjrtApi and nothing else, and hold nothing of weft/Testing.
execute_process(COMMAND "${NM}" --dynamic --defined-only --extern-only "${LIBRARY}"
  OUTPUT_VARIABLE symbols OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
if(NOT symbols MATCHES "^[0-9a-f]+ T GetPjrtApi$")
  message(FATAL_ERROR "${LIBRARY} exports more or less than GetPjrtApi:\n${symbols}")
endif()

execute_process(COMMAND "${NM}" --demangle "${LIBRARY}" OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(symbols MATCHES "weft::(generate|check|interpreter)::[^\n]*")
  message(FATAL_ERROR "${LIBRARY} holds something of weft/Testing: ${CMAKE_MATCH_0}")
endif()
