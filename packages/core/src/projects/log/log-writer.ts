import type { NewRecord } from "./log-record.ts";

/** Appends to a project's log in the vocabulary of its program. */
export interface LogWriter {
  /** Durable on return. Throws `not-saved`; a record that the program does not know is left out. */
  append(record: NewRecord): void;
  close(): void;
}
