#!/usr/bin/env bash
# Runs what it is to look at, and finds something where it is told to: --tool TOOL --error-exitcode CODE COMMAND...
tool=$2 code=$4
shift 4
"$@" || exit
if [[ $tool == "${FINDS:-}" ]]; then
  echo "found by $tool"
  exit "$code"
fi
