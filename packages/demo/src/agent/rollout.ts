import { appendFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ThreadSettings } from "./settings.ts";

export type Clock = () => Date;

/** Where a fork's history starts: another rollout, up to a position in it. */
interface Root {
  readonly thread: string;
  readonly endOrdinal: number;
  readonly endByte: number;
}

interface Header {
  readonly thread: string;
  readonly cwd: string;
  readonly provider: string;
  readonly root?: Root | undefined;
}

/** A thread's log in Codex's format. Every line is in the file when `append` returns: a kill loses nothing reported. */
export class Rollout {
  readonly path: string;
  readonly #clock: Clock;
  #ordinal: number;
  /** Written with the first line: Codex makes no file for a thread without a prompt. */
  #start: string;

  private constructor(path: string, clock: Clock, ordinal: number, start: string) {
    this.path = path;
    this.#clock = clock;
    this.#ordinal = ordinal;
    this.#start = start;
  }

  static create(home: string, header: Header, clock: Clock): Rollout {
    const at = clock();
    const ordinal = header.root?.endOrdinal ?? 0;
    const line = { timestamp: at.toISOString(), ordinal, type: "session_meta", payload: meta(header, at) };
    const path = join(home, "sessions", fileName(header.thread, at));
    return new Rollout(path, clock, ordinal + 1, `${JSON.stringify(line)}\n`);
  }

  /** To continue it. A last line cut by a kill is kept and terminated. */
  static open(path: string, clock: Clock): Rollout {
    const text = readFileSync(path, "utf8");
    const ordinals = recordsIn(text).map(({ record }) => Number(record.ordinal) || 0);
    const start = text === "" || text.endsWith("\n") ? "" : "\n";
    return new Rollout(path, clock, Math.max(-1, ...ordinals) + 1, start);
  }

  append(type: string, payload: object): void {
    const line = { timestamp: this.#clock().toISOString(), ordinal: this.#ordinal, type, payload };
    this.#ordinal += 1;
    mkdirSync(dirname(this.path), { recursive: true });
    appendFileSync(this.path, `${this.#start}${JSON.stringify(line)}\n`);
    this.#start = "";
  }

  now(): Date {
    return this.#clock();
  }
}

/** Null when this home has no rollout of the thread. */
export function findRollout(home: string, thread: string): string | null {
  if (!/^[0-9a-f-]{36}$/.test(thread)) return null;
  const folder = join(home, "sessions");
  const names = readNames(folder);
  const name = names.find((one) => one.endsWith(`-${thread}.jsonl`));
  return name === undefined ? null : join(folder, name);
}

interface Placed {
  readonly record: Readonly<Record<string, unknown>>;
  readonly endByte: number;
}

/** Skips invalid JSON lines. */
export function recordsIn(text: string): readonly Placed[] {
  let endByte = 0;
  return text.split("\n").flatMap((line) => {
    endByte += Buffer.byteLength(line) + 1;
    try {
      return [{ record: JSON.parse(line), endByte }];
    } catch {
      return [];
    }
  });
}

export function settingsIn(text: string): Partial<ThreadSettings> {
  const contexts = recordsIn(text).filter(({ record }) => record.type === "turn_context");
  const last = contexts.at(-1)?.record.payload as Record<string, unknown> | undefined;
  if (last === undefined) return {};
  const sandbox = (last.sandbox_policy as { type?: unknown } | undefined)?.type;
  const found: Record<string, unknown> = { ...last, sandbox, approvalPolicy: last.approval_policy };
  const names = ["model", "effort", "sandbox", "approvalPolicy", "cwd"] as const;
  return Object.fromEntries(names.flatMap((name) => (found[name] ? [[name, String(found[name])]] : [])));
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return []; // a home without any prompt yet
  }
}

function meta({ thread, cwd, provider, root }: Header, at: Date): object {
  return {
    session_id: thread,
    id: thread,
    timestamp: at.toISOString(),
    cwd,
    originator: "reprise-demo",
    cli_version: "0.166.0",
    source: "cli",
    model_provider: provider,
    history_mode: "paginated",
    ...(root === undefined ? {} : forkOf(root)),
  };
}

function forkOf({ thread, endOrdinal, endByte }: Root): object {
  return {
    forked_from_id: thread,
    forked_from_ordinal_exclusive: endOrdinal,
    history_base: { thread_id: thread, end_ordinal_exclusive: endOrdinal, end_byte_offset: endByte },
  };
}

function fileName(thread: string, at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [String(at.getFullYear()), two(at.getMonth() + 1), two(at.getDate())];
  const time = [two(at.getHours()), two(at.getMinutes()), two(at.getSeconds())];
  return join(...day, `rollout-${day.join("-")}T${time.join("-")}-${thread}.jsonl`);
}
