# Shared by run.sh and test.sh: gets the missing Debian packages and builds. Sourced by bash with `root` set to the
# repository's folder. Everything that is said here goes to stderr, so that stdout belongs to the program that is started.

say() {
    printf '%s\n' "$*" >&2
}

# A closed stdin would lend its number to the next file that is opened.
open_stdin() {
    if ! { : <&0; } 2>/dev/null; then
        exec </dev/null
    fi
}

# One build at a time: a second script waits here until the first has built. No flock, no waiting.
lock_build() {
    if ! mkdir -p "$root/build" 2>/dev/null || [ ! -w "$root/build" ]; then
        say "Cannot write to $root/build. Put the project in a folder of your own."
        return 1
    fi
    if command -v flock >/dev/null 2>&1; then
        exec 9>"$root/build/.lock"
        if ! flock -n 9; then
            say "Another build is running here; waiting for it."
            flock 9
        fi
    fi
}

unlock_build() {
    exec 9>&-
}

listed_packages() {
    sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$root/installer/debian-packages.txt"
}

# Prints those of the named packages that are not installed.
missing_packages() {
    local installed
    installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null </dev/null || true)
    local package
    for package in "$@"; do
        grep -qxF "$package installed" <<<"$installed" || printf '%s\n' "$package"
    done
}

# apt_get ARGUMENTS...: as root, through sudo where we are not root.
apt_get() {
    local as=()
    if [ "$(id -u)" -ne 0 ]; then
        as=(sudo)
        # Without a terminal nobody can type a password: then sudo has to do without one, or fail at once.
        if ! { : >/dev/tty; } 2>/dev/null; then
            as=(sudo -n)
        fi
    fi
    "${as[@]+"${as[@]}"}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=120 \
        "$@" </dev/null >>"$root/build/packages.log" 2>&1
}

# install_packages [MORE...]: makes sure that the packages of the list (and these) are there; on systems without dpkg the
# build itself says what it misses.
install_packages() {
    command -v dpkg-query >/dev/null 2>&1 || return 0
    local wanted=() missing=()
    mapfile -t wanted < <(listed_packages)
    mapfile -t missing < <(missing_packages "${wanted[@]}" "$@")
    if [ "${#missing[@]}" -eq 0 ]; then
        return 0
    fi
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null 2>&1; then
        say "These Debian packages are missing: ${missing[*]}"
        say "Install them as root, then start this again:  apt-get install ${missing[*]}"
        return 1
    fi
    say "Installing Debian packages: ${missing[*]}"
    : >"$root/build/packages.log"
    # The package lists of a fresh machine are empty or old; they are fetched only when that turns out to be so.
    if ! apt_get install --no-install-recommends "${missing[@]}" &&
        ! { apt_get update && apt_get install --no-install-recommends "${missing[@]}"; }; then
        tail -n 15 "$root/build/packages.log" >&2
        say "These Debian packages could not be installed: ${missing[*]}"
        say "Install them as root, then start this again:  apt-get install ${missing[*]}"
        return 1
    fi
}

# Compilers at once: one per core, but not more than memory has room for (about 1 GiB each).
build_jobs() {
    local jobs kilobytes
    jobs=$(nproc)
    kilobytes=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB$/\1/p' /proc/meminfo 2>/dev/null || true)
    if [ -n "$kilobytes" ] && [ "$jobs" -gt $((kilobytes / 1048576)) ]; then
        jobs=$((kilobytes / 1048576))
    fi
    printf '%s\n' "$((jobs > 0 ? jobs : 1))"
}

# Says TEXT when the build has something to do, and shows its counter ("[12/230] ..."): on a terminal as a line that moves,
# elsewhere as a line now and then.
show_progress() {
    local text=$1 line counter done_steps all_steps tenth last=0 begun=
    while IFS= read -r line; do
        case $line in
            *Re-checking\ globbed* | *Re-running\ CMake*) continue ;;
            \[[0-9]*/[0-9]*\]*) ;;
            *) continue ;;
        esac
        if [ -z "$begun" ]; then
            say "$text"
            begun=yes
        fi
        counter=${line%%]*}
        counter=${counter#[}
        done_steps=${counter%/*}
        all_steps=${counter#*/}
        if [ -t 2 ]; then
            printf '\r  %s of %s ' "$done_steps" "$all_steps" >&2
        elif [ "$all_steps" -gt 20 ]; then
            tenth=$((done_steps * 10 / all_steps))
            if [ "$tenth" -ne "$last" ]; then
                say "  $done_steps of $all_steps"
                last=$tenth
            fi
        fi
    done
    if [ -n "$begun" ] && [ -t 2 ]; then
        printf '\r                    \r' >&2
    fi
}

# What went wrong, as far as it can be picked out of LOG, and where the rest is.
show_failure() {
    local log=$1
    grep -E -A 8 -m 4 ' error: |undefined reference|^CMake Error|^ninja: error' "$log" >&2 || tail -n 30 "$log" >&2
    say "The build failed. All of its output: $log"
}

# The build description needs CMake 3.25; an older one would only say that it does not know an option.
check_cmake() {
    local version
    version=$(cmake --version 2>/dev/null </dev/null | sed -n '1s/^cmake version \([0-9.]*\).*/\1/p')
    if [ -z "$version" ]; then
        say "CMake is missing (3.25 or newer is needed)."
        return 1
    fi
    if [ "$(printf '%s\n' 3.25 "$version" | sort -V | head -n 1)" != 3.25 ]; then
        say "CMake $version is too old: 3.25 or newer is needed, as in Debian 12."
        return 1
    fi
}

# configure PRESET [OPTIONS...]: only when there is no build yet, when it belongs to a folder that has moved, or when
# options are given. Later changes of the build's own description are noticed by the build.
configure() {
    local preset=$1
    shift
    local folder=$root/build/$preset fresh=() home=
    if [ -f "$folder/CMakeCache.txt" ]; then
        home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$folder/CMakeCache.txt")
    fi
    if [ -n "$home" ] && [ "$home" != "$root" ]; then
        fresh=(--fresh)
    elif [ -f "$folder/build.ninja" ] && [ "$#" -eq 0 ]; then
        return 0
    fi
    check_cmake
    mkdir -p "$folder"
    if ! (cd "$root" && cmake --preset "$preset" "${fresh[@]+"${fresh[@]}"}" "$@") >"$folder/configure.log" 2>&1 </dev/null
    then
        show_failure "$folder/configure.log"
        return 1
    fi
}

# build PRESET [TARGETS...]: quiet unless it has something to do; does only what is not done yet.
build() {
    local preset=$1
    shift
    local folder=$root/build/$preset targets=() text="Building Strata Desktop"
    if [ "$#" -gt 0 ]; then
        targets=(--target "$@")
    fi
    if [ ! -d "$folder/bin" ]; then
        text="$text (the first time takes some minutes)"
    fi
    if ! (
        set -o pipefail
        unset NINJA_STATUS
        cmake --build "$folder" --parallel "$(build_jobs)" "${targets[@]+"${targets[@]}"}" 2>&1 </dev/null |
            tee "$folder/build.log" | show_progress "$text"
    ); then
        show_failure "$folder/build.log"
        return 1
    fi
}
