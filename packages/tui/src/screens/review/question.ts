import type { RunId } from "@reprise/model";
import type { KeyTable } from "../../kernel/keys.ts";
import type { Route } from "../../kernel/route.ts";
import type { OfferedRun } from "./state.ts";

/** Asked in the status bar; only its own keys count meanwhile. */
export type Question =
  | { readonly kind: "resume"; readonly offered: OfferedRun }
  | {
      readonly kind: "refused";
      readonly reason: string;
      readonly run: RunId;
      readonly replay: Route & { readonly screen: "restore" };
    }
  | { readonly kind: "cancel" }
  | { readonly kind: "leave" }
  /** `top`: the first visible line of what would be posted. */
  | { readonly kind: "post"; readonly comment: number; readonly body: string; readonly top: number };

export type Answer = "yes" | "no" | "neither";

export const questionKeys: KeyTable<Answer> = [
  {
    keys: ["y", "Y"],
    shown: "y",
    action: "yes",
    label: "yes",
    more: "resume the interrupted run with the comments shown; cancel; leave; post",
    isHint: true,
  },
  {
    keys: ["n", "N"],
    shown: "n",
    action: "no",
    label: "no",
    more: "of a resume: start a new run; the old one is not offered again",
    isHint: true,
  },
  { keys: ["escape"], action: "neither", label: "back", isHint: true },
];

/** After a resume was refused. */
export const refusedKeys: KeyTable<Answer> = [
  {
    keys: ["r", "R"],
    shown: "r",
    action: "yes",
    label: "Replay",
    more: "in a new thread that gets the history",
  },
  {
    keys: ["n", "N"],
    shown: "n",
    action: "no",
    label: "start a new run",
    more: "the refused one is not offered again",
  },
  { keys: ["escape"], action: "neither", label: "back" },
];

export function keysOf({ kind }: Question): KeyTable<Answer> {
  return kind === "refused" ? refusedKeys : questionKeys;
}
