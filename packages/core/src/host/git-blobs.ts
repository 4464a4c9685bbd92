export interface Blob {
  readonly bytes: Buffer;
  readonly isExecutable: boolean;
}

/** Files of a commit by their paths below a folder, or why they cannot be had. */
export type Blobs =
  | { readonly isKnown: true; readonly files: ReadonlyMap<string, Blob> }
  | { readonly isKnown: false; readonly reason: string };

const limitMs = 20_000;
/** Of the names on one command line. */
const mostNameBytes = 64 * 1024;

/**
 * Plain files as the commit holds them, no filter applied: a filter may be a program that goes to the network. Files of more than
 * `maxBytes` are left out. Reads only what is on disk.
 */
export function blobsAt(
  folder: string,
  commit: string,
  names: readonly string[],
  { maxBytes, env }: { maxBytes: number; env: Readonly<Record<string, string | undefined>> },
): Blobs {
  if (!/^[0-9a-f]{7,64}$/.test(commit)) return { isKnown: false, reason: "no commit was recorded" };
  const git = (args: readonly string[], input: string, maxBuffer: number) =>
    runGit(folder, args, input, maxBuffer, env);
  const found: Listed[] = [];
  for (const some of portionsOf(names)) {
    const listed = git(["ls-tree", "-z", "-l", commit, "--", ...some], "", 1 << 24);
    if (!listed.isDone) return { isKnown: false, reason: reasonFor(listed.reason, commit) };
    found.push(...listedIn(listed.output).filter(({ sizeBytes }) => sizeBytes <= maxBytes));
  }
  if (found.length === 0) return { isKnown: true, files: new Map() };
  const sizeBytes = found.reduce((sum, one) => sum + one.sizeBytes + 256, 1024);
  const told = git(["cat-file", "--batch"], found.map(({ hash }) => `${hash}\n`).join(""), sizeBytes);
  if (!told.isDone) return { isKnown: false, reason: reasonFor(told.reason, commit) };
  return { isKnown: true, files: blobsIn(told.output, found) };
}

/** `<hash> blob <size>\n<bytes>\n` each, in the order asked for; a blob that a partial clone lacks is one line. */
function blobsIn(output: Buffer, asked: readonly Listed[]): Map<string, Blob> {
  const files = new Map<string, Blob>();
  let at = 0;
  for (const { hash, name, isExecutable, sizeBytes } of asked) {
    const start = output.indexOf("\n", at) + 1;
    const isThere = output.toString("latin1", at, start - 1) === `${hash} blob ${sizeBytes}`;
    if (isThere) files.set(name, { bytes: output.subarray(start, start + sizeBytes), isExecutable });
    at = isThere ? start + sizeBytes + 1 : start;
  }
  return files;
}

type Ran = { isDone: true; output: Buffer } | { isDone: false; reason: "missing" | "failed" };

function runGit(
  cwd: string,
  args: readonly string[],
  input: string,
  maxBuffer: number,
  given: Readonly<Record<string, string | undefined>>,
): Ran {
  const env = {
    PATH: given.PATH,
    HOME: given.HOME,
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_LITERAL_PATHSPECS: "1",
    LC_ALL: "C",
  };
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status, stdout, error } = spawnSync("git", [...args], {
    cwd,
    env,
    input,
    maxBuffer,
    timeout: limitMs,
    stdio: ["pipe", "pipe", "ignore"],
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === "ENOENT")
    return { isDone: false, reason: "missing" };
  return status === 0 ? { isDone: true, output: stdout } : { isDone: false, reason: "failed" };
}

function reasonFor(reason: "missing" | "failed", commit: string): string {
  return reason === "missing"
    ? "git is not installed here"
    : `the recorded commit ${commit.slice(0, 12)} is not in this folder's repository`;
}

interface Listed {
  readonly hash: string;
  readonly name: string;
  readonly isExecutable: boolean;
  readonly sizeBytes: number;
}

/** `100644 blob <hash> <size>\t<name>`, ended by NUL. Links and submodules are no plain files. */
function listedIn(output: Buffer): Listed[] {
  return output
    .toString("utf8")
    .split("\0")
    .flatMap((row) => {
      const [, mode, hash, size, name] = /^(100\d{3}) blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(row) ?? [];
      if (mode === undefined || hash === undefined || name === undefined) return [];
      return [{ hash, name, isExecutable: mode === "100755", sizeBytes: Number(size) }];
    });
}

function portionsOf(names: readonly string[]): string[][] {
  const portions: string[][] = [];
  let room = 0;
  for (const name of names) {
    const size = Buffer.byteLength(name) + 1;
    if (size > room) {
      portions.push([]);
      room = mostNameBytes;
    }
    room -= size;
    portions.at(-1)?.push(name);
  }
  return portions;
}
