import { basename, join, relative, sep } from "node:path";
import { tryParseJson } from "@reprise/model";
import type { Files } from "../../../host/files/files.ts";
import { fieldOf, isForeign, numberOf, textOf } from "../../foreign.ts";
import { unexpectedFile } from "../../writing/held-files.ts";
import { withMappedFields } from "../../writing/mapped-fields.ts";
import { rewriteLines } from "../../writing/rewrite-lines.ts";
import type { HeldFile, SessionMover } from "../../writing/session-mover.ts";
import { locateCodex, parseRolloutName } from "../read/locate.ts";

/** The thread's files and those that it continues, under the same names in any home. */
export const codexMover: SessionMover = {
  agent: "codex",
  async collect({ rollouts, home }, { change, folder }, { files }) {
    const held = rollouts.map(({ path }) => ({ name: relative(home, path).split(sep).join("/"), path }));
    for (const { name } of held) if (!isRolloutName(name)) throw unexpectedFile(name, "Codex");
    return change === null ? held : rewriteChain(held, { change, folder }, files);
  },
  async place(held, { thread, home, mapped, isMapped, folder }, host) {
    for (const { name } of held) if (!isRolloutName(name)) throw unexpectedFile(name, "Codex");
    let isCleaned = false;
    const change = (line: string) => {
      const own = withoutInstructions(line);
      isCleaned ||= own !== undefined;
      return mappedLine(own ?? line, mapped) ?? own;
    };
    const placed = await rewriteChain(held, { change, folder }, host.files);
    const present = locateCodex(home, host).rollouts.filter((rollout) => rollout.thread === thread);
    return {
      files: placed.map(({ name, path }) => ({ from: path, to: join(home, name) })),
      present: present.map(({ path }) => path),
      changes: [
        ...(isMapped ? ["Recorded folders are those of this machine."] : []),
        ...(isCleaned ? ["The recorded system prompt is left out: Codex would use it as its own."] : []),
      ],
      store: null,
    };
  },
};

function isRolloutName(name: string): boolean {
  const inPlace = /^(?:sessions(?:\/\d{4}\/\d\d\/\d\d)?|archived_sessions)\/[^/]+$/.test(name);
  return inPlace && parseRolloutName(basename(name)) !== null;
}

interface Rewriting {
  readonly change: (line: string) => string | undefined;
  readonly folder: string;
}

/** Files name the byte where they continue another: these offsets move with the bytes. Compressed files that change are written plain. */
async function rewriteChain(
  held: readonly HeldFile[],
  { change, folder }: Rewriting,
  files: Files,
): Promise<HeldFile[]> {
  const offsets = new Map<string, (offset: number) => number>();
  const made: HeldFile[] = [];
  for (const [index, { name, path }] of held.entries()) {
    const copy = join(folder, `rollout-${index}`);
    const now = (line: string, isFirst: boolean) => {
      const changed = change(line);
      return isFirst ? (withBase(changed ?? line, offsets) ?? changed) : changed;
    };
    const { isChanged, offsetOf } = await rewriteLines(path, copy, now, files);
    const { rolloutId = null } = parseRolloutName(basename(name)) ?? {};
    if (rolloutId !== null) offsets.set(rolloutId, offsetOf);
    made.push(isChanged ? { name: name.replace(/\.zst$/, ""), path: copy } : { name, path });
  }
  return made;
}

/** Undefined: it continues no file, or the same byte. */
function withBase(line: string, offsets: ReadonlyMap<string, (offset: number) => number>): string | undefined {
  const record = tryParseJson(line);
  const base = fieldOf(record, "payload", "history_base");
  const end = numberOf(fieldOf(base, "end_byte_offset"));
  const moved = offsets.get(textOf(fieldOf(base, "thread_id")) ?? "");
  if (!isForeign(record) || !isForeign(record.payload) || !isForeign(base)) return undefined;
  if (end === null || moved === undefined || moved(end) === end) return undefined;
  const payload = { ...record.payload, history_base: { ...base, end_byte_offset: moved(end) } };
  return JSON.stringify({ ...record, payload });
}

/** Undefined: it has none. Names may be spelled with escapes. */
function withoutInstructions(line: string): string | undefined {
  if (!/session_meta|\\u/i.test(line)) return undefined;
  const record = tryParseJson(line);
  if (!isForeign(record) || record.type !== "session_meta" || !isForeign(record.payload)) return undefined;
  if (!/instructions"|\\u/i.test(line)) return undefined;
  const { base_instructions: _base, instructions: _instructions, ...payload } = record.payload;
  const bare = JSON.stringify({ ...record, payload });
  return bare === line ? undefined : bare;
}

const folders = ["cwd", "runtime_workspace_roots"];

/** Of the lines about the session; what was said and done keeps its paths. */
function mappedLine(line: string, mapped: (path: string) => string): string | undefined {
  if (!line.includes('"cwd"')) return undefined;
  const record = tryParseJson(line);
  if (!isForeign(record) || !isForeign(record.payload)) return undefined;
  if (record.type === "session_meta" || record.type === "turn_context") {
    const payload = withMappedFields(record.payload, folders, mapped);
    return payload === null ? undefined : JSON.stringify({ ...record, payload });
  }
  const settings = withMappedFields(record.payload.thread_settings, folders, mapped);
  if (settings === null) return undefined;
  return JSON.stringify({ ...record, payload: { ...record.payload, thread_settings: settings } });
}
