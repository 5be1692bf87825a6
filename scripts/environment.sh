# Sourced by ./run and ./test, which set `root`: makes and repairs .venv. POSIX sh.
#
# .venv/kinloop-stamp says how far the environment is: "installing" while pip works, then a checksum of what was asked
# for and the extras. When it fits, nothing is done; written last, so an interrupted installation is seen and done again.
# shellcheck shell=sh

: "${root:?environment.sh is sourced by ./run and ./test}"
venv=$root/.venv
stamp=$venv/kinloop-stamp
lock=$root/.venv.lock
venv_python=$venv/bin/python
case $(uname -s) in MINGW* | MSYS* | CYGWIN*) venv_python=$venv/Scripts/python.exe ;; esac

# Packages of another Python must not leak in (sourcing ROS sets PYTHONPATH).
unset PYTHONHOME PYTHONPATH

say() { printf 'kinloop: %s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# ensure_environment EXTRAS: afterwards "$venv_python" has kinloop with these extras.
# The extras of ./test begin with those of ./run, so what ./test made serves ./run too.
ensure_environment() {
    extras=$1
    wanted="$({ cat "$root/pyproject.toml" "$root/constraints.txt" && printf '%s' "$root"; } | cksum) $extras"
    is_ready && return
    take_lock
    (
        trap remove_lock EXIT
        trap 'exit 130' HUP INT TERM
        is_ready || install_packages # another process may have done it while we waited
    ) || exit
}

is_ready() {
    [ -f "$stamp" ] || return 1
    case $(cat "$stamp") in "$wanted"*) ;; *) return 1 ;; esac
    "$venv_python" -I -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("kinloop") is None)' 2>/dev/null
}

install_packages() {
    before=$(cat "$stamp" 2>/dev/null) || before= # empty: nothing there, or an environment of the user's own
    if [ "$before" = installing ] || ! "$venv_python" -I -c 'import pip' 2>/dev/null; then
        make_venv
        before=installing
    fi
    [ -z "$before" ] || echo installing >"$stamp"
    say "installing kinloop [$extras] into .venv (1 to 2 GB, some minutes the first time) ..."
    cd "$root" || exit
    if ! "$venv_python" -m pip install --quiet --no-input --disable-pip-version-check \
        -c constraints.txt -e ".[$extras]" >"$venv/install.log" 2>&1; then
        cat "$venv/install.log" >&2
        [ -z "$before" ] || printf '%s\n' "$before" >"$stamp" # a failed update leaves the old packages in place
        fail "the installation failed; pip's words are above"
    fi
    printf '%s\n' "$wanted" >"$stamp"
    say "ready"
}

make_venv() {
    find_python
    [ ! -e "$venv" ] || say "the environment in .venv is incomplete; making it again"
    say "making .venv with $python ($version)"
    rm -rf "$venv" && mkdir "$venv" && echo installing >"$stamp" || exit
    "$python" -m venv "$venv" >&2 || fail "$python -m venv failed; its words are above"
}

# Sets python and version to the first Python that is new enough and can make environments.
find_python() {
    found=
    for python in python3.13 python3.12 python3.11 python3 python; do
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
        found="$found $python ($version),"
        case $version in 3.1[1-9] | 3.[2-9][0-9]) ;; *) continue ;; esac
        "$python" -c 'import ensurepip, venv' 2>/dev/null && return
        found="${found%,} without venv (Debian and Ubuntu: apt install python$version-venv),"
    done
    found=${found%,}
    fail "needs Python 3.11 or newer with the venv module; found:${found:- no Python at all}"
}

# One installation at a time: the folder is the lock, the file in it names the process.
take_lock() {
    told=
    until { mkdir "$lock" && echo $$ >"$lock/pid"; } 2>/dev/null; do
        [ -d "$lock" ] || [ -w "$root" ] || fail "cannot write to $root"
        owner=$(cat "$lock/pid" 2>/dev/null) || owner=
        if lock_is_stale && break_lock; then
            continue
        elif [ -n "$owner" ] && [ -z "$told" ]; then
            told=yes
            say "waiting for process $owner, which is installing (if there is none, remove $lock)"
        fi
        sleep 1
    done
}

# Its process is gone, or did not write its number for minutes, or the lock is an hour old (numbers are used again).
lock_is_stale() {
    minutes=1
    if [ -n "$owner" ]; then
        kill -0 "$owner" 2>/dev/null || return 0
        minutes=60
    fi
    [ -n "$(find "$lock" -prune -mmin "+$minutes" 2>/dev/null)" ]
}

# Only one of those who wait may break a lock, and only the lock that it judged: not one made since.
break_lock() (
    mkdir "$lock/breaking" 2>/dev/null || exit
    trap 'rmdir "$lock/breaking" 2>/dev/null' EXIT
    trap 'exit 130' HUP INT TERM
    sleep 1
    [ -d "$lock/breaking" ] && [ "$(cat "$lock/pid" 2>/dev/null)" = "$owner" ] || exit
    trap - EXIT
    say "removing the lock of an interrupted installation"
    remove_lock
)

# Renamed first, so that no other process sees it half removed.
remove_lock() { { mv "$lock" "$lock.$$" && rm -rf "$lock.$$"; } 2>/dev/null || :; }
