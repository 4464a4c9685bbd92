import { join } from "node:path";
import { asTimestamp, type Draft, type Drafts, type PromptInput, SessionError, tryParseJson } from "@reprise/model";
import { digestOf } from "../host/digest.ts";
import { replaceFile } from "../host/files/replace-file.ts";
import { removeFile, setAside } from "../host/files/set-aside.ts";
import type { Host } from "../host/host.ts";

/** Far more than typed text; a pasted log may be large. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * One file per place: `<state>/workspaces/<hash of the place>/draft.json`. The old content stays until the new one is complete.
 * An unreadable draft is kept as `draft.json.bak`, never discarded. A failed write is reported, and `load` in the same process
 * still returns the draft.
 */
export function openDrafts(stateFolder: string, host: Pick<Host, "files">): Drafts {
  const pathOf = (place: string) => join(stateFolder, "workspaces", digestOf(place).slice(0, 32), "draft.json");
  /** Drafts the disk refused: kept in memory while we run. */
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
        if (draft.text === "" && !draft.inputs?.length) removeFile(path);
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

/** Null when there is none, or it cannot be read: then it is left in place. */
function textOf(path: string, host: Pick<Host, "files">): string | null {
  try {
    return host.files.text(path, MOST_BYTES);
  } catch {
    return null; // an unreadable draft must not keep anyone from writing
  }
}

function asideOf(path: string): void {
  try {
    setAside(path, `${path}.bak`);
  } catch {
    // It stays in place, and the next draft replaces it.
  }
}

/** Null if it is not a draft of this place. */
function draftIn(text: string, place: string): Draft | null {
  const value = tryParseJson(text);
  if (typeof value !== "object" || value === null) return null;
  const { version, place: own, text: words, cursor, savedAt, inputs } = value as Record<string, unknown>;
  const attached = inputsIn(inputs);
  const at = asTimestamp(savedAt);
  if (version !== 1 || own !== place || typeof words !== "string" || at === null) return null;
  if (words === "" && attached.length === 0) return null;
  const isPlace = typeof cursor === "number" && Number.isInteger(cursor) && cursor >= 0;
  return {
    text: words,
    cursor: isPlace ? Math.min(cursor, words.length) : words.length,
    savedAt: at,
    ...(attached.length === 0 ? {} : { inputs: attached }),
  };
}

function inputsIn(value: unknown): readonly PromptInput[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap(({ kind, path }: Partial<Record<keyof PromptInput, unknown>>) =>
    (kind === "image" || kind === "file") && typeof path === "string" && path !== "" ? [{ kind, path }] : [],
  );
}
