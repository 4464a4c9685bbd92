import { type DamageKind, maxDepth, parseJson } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import type { Depth, RolloutRef } from "../../reading/source.ts";
import { Conversation } from "./conversation.ts";
import { FactCollector } from "./fact-collector.ts";
import { projectRootOf } from "./project.ts";
import type { Log } from "./record.ts";
import { type SavedSeenMessages, SeenMessages } from "./seen-messages.ts";

export interface OpenLog extends Log {
  /** What is needed to go on with the next line in another process. It is written down only when it is asked for. */
  snapshot(): () => string;
}

/** `state` is what an earlier reading saved; empty at the beginning. */
export function openLog(rollout: RolloutRef, host: Host, depth: Depth, state: string): OpenLog {
  // Held messages are a few levels further down than they were in the log.
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
