import { setTimeout as sleep } from "node:timers/promises";
import { type NumberedEvent, type Run, type RunState, SessionError } from "@reprise/model";
import type { Host } from "../host/host.ts";
import { isSameProcessAlive } from "../host/processes/process-identity.ts";
import { eventsOf } from "../journal/events.ts";
import { journalStart, readJournal } from "../journal/read-journal.ts";
import { addRecord } from "../journal/run-state.ts";

/** Polling interval of a watcher. */
const everyMs = 150;

/** A run of another process, read from its journal. Event numbers are those of the journal's records. */
export function watchedRun(found: RunState, host: Host): Run {
  return {
    id: found.run,
    origin: "journal",
    controls: null,
    events: (after = 0, signal = new AbortController().signal) => watch(found, after, host, signal),
  };
}

async function* watch(
  { journal: path, process }: RunState,
  after: number,
  host: Host,
  signal: AbortSignal,
): AsyncGenerator<NumberedEvent> {
  let state: RunState | null = null;
  let position = journalStart;
  let last = 0;
  while (!signal.aborted) {
    // Checked before reading the journal, so that everything a process wrote before it died is seen.
    const wasAlive: boolean = isSameProcessAlive(state ? state.process : process, host.processes);
    const reading = readJournal(path, host, position);
    let hasNews = false;
    for await (const record of reading.records) {
      if (signal.aborted) return;
      if (record.seq <= last) continue;
      hasNews = true;
      last = record.seq;
      state = addRecord(state, record, path);
      if (state === null || record.seq <= after) continue;
      for (const event of eventsOf(record, state)) yield { number: record.seq, event };
    }
    position = reading.position;
    if (hasNews) continue;
    if (state !== null && state.status !== "running") return;
    if (host.files.stamp(path) === null)
      throw new SessionError("not-found", `${path} is gone: the run can no longer be watched.`);
    if (!wasAlive) {
      if (last >= after) yield { number: last + 1, event: { type: "run-ended", status: "interrupted", failure: null } };
      return;
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
