import { join } from "node:path";
import { corruptText, nothingSaved, outdatedText, type SavedState, SessionError } from "@reprise/model";
import { keepCopy } from "../../host/files/replace-file.ts";
import { removeFile } from "../../host/files/set-aside.ts";
import { orNull } from "../../host/files/unless-missing.ts";
import type { Reading, SessionReading, UnusableReading } from "./read-session.ts";
import { sessionName } from "./session-file.ts";
import { backupNames } from "./session-names.ts";
import type { SessionReader } from "./session-reader.ts";
import type { LoadOutcome } from "./workspace-store.ts";

export interface Loaded {
  readonly outcome: LoadOutcome;
  readonly state: SavedState;
  /** What the file can be continued from; null: it is written anew. */
  readonly reading: SessionReading | null;
  /** The file must not be replaced: it is the only copy of what could not be read. */
  readonly isInTheWay: boolean;
}

/** Never throws for what is on disk. Only the writer keeps copies and moves files. */
export async function loadSession(
  folder: string,
  reader: Pick<SessionReader, "read">,
  { isWriter }: { readonly isWriter: boolean },
): Promise<Loaded> {
  const path = join(folder, sessionName);
  const reading = await reader.read(path).catch(unreadable);
  switch (reading.kind) {
    case "missing":
      return fresh({ kind: "new", detail: null });
    case "locked":
      return fresh({ kind: "locked", detail: reading.detail }, true);
    case "read":
      return isWriter ? withCopy(path, reading) : restored(reading, null);
    default:
      return isWriter ? movedAway(path, reading) : fresh(failureOf(reading, null), true);
  }
}

function unreadable(error: unknown): Reading {
  if (!(error instanceof SessionError)) return { kind: "unusable" };
  if (error.code === "refused") return { kind: "locked", detail: error.message };
  return error.code === "newer-version" ? { kind: "newer", version: null } : { kind: "unusable" };
}

function fresh(outcome: LoadOutcome, isInTheWay = false): Loaded {
  return { outcome, state: nothingSaved, reading: null, isInTheWay };
}

function restored(reading: SessionReading, detail: string | null): Loaded {
  return { outcome: { kind: "restored", detail }, state: reading.state, reading, isInTheWay: false };
}

/** The original is kept before the rest of it is written anew. */
function withCopy(path: string, reading: SessionReading): Loaded {
  const { damageCount, isTorn } = reading;
  if (damageCount === 0) return restored(reading, isTorn ? tornText : null);
  const copy = orNull(() => keepCopy(path, backupNames(join(path, ".."), null)));
  const count = damageCount === 1 ? "1 record" : `${damageCount} records`;
  const place = copy === null ? `${path}, where nothing more is saved` : copy;
  const detail = `${count} of the saved session could not be read. The original is kept as ${place}.`;
  return { ...restored(reading, detail), isInTheWay: copy === null };
}

const tornText = "The last change before the program was killed was not completely saved, so it is left out.";

function movedAway(path: string, reading: UnusableReading): Loaded {
  const version = reading.kind === "unusable" ? null : reading.version;
  try {
    const backup = keepCopy(path, backupNames(join(path, ".."), version));
    removeFile(path);
    return fresh(failureOf(reading, backup));
  } catch {
    return fresh(failureOf(reading, null), true);
  }
}

function failureOf(reading: UnusableReading, backup: string | null): LoadOutcome {
  if (reading.kind === "unusable") return { kind: "corrupt", detail: corruptText, backup };
  if (reading.kind === "outdated") return { kind: "outdated", detail: outdatedText, backup };
  const detail =
    "The saved session was written by a newer Reprise, so a new session starts. Update Reprise to read it.";
  return { kind: "newer", detail, backup };
}
