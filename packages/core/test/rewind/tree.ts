import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import {
  asTimestamp,
  type FileChange,
  type FilesPlan,
  type SessionId,
  type Turn,
  type WorkStatus,
} from "@reprise/model";
import { structuredPatch } from "diff";
import { nodeHost } from "../../src/host/node-host.ts";
import { filesAt } from "../../src/restore/files/files-at.ts";
import type { RewindStore } from "../../src/restore/files/rewind.ts";

export type Change = FileChange & { readonly movedTo?: string };
export type Tree = Readonly<Record<string, string>>;

/** A workspace and a state folder for one test. */
export class Workspace {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "rewind-")));
  readonly root = join(this.folder, "work");
  readonly place: RewindStore = { stateFolder: join(this.folder, "state"), host: nodeHost() };

  constructor(files: Tree = {}) {
    mkdirSync(this.root);
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  write(name: string, content: string | Buffer, mode?: number): void {
    mkdirSync(dirname(join(this.root, name)), { recursive: true });
    writeFileSync(join(this.root, name), content);
    if (mode !== undefined) chmodSync(join(this.root, name), mode);
  }

  mode(name: string): number {
    return statSync(join(this.root, name)).mode & 0o777;
  }

  /** Every file by its name, as Latin-1, so that no byte is lost. */
  tree(folder = this.root): Tree {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const inside = paths.map((path) => relative(folder, path)).filter((name) => !name.startsWith(".git/"));
    return Object.fromEntries(inside.sort().map((name) => [name, readFileSync(join(folder, name), "latin1")]));
  }

  at(turn: number, turns: readonly Turn[], gitCommit: string | null = null): Promise<FilesPlan> {
    const session = "codex:s" as SessionId;
    return filesAt({ session, turns, turn, root: this.root, gitCommit, host: this.place.host });
  }

  git(...args: string[]): string {
    const who = [
      "-c",
      "user.name=T",
      "-c",
      "user.email=t@localhost",
      "-c",
      "commit.gpgsign=false",
      "-c",
      "init.defaultBranch=main",
    ];
    const env = { PATH: process.env.PATH, HOME: this.folder, GIT_CONFIG_NOSYSTEM: "1" };
    return execFileSync("git", [...who, ...args], {
      cwd: this.root,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  }

  commit(): string {
    this.git("init", "--quiet");
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "--message=x");
    return this.git("rev-parse", "HEAD");
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A turn with one edit for each list of changes. */
export function turnOf(number: number, ...edits: (readonly Change[])[]): Turn {
  return {
    number,
    state: "completed",
    startedAt: null,
    endedAt: null,
    items: edits.map((changes, index) => editOf(`${number}-${index}`, changes, "done")),
  };
}

export function editOf(id: string, changes: readonly Change[], status: WorkStatus, at: string | null = null) {
  const origin = { file: "log", line: 1, byteOffset: 0 };
  return { id, at: asTimestamp(at), origin, kind: "edit", changes, status } as const;
}

export function endedAt(turn: Turn, time: number): Turn {
  return { ...turn, endedAt: asTimestamp(new Date(time).toISOString()) };
}

export const added = (path: string, diff: string): Change => ({ path, change: "add", diff });
export const deleted = (path: string, diff: string | null): Change => ({ path, change: "delete", diff });
export const updated = (path: string, before: string, after: string, context = 1): Change => ({
  path,
  change: "update",
  diff: hunks(before, after, context),
});

/** As the agents record it. */
export function hunks(before: string, after: string, context = 1): string {
  return structuredPatch("", "", before, after, "", "", { context })
    .hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => {
      const [from, to] = [oldStart - (oldLines === 0 ? 1 : 0), newStart - (newLines === 0 ? 1 : 0)];
      return `@@ -${from},${oldLines} +${to},${newLines} @@\n${lines.join("\n")}\n`;
    })
    .join("");
}
