#!/usr/bin/env bash
# Checks run.sh, test.sh and installer/prepare.sh in a copy of their own, with stand-ins for apt-get, cmake and the programs:
#   prepare_test.sh REPOSITORY
# Nothing is installed or built. Every check prints a line; the exit code is 1 if one of them failed.
set -u
repository=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree="$work/a folder with spaces"
tools="$work/tools"
failures=0

check() {
    local what=$1
    shift
    if "$@"; then
        printf 'ok    %s\n' "$what"
    else
        printf 'FAIL  %s\n' "$what"
        sed 's/^/      stdout: /' "$work/out"
        sed 's/^/      stderr: /' "$work/err"
        failures=$((failures + 1))
    fi
}

tool() {
    cat >"$tools/$1"
    chmod +x "$tools/$1"
}

# A fresh copy of the scripts, and a PATH that holds nothing but what is put there.
fresh_tree() {
    rm -rf "$tree" "$tools"
    mkdir -p "$tree/installer" "$tools"
    cp "$repository/run.sh" "$repository/test.sh" "$tree/"
    cp "$repository/installer/prepare.sh" "$repository/installer/debian-packages.txt" "$tree/installer/"
    local name
    for name in bash cat chmod dirname env flock grep head mkdir nproc readlink rm sed sort tail tee; do
        ln -s "$(command -v "$name")" "$tools/$name"
    done
    : >"$work/calls"
    : >>"$work/installed"
    tool dpkg-query <<'TOOL'
#!/usr/bin/env bash
while [ "$#" -gt 0 ]; do case $1 in -*) ;; *) grep -qx "$1" "$WORK/installed" && echo "$1 installed" ;; esac; shift; done
TOOL
    tool id <<'TOOL'
#!/usr/bin/env bash
cat "$WORK/user"
TOOL
    tool apt-get <<'TOOL'
#!/usr/bin/env bash
echo "apt-get $*" >>"$WORK/calls"
[ "$DEBIAN_FRONTEND" = noninteractive ] || exit 1
case " $* " in
    *" update "*) : >"$WORK/lists" ;;
    *" install "*) [ -f "$WORK/lists" ] || { echo "Unable to locate package"; exit 100; }
        for word; do echo "$word" >>"$WORK/installed"; done ;;
esac
TOOL
    tool cmake <<'TOOL'
#!/usr/bin/env bash
case $1 in
    --version) echo "cmake version ${CMAKE_IS:-3.25.1}" ;;
    --preset) echo "configure $*" >>"$WORK/calls"
        [ -z "${CONFIGURE_FAILS-}" ] || { echo "CMake Error: no"; exit 1; }
        mkdir -p "build/$2/bin"; : >"build/$2/build.ninja"
        echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >"build/$2/CMakeCache.txt" ;;
    --build) echo "build $*" >>"$WORK/calls"
        [ -z "${BUILD_FAILS-}" ] || { echo "x.cpp:1: error: no"; exit 1; }
        echo "[1/2] Compiling"; mkdir -p "$2/bin"
        for name in strata-engine strata-desktop; do
            printf '#!/usr/bin/env bash\necho "%s"; printf "<%%s>" "$@"; echo; cat\nexit 7\n' $name >"$2/bin/$name"
            chmod +x "$2/bin/$name"
        done ;;
esac
TOOL
    tool ctest <<'TOOL'
#!/usr/bin/env bash
echo "ctest $*" >>"$WORK/calls"
echo "100% tests passed"
TOOL
}

# in_tree SCRIPT ARGUMENTS...: runs a script from another folder with the small PATH; sets `code`.
in_tree() {
    local script=$1
    shift
    (cd "$work" && PATH=$tools WORK=$work bash "$tree/$script" "$@" >"$work/out" 2>"$work/err" </dev/null)
    code=$?
}
said() { grep -qF -- "$1" "$work/err"; }
printed() { [ "$(cat "$work/out")" = "$1" ]; }
called() { grep -qF -- "$1" "$work/calls"; }
not() { ! "$@"; }
all_installed() { sed -e 's/#.*//' "$tree/installer/debian-packages.txt" >"$work/installed"; }

