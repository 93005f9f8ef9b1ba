#!/usr/bin/env bash
# Says what ptxas does about one kernel, whose text is at hand.
if [[ -n ${FAILS:-} ]]; then
  echo "ptxas fatal   : it was asked to fail" >&2
  exit 255
fi
[[ $1 == -v && $2 == -arch=sm_90a ]] || exit 1
name=$(sed -n 's/.*\.entry \([A-Za-z0-9_]*\).*/\1/p' "$3")
spills=${SPILLS:-0}
echo "ptxas info    : Compiling entry function '$name' for 'sm_90a'
ptxas info    : Function properties for $name
    $spills bytes stack frame, $spills bytes spill stores, $spills bytes spill loads
ptxas info    : Used 30 registers, used 0 barriers" >&2
