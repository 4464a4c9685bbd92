import { join } from "node:path";
import { type SessionId, type SessionNames, tryParseJson } from "@reprise/model";
import { digestOf } from "../host/digest.ts";
import { replaceFile } from "../host/files/replace-file.ts";
import type { Host } from "../host/host.ts";

const MOST_BYTES = 64 * 1024;

/** Two files a session, `<state>/names/<hash of the name or session>.json`: each finds the other. */
export function openSessionNames(stateFolder: string, host: Pick<Host, "files">): SessionNames {
  const pathOf = (key: string) => join(stateFolder, "names", `${digestOf(key).slice(0, 32)}.json`);
  /** Names the disk refused: kept in memory while we run. */
  const unkept = new Map<string, Named>();
  const find = (key: string): Named | null => {
    const held = unkept.get(key);
    if (held) return held;
    try {
      return namedIn(host.files.text(pathOf(key), MOST_BYTES) ?? "");
    } catch {
      return null; // an unreadable name is none: the session is listed by its own id
    }
  };
  return {
    sessionOf(name) {
      const found = find(name);
      return found?.name === name ? found.session : null;
    },
    nameOf(session) {
      const found = find(session);
      if (found?.session !== session) return null;
      return this.sessionOf(found.name) === session ? found.name : null; // it may have moved on
    },
    save(name, session) {
      const named = { name, session };
      if (this.nameOf(session) === name) return;
      for (const key of [name, session]) {
        try {
          replaceFile(pathOf(key), `${JSON.stringify({ version: 1, ...named })}\n`);
          unkept.delete(key);
        } catch {
          unkept.set(key, named);
        }
      }
    },
  };
}

interface Named {
  readonly name: string;
  readonly session: SessionId;
}

function namedIn(text: string): Named | null {
  const value = tryParseJson(text);
  if (typeof value !== "object" || value === null) return null;
  const { version, name, session } = value as Record<string, unknown>;
  if (version !== 1 || typeof name !== "string" || typeof session !== "string") return null;
  return { name, session: session as SessionId };
}