unset DISPLAY WAYLAND_DISPLAY
echo 0 >"$work/user"
fresh_tree
in_tree run.sh
check "without a display it chats in the terminal" printed $'strata-engine\n<chat>'
check "and gives the program's own exit code back" [ "$code" -eq 7 ]
check "fetches the package lists only after an installation without them failed" \
    [ "$(grep -c 'apt-get' "$work/calls")" -eq 3 ]
check "installs what the list names" called "libcli11-dev"
check "builds the program that it starts" called "--target strata-engine"

: >"$work/calls"
in_tree run.sh --prompt "What is the capital of France?"
check "options go to the run command, and stdout is the program's alone" \
    printed $'strata-engine\n<run><--prompt><What is the capital of France?>'
check "a second start installs nothing" not called apt-get
check "a second start configures nothing" not called configure

in_tree run.sh tokenize --text "a b"
check "a command goes through as it is" printed $'strata-engine\n<tokenize><--text><a b>'
in_tree run.sh --version
check "--version goes to the program" printed $'strata-engine\n<--version>'
in_tree run.sh --help
check "--help explains and ends well" [ "$code" -eq 0 ]

export DISPLAY=:7
in_tree run.sh
check "with a display it opens the window" printed $'strata-desktop\n<>'
in_tree run.sh --prompt x
check "words on the command line are for the terminal even then" printed $'strata-engine\n<run><--prompt><x>'
unset DISPLAY
export WAYLAND_DISPLAY=wayland-0
in_tree run.sh
check "a Wayland display needs Qt's part for it" called qt6-wayland
unset WAYLAND_DISPLAY

(cd "$work" && PATH=$tools WORK=$work bash "$tree/run.sh" run >"$work/out" 2>"$work/err" <&-)
check "works with a closed stdin" printed $'strata-engine\n<run>'

mv "$tree" "$work/moved"
tree=$work/moved in_tree run.sh
check "a folder that was moved is configured afresh" called "--fresh"
rm -rf "$work/moved"

fresh_tree
all_installed
CMAKE_IS=3.18.4 in_tree run.sh
check "an old CMake is named" said "CMake 3.18.4 is too old"
check "and ends the script" [ "$code" -eq 1 ]
export CONFIGURE_FAILS=yes
in_tree run.sh
check "a failed configuration shows its error" said "CMake Error: no"
unset CONFIGURE_FAILS
export BUILD_FAILS=yes
in_tree run.sh
check "a failed build shows its error" said "x.cpp:1: error: no"
check "and names the log" said "build/release/build.log"
check "and starts nothing" [ "$code" -eq 1 ]
unset BUILD_FAILS

fresh_tree
: >"$work/installed"
echo 1000 >"$work/user"
in_tree run.sh
check "without root and sudo it says which packages are missing" said "apt-get install g++ cmake ninja-build"
check "and ends" [ "$code" -eq 1 ]
check "and tries nothing" not called apt-get
tool sudo <<'TOOL'
#!/usr/bin/env bash
echo "sudo $*" >>"$WORK/calls"
while [ "${1#-}" != "$1" ]; do shift; done
exec "$@"
TOOL
in_tree run.sh
check "with sudo it installs through it" called "sudo"
check "and goes on" [ "$code" -eq 7 ]

fresh_tree
all_installed
in_tree test.sh -R gguf
check "test.sh builds everything" not called "--target"
check "test.sh gives other words to ctest" called "-R gguf"
check "test.sh prints ctest's lines" printed "100% tests passed"
in_tree test.sh --asan
check "--asan chooses the preset" called "ctest --preset asan"
mkdir "$work/full data"
in_tree test.sh --fixtures "full data"
check "--fixtures sets the folder, from wherever it was named" called "-DSTRATA_FIXTURES=$(cd "$work" && pwd -P)/full data"
in_tree test.sh --fixtures "no such folder"
check "a missing folder is a usage error" [ "$code" -eq 2 ]

[ "$failures" -eq 0 ]
