# How every file of Weft is compiled and linked.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "Weft is built with clang; configure with a preset: cmake --preset dev")
endif()

# -ffp-contract=off: the interpreter and the folding code define results; a fused multiply-add on one machine and not on
# another would make them differ.
add_compile_options(-fno-rtti -fno-exceptions -ffunction-sections -fdata-sections -ffp-contract=off
  -Wall -Wextra -Werror -Wno-unused-parameter -Wimplicit-fallthrough -Wnon-virtual-dtor -Wcovered-switch-default
  # libstdc++ calls its own deprecated functions; inside a precompiled header that is not taken for a system header.
  -Wno-deprecated-declarations)
add_link_options(-fuse-ld=lld -Wl,--gc-sections)

# ccache may serve objects built beside a precompiled header only if the header carries no timestamp.
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
find_program(WEFT_CCACHE ccache)
if(WEFT_CCACHE)
  set(WEFT_CCACHE_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${WEFT_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER ${WEFT_CCACHE_LAUNCHER})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${WEFT_CCACHE_LAUNCHER})
endif()

if(WEFT_SANITIZE)
  add_compile_options(-fsanitize=${WEFT_SANITIZE} -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${WEFT_SANITIZE})
endif()
if(WEFT_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  add_link_options(-Wl,--icf=all -Wl,--strip-all)
endif()
