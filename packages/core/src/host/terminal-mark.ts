import { existsSync, fstatSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { tryParseJson } from "@reprise/model";
import { readStart } from "./files/open-file.ts";
import { replaceFile } from "./files/replace-file.ts";
import type { Host } from "./host.ts";
import { stateFolderOf } from "./own-folders.ts";

/** Says that this process has changed the modes of its terminal. */
export interface TerminalMark {
  set(): void;
  clear(): void;
}

type Machine = Pick<Host, "env" | "homeFolder" | "platform">;

/** Best effort: without a mark, a terminal is not reset after a kill. */
export function terminalMark(host: Host): TerminalMark {
  const place = placeOf(host);
  let made: readonly string[] = [];
  return {
    set() {
      if (place === null) return;
      made = [...missingFolders(dirname(place.path)), ...made];
      const { pid, processes } = host;
      const mark = { version: 1, pid, start: processes.startOf(pid), terminal: place.terminal };
      try {
        replaceFile(place.path, `${JSON.stringify(mark)}\n`, { isDurable: false });
      } catch {
        // A state folder that cannot be written must not keep anyone from the app.
      }
    },
    clear() {
      if (place === null) return;
      rmSync(place.path, { force: true });
      try {
        for (const folder of made) rmdirSync(folder);
      } catch {
        // Something else is in it by now.
      }
      made = [];
    },
  };
}

/** The innermost first. */
function missingFolders(folder: string): readonly string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}

/** Whether this terminal may have a mark. Quick: every start asks. */
export function mayBeMarked(host: Machine): boolean {
  const place = placeOf(host);
  return place !== null && existsSync(place.path);
}

/** Whether an app that was killed left this very terminal as it was in the app. Removes the mark of a dead one. */
export function takeAbandoned(host: Host): boolean {
  const place = placeOf(host);
  if (place === null) return false;
  const mark = markIn(place.path);
  if (mark !== null && host.processes.isAlive(mark.pid, mark.start)) return false;
  rmSync(place.path, { force: true });
  return mark?.terminal === place.terminal;
}

interface Place {
  readonly path: string;
  /** Differs for a terminal that got the name of one that is gone. */
  readonly terminal: string;
}

/** Of the terminal on stdout; null if it is none. */
function placeOf(host: Machine): Place | null {
  try {
    const { rdev, ino, ctimeMs, isDevice } = deviceOf(1);
    if (!isDevice) return null;
    // Elsewhere devices outlive their terminals: the shell identifies it.
    const own = host.platform === "linux" ? `${ino}-${ctimeMs}` : `${process.ppid}`;
    return { path: join(stateFolderOf(host), "terminals", `${rdev}.json`), terminal: own };
  } catch {
    return null; // closed
  }
}

function deviceOf(fd: number) {
  const found = fstatSync(fd);
  return { ...found, isDevice: found.isCharacterDevice() };
}

interface Mark {
  readonly pid: number;
  readonly start: string | null;
  readonly terminal: string;
}

function markIn(path: string): Mark | null {
  try {
    const value = tryParseJson(readStart(path, 4096)?.toString("utf8") ?? "") as Partial<Mark> | null;
    if (typeof value?.pid !== "number" || typeof value.terminal !== "string") return null;
    return { pid: value.pid, start: value.start ?? null, terminal: value.terminal };
  } catch {
    return null;
  }
}
