#!/usr/bin/env bash
# scripts/quickstart.sh: shows what backup requests do, on a cluster of its own. Installs what is
# missing, builds a release, starts a onebox (one meta server, three replica servers on loopback,
# records in memory) that stalls 1 % of the reads at primaries by 50 to 200 ms, loads records, and
# runs the same workload twice: backup requests off, then backup_request_ms=5. Prints the two side by
# side. A second run uses what is built. Needs no argument.
set -euo pipefail
# shellcheck source=scripts/steps.sh
source "$(dirname "$0")/steps.sh"
cd "${root}"

[[ $# -eq 0 ]] || { echo "quickstart.sh takes no argument" >&2; exit 2; }

readonly records=10000
readonly seconds=15
onebox_pid=

cleanup() {
  if [[ -n ${onebox_pid} ]]; then
    kill "${onebox_pid}" 2>/dev/null || true
    wait "${onebox_pid}" 2>/dev/null || true
  fi
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
  echo "quickstart.sh: $*" >&2
  exit 1
}

# Waits until the onebox says where it is; sets meta_servers.
start_onebox() {
  local log=${logs}/onebox.log
  build/release/bridle onebox --replicas 3 --port 0 --table usertable:8 >"${log}" 2>&1 \
    --fault 'role="primary", op="read", probability=0.01, delay_min_ms=50, delay_max_ms=200' &
  onebox_pid=$!
  local i
  for ((i = 0; i < 100; ++i)); do
    if grep -q '^ready' "${log}"; then
      meta_servers=$(sed -n 's/^meta_servers //p' "${log}")
      return
    fi
    kill -0 "${onebox_pid}" 2>/dev/null || break
    sleep 0.1
  done
  echo "ERROR: the onebox did not start: $(tail -n 1 "${log}")"
  return 1
}

bench() {
  build/release/bridle bench "$@" -P conf/workloads/workloadc -p meta_servers="${meta_servers}" \
    -p recordcount="${records}" -p threadcount=32 -p seed=1
}

echo "bridle: reads with and without backup requests; logs are in build/logs"
step "packages" scripts/install-packages.sh build
step "configure release" cmake --preset release
step "build release" cmake --build --preset release --parallel "$(nproc)" --target bridle
step "start a onebox" start_onebox
step "load ${records} records" bench load
echo "running workload c for 2 x ${seconds} s, 1 % of the reads at primaries stalled by 50 to 200 ms"
bench run --compare-backup -p operationcount=0 -p maxexecutiontime="${seconds}" -p warmup=1s \
  -p backup_request_ms=5 2>"${logs}/compare.log" || fail "the run failed: $(tail -n 1 "${logs}/compare.log")"
