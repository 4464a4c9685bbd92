import { type DamageKind, maxDepth, parseJson } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import type { Depth, RolloutRef } from "../../reading/source.ts";
import { Conversation } from "./conversation.ts";
import { FactCollector } from "./fact-collector.ts";
import { projectRootOf } from "./project.ts";
import type { Log } from "./record.ts";
import { type SavedSeenMessages, SeenMessages } from "./seen-messages.ts";

export interface OpenLog extends Log {
  /** The state to continue; serialised on demand. */
  snapshot(): () => string;
}

/** `state`: from an earlier read; empty at the start. */
export function openLog(rollout: RolloutRef, host: Host, depth: Depth, state: string): OpenLog {
  // Withheld messages are nested a few levels deeper than in the log.
  const saved = state === "" ? null : (parseJson(state, maxDepth + 10) as Saved);
  const seen = new SeenMessages();
  if (saved) seen.load(saved.memory);
  const facts = new FactCollector(depth, saved?.noted);
  return {
    path: rollout.path,
    conversation: new Conversation(seen, facts),
    seen,
    facts,
    projectRoot: (clues) => projectRootOf(rollout.path, rollout.home, clues, host),
    snapshot() {
      const [remembered, noted] = [seen.snapshot(), facts.noted];
      return () => JSON.stringify({ noted, memory: remembered() } satisfies Saved);
    },
  };
}

interface Saved {
  readonly noted: readonly DamageKind[];
  readonly memory: SavedSeenMessages;
}
