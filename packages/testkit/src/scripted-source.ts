import { basename, join } from "node:path";
import type { About, AgentSource, Decoded, Depth, Fact, Host, Position, RolloutRef } from "@reprise/core";
import {
  type Agent,
  asThreadId,
  type DamageKind,
  type ItemBody,
  type Owner,
  SessionError,
  type Timestamp,
  type Warning,
} from "@reprise/model";

/** One line of a scripted rollout. */
export type ScriptedLine =
  | { readonly about: Partial<About> }
  | { readonly start: string; readonly at?: string }
  | { readonly end: "completed" | "failed" | "interrupted"; readonly turn?: string; readonly at?: string }
  | { readonly item: ItemBody; readonly key?: string; readonly turn?: string; readonly at?: string };

export const scripted = {
  line: (line: ScriptedLine) => `${JSON.stringify(line)}\n`,
  file: (...lines: readonly ScriptedLine[]) => lines.map(scripted.line).join(""),
  prompt: (text: string, at?: string): ScriptedLine => ({
    item: { kind: "prompt", text },
    ...(at ? { at } : {}),
  }),
  reply: (text: string, at?: string): ScriptedLine => ({
    item: { kind: "reply", text },
    ...(at ? { at } : {}),
  }),
};

/** Small, so that even a short file is decoded in several pieces. */
const linesInPiece = 3;

/**
 * A test-only agent: `<home>/sessions` and `<home>/archived` contain `<thread>.jsonl` or `<thread>_<rollout>.jsonl` with
 * scripted lines, `names.json` the given names, `owners.json` the processes that have sessions open.
 */
export function scriptedSource(agent: Agent = "codex"): AgentSource {
  return {
    agent,
    homes: (host) => [join(host.homeFolder, `.${agent}-scripted`)],
    locate: (home, host) => locate(agent, home, host),
    decode: (rollout, host, options) => decode(rollout, host, options),
    names: (home, host) => new Map(Object.entries(json(host, join(home, "names.json")) as Record<string, string>)),
    owners: (home, _open, host) =>
      new Map(Object.entries(json(host, join(home, "owners.json")) as Record<string, Owner>)),
  };
}

function json(host: Host, path: string): object {
  return JSON.parse(host.files.text(path, 1_000_000) ?? "{}") as object;
}

function locate(agent: Agent, home: string, host: Host) {
  const rollouts: RolloutRef[] = [];
  const warnings: Warning[] = [];
  for (const folder of ["sessions", "archived"]) walk(join(home, folder), folder === "archived");
  return { rollouts, warnings };

  function walk(folder: string, archived: boolean): void {
    for (const { name, kind } of entriesOf(folder)) {
      const path = join(folder, name);
      if (kind === "folder") walk(path, archived);
      else if (/\.jsonl(?:\.zst)?$/.test(name)) add(path, archived);
    }
  }

  function entriesOf(folder: string) {
    try {
      return host.files.list(folder) ?? [];
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      warnings.push({ kind: "unreadable", path: folder, detail: error.message });
      return [];
    }
  }

  function add(path: string, archived: boolean): void {
    const stamp = host.files.stamp(path);
    if (!stamp) return;
    const [thread = "", rolloutId = thread] = basename(path)
      .replace(/\.jsonl(?:\.zst)?$/, "")
      .split("_");
    const version = `${stamp.sizeBytes}-${stamp.mtimeMs}-${stamp.inode}`;
    const isNamed = thread !== "unnamed";
    rollouts.push({
      agent,
      home,
      key: path,
      path,
      ...stamp,
      version,
      thread: isNamed ? asThreadId(thread) : null,
      rolloutId: isNamed ? rolloutId : null,
      archived,
    });
  }
}

async function* decode(
  rollout: RolloutRef,
  host: Host,
  options: { depth: Depth; from?: Position | undefined; toByte?: number | undefined },
): AsyncGenerator<Decoded> {
  const from = options.from ?? { byteOffset: 0, line: 1, state: "0" };
  const bytes = await bytesOf(rollout.path, host, from.byteOffset, options.toByte);
  if (!bytes) return;
  let { byteOffset, line } = from;
  // The state counts lines, to show that a decoder may need its previous state.
  let count = Number(from.state || "0");
  for (let at = 0; at < bytes.length; ) {
    const facts: Fact[] = [];
    let used = at;
    for (let n = 0; n < linesInPiece; n += 1) {
      const end = bytes.indexOf(10, used);
      if (end === -1) break;
      facts.push(
        ...factsOf(
          bytes.toString("utf8", used, end),
          { file: rollout.path, line, byteOffset: byteOffset + used - at },
          options.depth,
        ),
      );
      used = end + 1;
      line += 1;
      count += 1;
    }
    if (used > at) {
      byteOffset += used - at;
      at = used;
      yield { facts, position: { byteOffset, line, state: String(count) }, isTail: false };
    } else {
      const tail = factsOf(bytes.toString("utf8", at), { file: rollout.path, line, byteOffset }, options.depth);
      yield {
        facts: tail,
        position: { byteOffset, line, state: String(count) },
        isTail: options.toByte === undefined,
      };
      return;
    }
  }
  if (bytes.length === 0 && byteOffset === 0)
    yield { facts: [damage(rollout.path, "empty-file")], position: from, isTail: true };
}

async function bytesOf(path: string, host: Host, fromByte: number, toByte: number | undefined): Promise<Buffer | null> {
  const reader = host.files.open(path, fromByte);
  if (!reader) return null;
  const pieces: Buffer[] = [];
  for (;;) {
    const piece = Buffer.alloc(4096);
    const got = await reader.read(piece, 0);
    if (got === 0) break;
    pieces.push(piece.subarray(0, got));
  }
  reader.close();
  const bytes = Buffer.concat(pieces);
  return toByte === undefined ? bytes : bytes.subarray(0, Math.max(0, toByte - fromByte));
}

function factsOf(text: string, origin: { file: string; line: number; byteOffset: number }, depth: Depth): Fact[] {
  let line: ScriptedLine;
  try {
    line = JSON.parse(text) as ScriptedLine;
  } catch {
    return [{ type: "damage", damage: { ...origin, kind: "torn", detail: "not a whole line" } }];
  }
  if ("about" in line) return [{ type: "about", about: line.about }];
  const at = (line.at ?? null) as Timestamp | null;
  if ("start" in line) return [{ type: "turn-start", turn: line.start, at, origin }];
  if ("end" in line) return [{ type: "turn-end", turn: line.turn ?? null, state: line.end, at, origin }];
  if (!("item" in line)) return [];
  return [
    {
      type: "item",
      key: line.key ?? null,
      rank: 0,
      turn: line.turn ?? null,
      item: outlined(line.item, depth),
      at,
      origin,
    },
  ];
}

/** An outline may omit texts; only prompts are promised. */
function outlined(item: ItemBody, depth: Depth): ItemBody {
  if (depth === "full") return item;
  if (item.kind === "reply" || item.kind === "reasoning" || item.kind === "notice") return { ...item, text: "" };
  if (item.kind === "command" || item.kind === "tool") return { ...item, output: item.output === null ? null : "" };
  return item;
}

function damage(file: string, kind: DamageKind): Fact {
  return { type: "damage", damage: { file, line: 1, byteOffset: 0, kind, detail: "nothing" } };
}
