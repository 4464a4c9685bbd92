import type { Timestamp } from "../ids.ts";
import type { Decision } from "../run.ts";
import type { ItemBody } from "../transcript.ts";
import type { Flow } from "./flow.ts";

/** One entry of the conversation. Immutable: a change replaces it. */
export type Entry =
  | {
      readonly kind: "item";
      readonly key: string;
      readonly item: ItemBody;
      /** When it was recorded; absent while it happens. */
      readonly at?: Timestamp | null | undefined;
      /** The request whose outcome it is; `decision` is null if nobody answered. */
      readonly resolves?: { readonly id: string; readonly decision: Decision | null } | undefined;
      /** Lines that are not in memory, and the place in the text where they were. */
      readonly leftOut?: { readonly lines: number; readonly at: number } | undefined;
    }
  /** From Reprise, not the agent: `isRule` draws it across the screen, `isTurnEnd` says how a turn ended. */
  | {
      readonly kind: "line";
      readonly key: string;
      readonly text: string;
      readonly tone: "dim" | "bad";
      readonly isRule?: boolean | undefined;
      readonly isTurnEnd?: boolean | undefined;
      readonly at?: Timestamp | null | undefined;
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
      /** Not started, as far as is known: it asked for approval, and nobody has allowed it. */
      readonly approval?: "waiting" | "withdrawn" | "declined" | undefined;
    };
