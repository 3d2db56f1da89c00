#!/usr/bin/env bash
# Builds Strata Desktop where that is needed, and starts it. ./run.sh --help says more.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd -P)
. "$root/installer/prepare.sh"

usage() {
    cat <<'TEXT'
./run.sh                          the window; without a display, a chat in the terminal
./run.sh --prompt "Hello"         one answer on the terminal (any option of `strata-engine run` works here)
./run.sh COMMAND ...              a command of strata-engine: run, chat, inspect, tokenize, ...
./run.sh COMMAND --help           what a command takes
./run.sh --help                   this text

What is missing is installed (Debian packages, as root or with sudo) and built first. Without --model the built-in
practice model answers.
TEXT
}

case ${1-} in
    -h | --help)
        usage
        exit 0
        ;;
esac

# The window needs a display; words on the command line are for the terminal program.
program=strata-engine
if [ "$#" -eq 0 ]; then
    if [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ]; then
        program=strata-desktop
    else
        set -- chat
    fi
elif [ "$1" != --version ]; then
    case $1 in
        -*) set -- run "$@" ;;
    esac
fi

more=()
if [ "$program" = strata-desktop ] && [ -z "${DISPLAY-}" ]; then
    more=(qt6-wayland)
fi

open_stdin
lock_build
install_packages "${more[@]+"${more[@]}"}"
configure release
build release "$program"
unlock_build
exec "$root/build/release/bin/$program" "$@"
