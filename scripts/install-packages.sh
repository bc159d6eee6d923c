#!/usr/bin/env bash
# scripts/install-packages.sh build|test...: installs the Debian 12 packages of these kinds that are
# listed in scripts/packages.txt and not yet there. Needs root only if something is missing.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)

fail() {
  echo "install-packages.sh: $*" >&2
  exit 1
}

is_installed() {
  [[ $(dpkg-query --show --showformat '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

missing_packages() {
  local kind package
  while read -r kind package; do
    if [[ " $* " == *" ${kind} "* ]] && ! is_installed "${package}"; then
      echo "${package}"
    fi
  done < <(grep -v '^#' "${root}/scripts/packages.txt")
}

apt() {
  DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@"
}

[[ $# -gt 0 ]] || fail "say which kinds of packages: build, test, or both"
for kind in "$@"; do
  [[ ${kind} == build || ${kind} == test ]] || fail "no kind of packages is called '${kind}'; write build or test"
done
command -v apt-get >/dev/null ||
  fail "there is no apt-get here; install what scripts/packages.txt names by other means"

mapfile -t missing < <(missing_packages "$@")
if [[ ${#missing[@]} -eq 0 ]]; then
  echo "all packages are there"
  exit 0
fi
[[ ${EUID} -eq 0 ]] || fail "needs root; run: apt-get install ${missing[*]}"
if [[ " ${missing[*]} " == *" libboost1.81-dev "* ]] && is_installed libboost1.74-dev; then
  echo "libboost1.81-dev takes the place of libboost1.74-dev"
fi
echo "installing ${missing[*]}"
apt update || fail "apt-get update failed; is there a network?"
apt install --yes --no-install-recommends "${missing[@]}" ||
  fail "apt-get could not install: ${missing[*]}"
