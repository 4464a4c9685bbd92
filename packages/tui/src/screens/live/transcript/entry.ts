import type { ItemBody } from "@reprise/model";
import type { Tone } from "../../../kernel/theme.ts";
import type { Flow } from "./flow.ts";

/** One thing in the conversation. Entries never change: a new one stands in the place of the old. */
export type Entry =
  | { readonly kind: "item"; readonly key: string; readonly item: ItemBody }
  /** Text of the model that streams in. */
  | { readonly kind: "flow"; readonly key: string; readonly of: "reply" | "reasoning"; readonly flow: Flow }
  /** Work that is under way, with what it has printed so far; `item` is null until the agent has said what it is. */
  | {
      readonly kind: "running";
      readonly key: string;
      readonly item: ItemBody | null;
      readonly flow: Flow;
      /** Nothing of it was done yet: the person is asked first. */
      readonly isAsked?: boolean | undefined;
    }
  /** Ours, not the agent's: `isRule` draws it across the screen. */
  | {
      readonly kind: "line";
      readonly key: string;
      readonly text: string;
      readonly tone: Tone;
      readonly isRule?: boolean | undefined;
    };
