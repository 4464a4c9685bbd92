import { join } from "node:path";
import type { RunChange } from "@reprise/model";
import { structuredPatch } from "diff";
import { commitsBetween } from "../../host/git/commits-between.ts";
import { blobsAt } from "../../host/git/git-blobs.ts";
import { hashAt, hashOfBytes } from "../../host/git/worktree-files.ts";
import type { Host } from "../../host/host.ts";
import { repositoryOf } from "../../workspace/repository.ts";
import { type WorktreeState, worktreeState } from "../../workspace/worktree-state.ts";
import { linesChanged } from "./edited-files.ts";
import type { LineChange } from "./line-changes.ts";
import { withMoves } from "./moved-files.ts";
import type { WorkedSpan } from "./worked-spans.ts";

const mostTextBytes = 1024 * 1024;
const mostChanges = 2000;

/** What git shows of the times in which an agent worked. */
export interface GitChanges {
  readonly changes: readonly RunChange[];
  /** Whether that is all: the worktree is known as it was at every start and end. */
  readonly isWhole: boolean;
  /** Whether the file is known to be as it was. */
  isUnchanged(path: string): boolean;
}

export const noGitChanges: GitChanges = { changes: [], isWhole: false, isUnchanged: () => false };

/** Changes of the person before, between and after the spans do not count, as far as they can be told apart. */
export async function gitChanges(spans: readonly WorkedSpan[], host: Host): Promise<GitChanges> {
  const [first] = spans;
  const gitFolder = first && repositoryOf(first.start.root, host.files)?.gitFolder;
  if (first === undefined || !gitFolder) return noGitChanges;
  const now = spans.at(-1)?.end === null ? await worktreeState(first.start.root, host) : null;
  const known = spans.flatMap(({ start, end }) => {
    const last = end ?? now;
    return last === null || last.root !== start.root ? [] : [{ start, end: last }];
  });
  const reader = new StateReader(gitFolder, host);
  const changed = new Set(known.flatMap(({ start, end }) => reader.differing(start, end)));
  const [from, to] = [known[0]?.start, known.at(-1)?.end];
  if (!from || !to) return noGitChanges;
  const isWhole = known.length === spans.length;
  const changes = [...changed].sort().map((path) => changeOf(path, from, to, reader));
  return {
    changes: withMoves(changes, {
      before: (path) => reader.text(from, path),
      after: (path) => reader.text(to, path),
      compare: lineChanges,
    }),
    isWhole,
    isUnchanged: (path) =>
      isWhole &&
      !changed.has(path) &&
      known.every(({ start, end }) => reader.hash(start, path) !== null && reader.hash(end, path) !== null),
  };
}

function changeOf(path: string, from: WorktreeState, to: WorktreeState, reader: StateReader): RunChange {
  const [before, after] = [reader.text(from, path), reader.text(to, path)];
  const [wasThere, isThere] = [reader.hash(from, path) !== null, reader.hash(to, path) !== null];
  return {
    path,
    from: null,
    isByEdit: false,
    kind: !wasThere ? "add" : isThere ? "update" : "delete",
    ...linesChanged(before === null || after === null ? null : lineChanges(before, after)),
  };
}

function lineChanges(before: string, after: string): readonly LineChange[] | null {
  const patch = structuredPatch("", "", before, after, "", "", { context: 0, maxEditLength: mostChanges });
  // An empty side names the line before it.
  return (
    patch?.hunks.map(({ oldStart, oldLines, newStart, newLines }) => ({
      oldStart: oldStart - 1,
      oldCount: oldLines,
      newStart: newStart - 1,
      newCount: newLines,
    })) ?? null
  );
}

/** Contents of files in a worktree as it was. */
class StateReader {
  readonly #gitFolder: string;
  readonly #host: Host;
  readonly #blobs = new Map<string, Buffer | null>();

  constructor(gitFolder: string, host: Host) {
    this.#gitFolder = gitFolder;
    this.#host = host;
  }

  differing(start: WorktreeState, end: WorktreeState): readonly string[] {
    const range = { from: start.commit, to: end.commit };
    const committed =
      start.commit === end.commit ? [] : (commitsBetween(this.#gitFolder, range, this.#host.env)?.files ?? []);
    const names = new Set([...start.files, ...end.files].map(({ path }) => path).concat(committed));
    this.#load(start, [...names]);
    this.#load(end, [...names]);
    return [...names].filter((path) => this.hash(start, path) !== this.hash(end, path));
  }

  /** Null: there was no such file, as far as git knows. */
  hash(state: WorktreeState, path: string): string | null {
    const differing = state.files.find((one) => one.path === path);
    if (differing) return differing.hash;
    const blob = this.#blob(state, path);
    return blob === null ? null : hashOfBytes(blob);
  }

  /** Null if it is not known any more, or is no text. */
  text(state: WorktreeState, path: string): string | null {
    const hash = this.hash(state, path);
    if (hash === null) return "";
    const blob = this.#blob(state, path);
    if (blob !== null && hashOfBytes(blob) === hash) return textOf(blob);
    const file = join(state.root, path);
    // What a link leads to is none of the worktree.
    if (hashAt(file) !== hash || this.#host.files.real(file) !== file) return null;
    const text = this.#host.files.text(file, mostTextBytes);
    return text === null || text.length >= mostTextBytes ? null : plainText(text);
  }

  #blob({ commit }: WorktreeState, path: string): Buffer | null {
    const key = `${commit} ${path}`;
    const known = this.#blobs.get(key);
    if (known !== undefined) return known;
    this.#load({ commit }, [path]);
    return this.#blobs.get(key) ?? null;
  }

  #load({ commit }: Pick<WorktreeState, "commit">, names: readonly string[]): void {
    const missing = names.filter((name) => !this.#blobs.has(`${commit} ${name}`));
    if (missing.length === 0) return;
    const found = blobsAt({
      gitFolder: this.#gitFolder,
      below: "",
      commit,
      names: missing,
      maxBytes: 8 * 1024 * 1024,
      env: this.#host.env,
    });
    for (const name of missing)
      this.#blobs.set(`${commit} ${name}`, (found.isKnown && found.files.get(name)?.bytes) || null);
  }
}

function textOf(bytes: Buffer): string | null {
  return bytes.length > mostTextBytes ? null : plainText(bytes.toString("utf8"));
}

function plainText(text: string): string | null {
  return text.includes("\0") ? null : text;
}
