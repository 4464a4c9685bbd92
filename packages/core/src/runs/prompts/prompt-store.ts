import { randomUUID } from "node:crypto";
import { join } from "node:path";
import {
  agentShape,
  asTimestamp,
  type ProcessIdentity,
  type PromptMode,
  type PromptStore,
  type PromptTarget,
  parseJson,
  SessionError,
  type Timestamp,
  type Warning,
} from "@reprise/model";
import { replaceFile } from "../../host/files/replace-file.ts";
import { removeFile } from "../../host/files/set-aside.ts";
import type { Host } from "../../host/host.ts";
import { processIdentity } from "../../host/processes/process-identity.ts";
import { isScope } from "../../journal/record-shape.ts";

export interface SavedPrompt extends PromptTarget {
  readonly id: string;
  readonly text: string;
  readonly savedAt: Timestamp;
  /** While it lives, the prompt is being sent. */
  readonly process: ProcessIdentity;
}

const mostBytes = 64 * 1024 * 1024;
const modes: readonly PromptMode[] = ["new", "resume", "replay", "fork"];

/** One file per prompt: `<state>/prompts/<id>.json`, readable by its owner only. */
export function openPromptStore(stateFolder: string, host: Host): PromptStore & { has(id: string): boolean } {
  return {
    has: (id) => isId(id) && host.files.stamp(pathOf(stateFolder, id)) !== null,
    save(text, { mode, session, agent, cwd, scope = null }) {
      const id = randomUUID();
      const path = pathOf(stateFolder, id);
      const process = processIdentity(host.pid, host.processes);
      const about = scope === null ? {} : { scope };
      const saved: SavedPrompt = {
        id,
        mode,
        session,
        agent,
        cwd,
        ...about,
        savedAt: host.now(),
        process,
        text,
      };
      try {
        replaceFile(path, `${JSON.stringify({ version: 1, ...saved })}\n`);
      } catch (cause) {
        const { message } = cause as Error;
        throw new SessionError("not-saved", `The prompt could not be saved in ${path} (${message}).`, {
          cause,
        });
      }
      return id;
    },
    drop(id) {
      if (!isId(id)) return;
      try {
        removeFile(pathOf(stateFolder, id));
      } catch {
        // The journal lists it as sent: a file that cannot be removed is never offered.
      }
    },
  };
}

/** All of them, oldest first, from every process. An unreadable file is reported and hides no other. */
export function savedPrompts(stateFolder: string, { files }: Host, warn: (warning: Warning) => void): SavedPrompt[] {
  const folder = join(stateFolder, "prompts");
  const read = <Value>(path: string, act: () => Value | null): Value | null => {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      warn({ kind: "unreadable", path, detail: error.message });
      return null;
    }
  };
  const names = (read(folder, () => files.list(folder)) ?? []).flatMap(({ name }) =>
    name.endsWith(".json") ? [name] : [],
  );
  const found = names.flatMap((name) => {
    const path = join(folder, name);
    const text = read(path, () => files.text(path, mostBytes));
    if (text === null) return [];
    const saved = savedIn(text);
    if (saved === null)
      warn({
        kind: "unreadable",
        path,
        detail: "It is not a saved prompt of this version. Check it, then remove it.",
      });
    return saved ?? [];
  });
  return found.sort((a, b) => (a.savedAt < b.savedAt ? -1 : 1));
}

function pathOf(stateFolder: string, id: string): string {
  return join(stateFolder, "prompts", `${id}.json`);
}

function isId(id: unknown): id is string {
  return typeof id === "string" && /^[\w-]{1,64}$/.test(id);
}

function savedIn(json: string): SavedPrompt | null {
  let value: (Partial<SavedPrompt> & { version?: unknown }) | null;
  try {
    value = parseJson(json) as typeof value;
  } catch {
    return null;
  }
  const { id, text, mode, session, agent, cwd, scope = null, savedAt, process, version } = value ?? {};
  const at = asTimestamp(savedAt);
  const isWhole = version === 1 && isId(id) && typeof text === "string" && typeof cwd === "string" && at !== null;
  if (!isWhole || !mode || !modes.includes(mode) || typeof agent !== "string" || !agentShape.test(agent)) return null;
  if (typeof process?.pid !== "number" || (session !== null && typeof session !== "string")) return null;
  if (scope !== null && !isScope(scope)) return null;
  return { id, text, mode, session, agent, cwd, scope, savedAt: at, process };
}
