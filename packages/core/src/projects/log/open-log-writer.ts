import { SessionError } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { Log, type Tail } from "../../log/log.ts";
import type { ProjectPlace } from "../find/project-place.ts";
import { encodeRecord, encodeRepair } from "./encode-record.ts";
import type { NewRecord, ProjectLog } from "./log-record.ts";
import { readLog } from "./read-log.ts";

/** Appends to a project's log in the vocabulary of its program. */
export interface LogWriter {
  /** Durable on return. Throws `not-saved`; a record that the program does not know is left out. */
  append(record: NewRecord): void;
  close(): void;
}

/** For the process that has the lock of the project. Writes nothing before the first record. */
export function openLogWriter(place: ProjectPlace, { files, now }: Pick<Host, "files" | "now">): LogWriter {
  const { logFile: path, origin } = place;
  let words: ProjectLog["words"] = "project";
  // CodexPotter refuses a log with any line that it cannot read.
  const tail: Tail =
    origin === "codexpotter"
      ? { kind: "cut", keptAs: () => tornNames(path) }
      : { kind: "repair", line: (fromByte, byteCount) => encodeRepair(fromByte, byteCount, now()) };
  const wholeBytes = () => {
    const log = readLog(place, files);
    words = log.words;
    return log.wholeBytes;
  };
  const log = new Log({ path, tail, wholeBytes, follows: false });
  return {
    append(record) {
      try {
        log.open();
        const line = encodeRecord(record, { origin, words, at: now() });
        if (line === null) return;
        log.append(line);
        log.sync();
      } catch (cause) {
        throw new SessionError("not-saved", `${path} cannot be written: ${(cause as Error).message}`, { cause });
      }
    },
    close: () => log.close(),
  };
}

function* tornNames(path: string): Generator<string> {
  for (let number = 1; ; number += 1) yield `${path}.torn-${number}`;
}
