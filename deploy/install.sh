#!/usr/bin/env bash
# Installs table-companion on a Raspberry Pi as a service, from the folder this script lies in. Safe to call again:
# it upgrades. See README.md beside it.
set -euo pipefail

usage() {
  cat <<'TEXT'
sudo deploy/install.sh [--camera SOURCE] [--dry-run] [--force]   install, or upgrade
sudo deploy/install.sh --rollback [--dry-run]                    go back to the version before
sudo deploy/install.sh --uninstall [--dry-run]                   remove the program, keep the games

  --camera SOURCE  pi (the Pi's own camera) or usb:0, usb:1 and so on; kept for later upgrades
  --dry-run        print the steps, change nothing
  --force          install on a machine that is no 64-bit Raspberry Pi
TEXT
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
home=/opt/companion
profile=/var/lib/companion
settings=/etc/default/companion
unit=/etc/systemd/system/companion.service
packages=(python3-venv python3-picamera2 libgl1 libglib2.0-0)

camera='' action=install dry=no force=no
while [ $# -gt 0 ]; do
  case $1 in
    --camera)
      [ $# -gt 1 ] || { usage >&2 && exit 2; }
      camera=$2
      shift
      ;;
    --dry-run) dry=yes ;;
    --force) force=yes ;;
    --rollback) action=rollback ;;
    --uninstall) action=uninstall ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done

stop() {
  echo "install.sh: $*" >&2
  exit 1
}

step() { printf '\n== %s\n' "$*"; }

run() {
  if [ "$dry" = yes ]; then echo "   $*"; else "$@"; fi
}

write() { # write FILE TEXT: the file's whole content, in one step
  if [ "$dry" = yes ]; then
    echo "   write \"$2\" to $1"
  else
    printf '%s\n' "$2" >"$1.new" && mv "$1.new" "$1"
  fi
}

check_machine() {
  step "Check the machine"
  local machine=unknown
  [ "$(uname -s)" = Linux ] && machine=$(uname -m)
  if [ "$machine" != aarch64 ] && [ "$force" = no ]; then
    stop "this is for a 64-bit Raspberry Pi OS on a Pi 4 or 5, not for \"$(uname -s) $(uname -m)\". Add --force to try."
  fi
  python3 -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' ||
    stop "Python 3.11 to 3.13 is needed: use Raspberry Pi OS Bookworm or Trixie."
  [[ $camera =~ ^(|pi|pi:[0-9]|usb:[0-9]+)$ ]] || stop "--camera is pi or usb:0, usb:1 and so on, not \"$camera\"."
  [ "$dry" = yes ] || [ "$(id -u)" -eq 0 ] || stop "call it with sudo: it installs packages and a service."
}

version() { sed -n 's/^version = "\(.*\)"$/\1/p' "$here/pyproject.toml"; }

current() { basename "$(readlink "$home/current" 2>/dev/null || true)"; }

point_to() { # point_to VERSION: make it the one that runs, in one step
  run ln -sfn "$home/$1" "$home/current.new"
  run mv -T "$home/current.new" "$home/current"
}

install_packages() {
  step "Install system packages"
  run "$here/deploy/apt-install.sh" "${packages[@]}"
}

add_user() {
  step "Add the user \"companion\""
  if id companion >/dev/null 2>&1; then
    echo "   it is there"
  else
    run useradd --system --user-group --home-dir "$profile" --shell /usr/sbin/nologin companion
  fi
  run usermod --append --groups video companion
}

install_program() {
  local new before
  new=$(version) before=$(current)
  step "Install version $new in $home/$new"
  run mkdir -p "$home"
  # The system's packages stay visible: picamera2 and libcamera exist only there.
  run python3 -m venv --system-site-packages "$home/$new"
  run "$home/$new/bin/python" -m pip install --quiet --upgrade pip
  run "$home/$new/bin/python" -m pip install --quiet --upgrade "${here}[pi]"
  run "$home/$new/bin/companion" --version
  if [ -n "$before" ] && [ "$before" != "$new" ]; then write "$home/previous" "$before"; fi
  point_to "$new"
}

install_service() {
  step "Install and start the service"
  if [ -n "$camera" ]; then
    write "$settings" "$(echo "COMPANION_CAMERA=$camera" && { grep -v '^COMPANION_CAMERA=' "$settings" 2>/dev/null || true; })"
  fi
  run install -m 644 "$here/deploy/companion.service" "$unit"
  run systemctl daemon-reload
  run systemctl enable companion.service
  run systemctl restart companion.service
}

say_where() {
  step "Done"
  echo "   Open http://$(hostname -I 2>/dev/null | cut -d' ' -f1):8000 on a phone or tablet in the same network."
  echo "   Looking is free; for playing, each phone is asked once for the PIN: sudo cat $profile/pin"
  echo "   If it does not open: journalctl --unit companion --lines 50"
}

roll_back() {
  step "Go back to the version before"
  local before
  before=$(cat "$home/previous" 2>/dev/null || true)
  if [ -z "$before" ] || [ ! -d "$home/$before" ]; then
    stop "there is no earlier version in $home to go back to."
  fi
  write "$home/previous" "$(current)"
  point_to "$before"
  run systemctl restart companion.service
}

uninstall() {
  step "Remove the program, keep the games"
  run systemctl disable --now companion.service
  run rm -f "$unit" "$settings"
  run systemctl daemon-reload
  run rm -rf "$home"
  echo "   The games stay in $profile. To remove them too: sudo rm -r $profile && sudo userdel companion"
}

check_machine
case $action in
  install)
    install_packages
    add_user
    install_program
    install_service
    say_where
    ;;
  rollback) roll_back ;;
  uninstall) uninstall ;;
esac
