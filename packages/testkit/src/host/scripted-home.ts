import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Host, nodeHost } from "@reprise/core";
import type { Agent } from "@reprise/model";

export interface Opened {
  readonly path: string;
  readonly fromByte: number;
  byteCount: number;
}

/** The home of a scripted agent on the real disk, with a host that records reads. */
export interface ScriptedHome {
  readonly root: string;
  readonly path: string;
  readonly host: Host;
  /** Every opened file, and how much of it was read. */
  readonly opened: Opened[];
  /** Each write gives the file a later time than all before. */
  write(name: string, content: string | Buffer): string;
  append(name: string, text: string): void;
  truncate(name: string, sizeBytes: number): void;
  move(from: string, to: string): void;
  remove(name: string): void;
  dispose(): void;
}

export function makeScriptedHome(agent: Agent = "codex", more: Readonly<Record<string, string>> = {}): ScriptedHome {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "scripted-")));
  const path = join(root, `.${agent}-scripted`);
  mkdirSync(join(path, "sessions"), { recursive: true });
  const opened: Opened[] = [];
  let clock = Date.UTC(2026, 10, 15) / 1000;
  const at = (name: string) => join(path, name);
  const touch = (name: string) => {
    clock += 1;
    utimesSync(at(name), clock, clock);
    return at(name);
  };
  return {
    root,
    path,
    host: noting(
      {
        ...nodeHost({ HOME: root, REPRISE_CACHE: join(root, "cache"), PATH: process.env.PATH, ...more }),
        homeFolder: root,
      },
      opened,
    ),
    opened,
    write(name, content) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
      return touch(name);
    },
    append(name, text) {
      appendFileSync(at(name), text);
      touch(name);
    },
    truncate(name, sizeBytes) {
      truncateSync(at(name), sizeBytes);
      touch(name);
    },
    move(from, to) {
      mkdirSync(dirname(at(to)), { recursive: true });
      renameSync(at(from), at(to));
    },
    remove: (name) => rmSync(at(name)),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

function noting(host: Host, opened: Opened[]): Host {
  return {
    ...host,
    files: {
      ...host.files,
      open(path, fromByte = 0) {
        const reader = host.files.open(path, fromByte);
        if (!reader) return null;
        const note: Opened = { path, fromByte, byteCount: 0 };
        opened.push(note);
        const counted = (count: number) => {
          note.byteCount += count;
          return count;
        };
        return {
          read(into, at) {
            const got = reader.read(into, at);
            return typeof got === "number" ? counted(got) : got.then(counted);
          },
          close: () => reader.close(),
        };
      },
    },
  };
}
