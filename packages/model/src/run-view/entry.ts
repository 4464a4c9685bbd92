import type { ItemBody } from "../transcript.ts";
import type { Flow } from "./flow.ts";

/** One entry of the conversation. Immutable: a change replaces it. */
export type Entry =
  | {
      readonly kind: "item";
      readonly key: string;
      readonly item: ItemBody;
      /** Lines that are not in memory, and the place in the text where they were. */
      readonly leftOut?: { readonly lines: number; readonly at: number } | undefined;
    }
  /** From Reprise, not the agent: `isRule` draws it across the screen. */
  | {
      readonly kind: "line";
      readonly key: string;
      readonly text: string;
      readonly tone: "dim" | "bad";
      readonly isRule?: boolean | undefined;
    }
  | GrowingEntry;

export type GrowingEntry =
  /** Streaming text of the model. */
  | { readonly kind: "flow"; readonly key: string; readonly of: "reply" | "reasoning"; readonly flow: Flow }
  /** Work in progress, with its output so far; `item` is null until the agent reports it. */
  | {
      readonly kind: "running";
      readonly key: string;
      readonly item: ItemBody | null;
      readonly flow: Flow;
      /** Not started yet: waits for approval. */
      readonly isAsked?: boolean | undefined;
    };
