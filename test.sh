#!/usr/bin/env bash
# Builds everything and runs the tests. ./test.sh --help says more.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd -P)
. "$root/installer/prepare.sh"

usage() {
    cat <<'TEXT'
./test.sh                    builds the release and runs all tests
./test.sh --asan             the same with the address and undefined-behaviour sanitizers
./test.sh --tsan             the same with the thread sanitizer
./test.sh --fixtures FOLDER  tests against a folder with the full reference data from now on ("" ends it)
./test.sh -R gguf            what is not listed here goes to ctest: this runs the tests with "gguf" in their name
TEXT
}

preset=release
options=()
while [ "$#" -gt 0 ]; do
    case $1 in
        -h | --help)
            usage
            exit 0
            ;;
        --asan | --tsan)
            preset=${1#--}
            shift
            ;;
        --fixtures)
            if [ "$#" -lt 2 ]; then
                say "--fixtures needs a folder."
                exit 2
            fi
            if [ -n "$2" ] && [ ! -d "$2" ]; then
                say "--fixtures: there is no folder $2"
                exit 2
            fi
            folder=
            if [ -n "$2" ]; then
                folder=$(CDPATH='' cd -- "$2" && pwd -P)
            fi
            options=("-DSTRATA_FIXTURES=$folder")
            shift 2
            ;;
        *) break ;;
    esac
done

exec </dev/null
lock_build
install_packages # no more than the list
configure "$preset" "${options[@]+"${options[@]}"}"
build "$preset"
unlock_build
cd "$root"
result=0
ctest --preset "$preset" --output-on-failure --parallel "$(nproc)" "$@" || result=$?
if [ "$result" -ne 0 ]; then
    # Once more at the very end, where a long log is looked at first.
    say "What failed:"
    grep -A 3 -E '^(FAIL!|XPASS|QFATAL)|^Received signal|Segmentation fault|ERROR: .*Sanitizer' \
        "build/$preset/Testing/Temporary/LastTest.log" | cut -c 1-400 | head -n 100 || true
fi
exit "$result"
