# shellcheck shell=bash
# Sourced by the other scripts: steps that are quiet when all is well.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs="${root}/build/logs"
mkdir -p "${logs}"

# The lines of a log that say what went wrong: errors with a few lines after each, then its end.
relevant_lines() {
  grep -nE -A4 'error:|Error |ERROR:|FAILED|\*\*\*|: Failure|undefined reference|Traceback|^E: ' "$1" |
    head -n 60 || true
  echo '...'
  tail -n 15 "$1"
}

# step NAME COMMAND...: runs the command with its output in build/logs/NAME.log and prints one line with
# its time. If it fails, the relevant lines of the log follow, then one line that says what failed, and
# the script ends.
step() {
  local name=$1 log="${logs}/${1// /-}.log" start=${SECONDS} code=0
  shift
  printf '%-24s' "${name}"
  "$@" >"${log}" 2>&1 </dev/null || code=$?
  if [[ ${code} -eq 0 ]]; then
    printf 'ok %6d s\n' $((SECONDS - start))
    return
  fi
  printf 'failed %d s\n' $((SECONDS - start))
  relevant_lines "${log}" >&2
  echo "FAILED: ${name}; the whole log is ${log#"${root}/"}" >&2
  exit 1
}
