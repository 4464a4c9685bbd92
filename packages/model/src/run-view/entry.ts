import type { ItemBody } from "../transcript.ts";
import type { Flow } from "./flow.ts";

/** One thing in the conversation. Entries never change: a new one takes the place of the old. */
export type Entry =
  | { readonly kind: "item"; readonly key: string; readonly item: ItemBody }
  /** Ours, not the agent's: `isRule` draws it across the screen. */
  | {
      readonly kind: "line";
      readonly key: string;
      readonly text: string;
      readonly tone: "dim" | "bad";
      readonly isRule?: boolean | undefined;
    }
  | GrowingEntry;

export type GrowingEntry =
  /** Text of the model that streams in. */
  | { readonly kind: "flow"; readonly key: string; readonly of: "reply" | "reasoning"; readonly flow: Flow }
  /** Work in progress, with its output so far; `item` is null until the agent says what it is. */
  | {
      readonly kind: "running";
      readonly key: string;
      readonly item: ItemBody | null;
      readonly flow: Flow;
      /** Not started yet: the person is asked first. */
      readonly isAsked?: boolean | undefined;
    };
