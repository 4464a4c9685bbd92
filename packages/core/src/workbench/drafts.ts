import { join } from "node:path";
import { asTimestamp, type Draft, type Drafts, SessionError, tryParseJson } from "@reprise/model";
import { digestOf } from "../host/digest.ts";
import { replaceFile } from "../host/files/replace-file.ts";
import { removeFile, setAside } from "../host/files/set-aside.ts";
import type { Host } from "../host/host.ts";

/** What a person writes by hand is far smaller; a pasted log may not be. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * One file a place: `<state>/workspaces/<hash of the place>/draft.json`. Its old content stands until the new one does.
 * What cannot be read is kept beside it as `draft.json.bak`, never thrown away. What cannot be written is told, and had
 * back by whoever asks for it in the same process.
 */
export function openDrafts(stateFolder: string, host: Pick<Host, "files">): Drafts {
  const pathOf = (place: string) =>
    join(stateFolder, "workspaces", digestOf(place).slice(0, 32), "draft.json");
  /** What the disk did not take: as long as we live, it is not lost. */
  const unkept = new Map<string, Draft>();
  return {
    load(place) {
      const held = unkept.get(place);
      if (held) return held;
      const path = pathOf(place);
      const text = textOf(path, host);
      if (text === null) return null;
      const draft = draftIn(text, place);
      if (draft === null) asideOf(path);
      return draft;
    },
    save(place, draft) {
      const path = pathOf(place);
      try {
        if (draft.text === "") removeFile(path);
        else replaceFile(path, `${JSON.stringify({ version: 1, place, ...draft })}\n`);
        unkept.delete(place);
      } catch (cause) {
        unkept.set(place, draft);
        const { code, message } = cause as NodeJS.ErrnoException;
        throw new SessionError(
          "not-saved",
          `Your draft could not be saved in ${path} (${code ?? message}). Copy it before you leave.`,
          { cause },
        );
      }
    },
  };
}

/** Null when there is none, or when it may not be read: then it is left where it is. */
function textOf(path: string, host: Pick<Host, "files">): string | null {
  try {
    return host.files.text(path, MOST_BYTES);
  } catch {
    return null; // a draft is a help: one that cannot be had must not keep anybody from writing
  }
}

function asideOf(path: string): void {
  try {
    setAside(path, `${path}.bak`);
  } catch {
    // It stays where it is, and the next draft takes its place.
  }
}

/** Null for what is no draft of this place. */
function draftIn(text: string, place: string): Draft | null {
  const value = tryParseJson(text);
  if (typeof value !== "object" || value === null) return null;
  const { version, place: own, text: words, cursor, savedAt } = value as Record<string, unknown>;
  const at = asTimestamp(savedAt);
  if (version !== 1 || own !== place || typeof words !== "string" || words === "" || at === null) return null;
  const isPlace = typeof cursor === "number" && Number.isInteger(cursor) && cursor >= 0;
  return { text: words, cursor: isPlace ? Math.min(cursor, words.length) : words.length, savedAt: at };
}
