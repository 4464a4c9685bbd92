import type { ChatEvent, NumberedChatEvent } from "@reprise/model";
import { type Lease, LostLeaseError, type TurnOutcome } from "../store/chat-store.ts";

/** A turn that is about to run. */
export interface TracedTurn {
  readonly id: string;
  /** From 1. */
  readonly attempt: number;
  readonly waitedMs: number;
  readonly agent: { readonly name: string; readonly title: string; readonly vendor: string | null };
  readonly model: string | null;
  /** The agent's name of the conversation; null for a new one. */
  readonly conversation: string | null;
}

/** What tells others how turns went. No words of them. */
export interface TurnTraces {
  begin(turn: TracedTurn): TurnTrace;
  /** Sends what waits. Never rejects. */
  close(): Promise<void>;
}

export interface TurnTrace {
  event(event: ChatEvent): void;
  end(how: TurnOutcome | "lost" | "not-saved"): void;
}

/** The lease of a turn, with a trace of what is written under it. */
export function tracedLease(lease: Lease, trace: TurnTrace): Lease {
  const failed = (error: unknown): never => {
    trace.end(error instanceof LostLeaseError ? "lost" : "not-saved");
    throw error;
  };
  return {
    async append(events: readonly NumberedChatEvent[]) {
      for (const { event } of events) trace.event(event);
      await lease.append(events).catch(failed);
    },
    save: (bytes) => lease.save(bytes),
    async end(outcome) {
      await lease.end(outcome).catch(failed);
      trace.end(outcome);
    },
  };
}
