#!/usr/bin/env bash
# apt-install.sh PACKAGE...: installs system packages on Debian, Ubuntu and Raspberry Pi OS, with sudo unless root.
set -euo pipefail
if ! command -v apt-get >/dev/null; then
  echo "These system packages are needed: $*. Install them with this system's package manager, then try again." >&2
  exit 1
fi
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
