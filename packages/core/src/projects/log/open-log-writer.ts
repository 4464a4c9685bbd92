import { SessionError } from "@reprise/model";
import { type AppendFile, openAppendFile } from "../../host/files/append-file.ts";
import { cutFile } from "../../host/files/cut-file.ts";
import type { Host } from "../../host/host.ts";
import type { ProjectPlace } from "../find/project-place.ts";
import { encodeRecord, encodeRepair } from "./encode-record.ts";
import type { NewRecord, ProjectLog } from "./log-record.ts";
import type { LogWriter } from "./log-writer.ts";
import { readLog } from "./read-log.ts";

/** For the process that has the lock of the project. Writes nothing before the first record. */
export function openLogWriter(place: ProjectPlace, host: Pick<Host, "files" | "now">): LogWriter {
  return new FileLogWriter(place, host);
}

class FileLogWriter implements LogWriter {
  readonly #place: ProjectPlace;
  readonly #host: Pick<Host, "files" | "now">;
  #opened: { readonly file: AppendFile; readonly words: ProjectLog["words"] } | null = null;

  constructor(place: ProjectPlace, host: Pick<Host, "files" | "now">) {
    this.#place = place;
    this.#host = host;
  }

  append(record: NewRecord): void {
    try {
      this.#opened ??= this.#open();
      const { file, words } = this.#opened;
      const line = encodeRecord(record, { origin: this.#place.origin, words, at: this.#host.now() });
      if (line === null) return;
      file.append(line);
      file.sync();
    } catch (error) {
      // A torn line is closed before the next record.
      this.#closeQuietly();
      throw notSaved(this.#place.logFile, error);
    }
  }

  close(): void {
    this.#opened?.file.close();
    this.#opened = null;
  }

  #open() {
    const { logFile, origin } = this.#place;
    const { wholeBytes, words } = readLog(this.#place, this.#host.files);
    const size = this.#host.files.stamp(logFile)?.sizeBytes ?? 0;
    // CodexPotter refuses a log with any line that it cannot read.
    if (origin === "codexpotter" && wholeBytes < size) cutFile(logFile, wholeBytes, tornNames(logFile));
    const file = openAppendFile(logFile, { follows: false });
    try {
      const newline = file.sizeBytes === 0 || file.tail(1)[0] === 10 ? "" : "\n";
      if (origin === "reprise" && wholeBytes < size)
        file.append(`${newline}${encodeRepair(wholeBytes, size - wholeBytes, this.#host.now())}`);
      else file.append(newline);
      return { file, words };
    } catch (error) {
      file.close();
      throw error;
    }
  }

  #closeQuietly(): void {
    try {
      this.close();
    } catch {
      // The first error is thrown.
      this.#opened = null;
    }
  }
}

function* tornNames(path: string): Generator<string> {
  for (let number = 1; ; number += 1) yield `${path}.torn-${number}`;
}

function notSaved(path: string, cause: unknown): SessionError {
  const reason = (cause as Error).message;
  return new SessionError("not-saved", `${path} cannot be written: ${reason}`, { cause });
}
