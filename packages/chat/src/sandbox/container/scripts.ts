// Programs of a container, for any POSIX shell. Arguments are never part of the text.

/** Every image has a temporary folder that anybody can write to. */
const place = "/tmp/reprise";
export const homePlace = `${place}/home`;
export const workspacePlace = `${place}/workspace`;
export const stagePlace = `${place}/stage`;
export const pidPlace = `${place}/pid`;

/** The first process, which also collects those that lost their parent. */
export const keepAlive = "trap 'exit 0' TERM INT; while :; do sleep 3600 & wait $!; done";

/** Prints the numbers of the user. */
export const prepare = `umask 077; mkdir -p ${homePlace} ${workspacePlace} ${stagePlace} ${pidPlace} && id -u && id -g`;

/** program, folder: 3 without the program, 4 without the folder. */
export const check = 'command -v -- "$1" >/dev/null || exit 3; [ -d "$2" ] || exit 4';

/**
 * number, program, arguments… Its process group has the number of its first process. Reads the input to its end: the client of
 * Docker reports a failure of its own otherwise.
 */
export const start = `echo $$ > ${pidPlace}/"$1"; shift; trap : INT TERM HUP; (exec "$@"); code=$?; cat > /dev/null; exit "$code"`;

/** number, signal: to the process group. */
export const signal = `read -r pid < ${pidPlace}/"$1" && { kill -s "$2" -- "-$pid" 2>/dev/null || kill -s "$2" "$pid" 2>/dev/null; }; true`;

/** mark: ends everything whose mark starts so, until nothing is left. */
export const endMarked = `
for round in 1 2 3 4 5; do
  found=
  for process in /proc/[0-9]*; do
    if tr '\\000' '\\n' < "$process/environ" 2>/dev/null | grep -q "^REPRISE_SANDBOX=$1"; then
      kill -s KILL "\${process#/proc/}" 2>/dev/null && found=1
    fi
  done
  [ -n "$found" ] || exit 0
done`;

/** root, then pairs of a staged file and its place below the root. Follows no link. */
export const moveStaged = `
cd "$1" || exit 1
shift
umask 077
while [ $# -gt 0 ]; do
  rest=$2
  folder=.
  while [ "\${rest#*/}" != "$rest" ]; do
    folder=$folder/\${rest%%/*}
    rest=\${rest#*/}
    [ ! -L "$folder" ] || { echo "A part of $2 is a symbolic link." >&2; exit 1; }
    [ -d "$folder" ] || mkdir -- "$folder" || exit 1
  done
  [ ! -d "./$2" ] || [ -L "./$2" ] || { echo "$2 is a folder." >&2; exit 1; }
  rm -f -- "./$2" && mv -f -- "$1" "./$2" || exit 1
  shift 2
done`;

/** root, then paths: the regular files below, each with a NUL. Follows no link. */
export const listFiles = `
cd "$1" || exit 1
shift
for path do
  rest=$path
  folder=.
  isLink=
  while [ "\${rest#*/}" != "$rest" ]; do
    folder=$folder/\${rest%%/*}
    rest=\${rest#*/}
    [ ! -L "$folder" ] || isLink=1
  done
  [ -z "$isLink" ] && [ -e "./$path" ] && [ ! -L "./$path" ] || continue
  find "./$path" -type f -exec printf '%s\\0' {} + || exit 1
done`;

/** root, then files: each as a line with its size and mode, then its bytes. */
export const readFiles = `
cd "$1" || exit 1
shift
for path do
  [ -f "./$path" ] && [ ! -L "./$path" ] || { echo gone; continue; }
  size=$(wc -c < "./$path") || exit 1
  mode=-
  [ ! -x "./$path" ] || mode=x
  echo "file $((size)) $mode"
  head -c "$((size))" < "./$path" || exit 1
done`;
