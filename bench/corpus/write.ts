import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CorpusSpec } from "./corpora.ts";
import { type Truth, writeSession } from "./session.ts";
import { turnWeights } from "./shapes.ts";

export interface WrittenSession {
  readonly path: string;
  readonly truth: Truth;
}

/** Writes the sessions below a Codex home, one after the other, in memory bounded by one turn and 1 MB. */
export function* writeSessions(codexHome: string, spec: CorpusSpec, seed: number): Generator<WrittenSession> {
  for (let number = 0; number < spec.sessionCount; number += 1) {
    const untilBytes = spec.untilBytes === undefined ? {} : { untilBytes: spec.untilBytes };
    const pieces = writeSession({ seed, number, shape: spec.shape, turnWeights, ...untilBytes });
    yield writeOne(codexHome, pieces);
  }
}

function writeOne(codexHome: string, pieces: Generator<string, Truth>): WrittenSession {
  const first = pieces.next();
  if (first.done) throw new Error("A session has at least one turn.");
  const path = join(codexHome, rolloutPath(first.value));
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "wx", 0o644);
  let pending = first.value;
  try {
    for (;;) {
      const next = pieces.next();
      if (next.done || pending.length > 1_000_000) {
        writeSync(file, pending);
        pending = "";
      }
      if (next.done) return dated({ path, truth: next.value });
      pending += next.value;
    }
  } finally {
    closeSync(file);
  }
}

/** Times of files are those of what they tell, as on a machine where they came to be one by one. */
function dated(written: WrittenSession): WrittenSession {
  const at = new Date(written.truth.lastAtMs);
  utimesSync(written.path, at, at);
  return written;
}

function rolloutPath(text: string): string {
  const { payload } = JSON.parse(text.slice(0, text.indexOf("\n"))) as {
    payload: { id: string; timestamp: string };
  };
  const [day = "", time = ""] = payload.timestamp.slice(0, 19).split("T");
  return join("sessions", ...day.split("-"), `rollout-${day}T${time.replaceAll(":", "-")}-${payload.id}.jsonl`);
}
