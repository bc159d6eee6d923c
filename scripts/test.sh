#!/usr/bin/env bash
# scripts/test.sh [--quick]: installs what the tests need, builds everything and runs every test, as
# continuous integration does: under the address sanitizer, what has threads under the thread
# sanitizer, the fuzzers for a while, and the release with the tests of real sockets and processes.
# One line per step; the output of each is in build/logs. --quick: all tests once, in a plain build.
set -euo pipefail
# shellcheck source=scripts/steps.sh
source "$(dirname "$0")/steps.sh"
cd "${root}"

jobs=$(nproc)
fuzz_seconds=10
quick=false
tested=()

# What needs neither the tool nor the examples as programs.
checked='(unit_[a-z]+|paths|sim_[a-z]+|integration_(api|allocations|io|onebox)|fuzz_[a-z]+)'

# What runs in more than one thread: the thread sanitizer has nothing to find in the rest, which runs
# in virtual time.
threaded='(integration_(api|io|onebox|tool)|unit_(base|io|tools))'

# What users build, and the tests upon it.
whole='([0-9]{2}_[a-z_]+|integration_[a-z_]+|public_headers|[a-z]+_bench)'

usage() {
  sed -n '2,5s/^# //p' "$0"
}

configure() {
  step "configure $1" cmake --preset "$@"
}

build() {
  step "build $1" cmake --build --preset "$@" --parallel "${jobs}"
}

run_tests() {
  local preset=$1
  shift
  tested+=("${preset}")
  step "test ${preset}" ctest --preset "${preset}" --parallel "${jobs}" --no-tests=error "$@"
}

# The targets of a build that match a pattern.
targets_of() {
  cmake --build --preset "$1" --target help | grep -oE "^($2): " | tr -d ': '
}

# Explores each fuzz target for a while, from the kept corpus.
fuzz() {
  local name names=() corpus
  for name in tests/fuzz/*_fuzz.cc; do
    name=${name##*/}
    names+=("${name%_fuzz.cc}")
  done
  build fuzz --target "${names[@]/#/fuzz_}"
  for name in "${names[@]}"; do
    corpus=build/fuzz/corpus/${name}
    mkdir -p "${corpus}"
    step "run fuzz_${name}" "build/fuzz/tests/fuzz/fuzz_${name}" -max_total_time="${fuzz_seconds}" \
      -timeout=10 -artifact_prefix="${corpus}/" "${corpus}" "tests/fuzz/corpus/${name}"
  done
}

# ctest's own closing lines of each run.
print_results() {
  local preset
  for preset in "${tested[@]}"; do
    echo "tests of the ${preset} build:"
    grep -E '^[0-9]+% tests passed|^Total Test time' "${logs}/test-${preset}.log"
  done
}

for argument in "$@"; do
  case ${argument} in
    --quick) quick=true ;;
    --help) usage; exit 0 ;;
    *) echo "test.sh: unknown argument '${argument}'" >&2; usage >&2; exit 2 ;;
  esac
done

echo "bridle: building and testing with ${jobs} jobs; logs are in build/logs"
step "packages" scripts/install-packages.sh build test

if ${quick}; then
  configure dev -DBRIDLE_BUILD_BENCH=ON
  build dev
  run_tests dev
else
  configure asan -DBRIDLE_BUILD_EXAMPLES=OFF
  mapfile -t targets < <(targets_of asan "${checked}")
  build asan --target "${targets[@]}"
  run_tests asan --tests-regex "^${checked}\$"

  configure tsan
  mapfile -t targets < <(targets_of tsan "${threaded}|[0-9]{2}_[a-z_]+")
  build tsan --target bridle "${targets[@]}"
  run_tests tsan --tests-regex "^${threaded}\$"

  configure fuzz
  fuzz

  configure release -DBRIDLE_BUILD_TESTS=ON -DBRIDLE_BUILD_EXAMPLES=ON -DBRIDLE_BUILD_BENCH=ON
  mapfile -t targets < <(targets_of release "${whole}")
  build release --target bridle "${targets[@]}"
  run_tests release --label-regex 'integration|tidy'
fi

echo "all steps passed in ${SECONDS} s"
print_results
