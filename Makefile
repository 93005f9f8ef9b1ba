# The whole of Weft behind a few words. Each target does its own set-up and is quick when nothing changed.

PRESET ?= dev
BUILD := build/$(PRESET)
JOBS ?= 2

.PHONY: help demo test build configure setup wheel format tidy asan tsan fuzz clean

help:
	@echo "make demo    build Weft, run the example programs and show their results"
	@echo "make test    build Weft and run all tests"
	@echo "make build   set up and build only           (PRESET=dev|release|asan|tsan|fuzz|x86_64)"
	@echo "make wheel   the Python wheels, for this machine and for x86-64, in build/wheels"
	@echo "make asan    the plugin's tests under the address and undefined-behaviour sanitizers"
	@echo "make tsan    the plugin's tests under the thread sanitizer"
	@echo "make fuzz    fuzz importers and executables    (FUZZ_SECONDS=600 each)"
	@echo "make format  format the C++ sources"
	@echo "make tidy    clang-tidy over what changed    (SINCE=commit)"
	@echo "make clean   remove the build folders"

setup:
	@scripts/setup

configure: setup
	@test -f $(BUILD)/build.ninja || cmake --preset $(PRESET)

build: configure
	@cmake --build $(BUILD) -j $(JOBS)

demo: build
	@scripts/demo $(BUILD)

test: build
	@scripts/test $(BUILD)

wheel: setup
	@scripts/wheels $(JOBS)

asan tsan: setup
	@test -f build/$@/build.ninja || cmake --preset $@
	@scripts/sanitize $@ $(JOBS)

fuzz:
	@$(MAKE) --no-print-directory build PRESET=fuzz
	@scripts/fuzz build/fuzz $(or $(FUZZ_SECONDS),600)

format: setup
	@git ls-files '*.h' '*.cpp' | xargs clang-format-22 -i

tidy: build
	@scripts/tidy $(or $(SINCE),HEAD) $(BUILD)

clean:
	rm -rf build
