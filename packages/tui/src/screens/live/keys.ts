import { type ConversationCommand, conversationCommands } from "@reprise/model";
import { composerKeys } from "../../composer/index.ts";
import type { KeyTable } from "../../kernel/keys.ts";
import { isHosted, type LiveState } from "./state.ts";

export type LiveAction =
  | "send"
  | "escape"
  | "queue"
  | "edit"
  | "diff"
  | "page-up"
  | "page-down"
  | "to-end"
  | "unfold"
  | "open-agent"
  | "retry"
  | "wait"
  | "switch"
  | "help"
  | "quit";

export const ownKeys: KeyTable<LiveAction> = [
  { keys: ["enter"], action: "send", label: "send, or steer the turn", isHint: true, weight: 9 },
  { keys: ["escape"], action: "escape", label: "stop the turn, or go back", isHint: true, weight: 8 },
  { keys: ["tab"], action: "queue", label: "during a turn: send after it", isHint: true, weight: 7 },
  { keys: ["ctrl+g"], action: "edit", label: "your editor", isHint: true, weight: 3 },
  { keys: ["pageUp"], action: "page-up", label: "scroll up", shown: "PgUp" },
  { keys: ["pageDown"], action: "page-down", label: "scroll down" },
  { keys: ["ctrl+end"], action: "to-end", label: "follow the end again", shown: "End" },
  { keys: ["ctrl+t"], action: "unfold", label: "expand or collapse long output", isHint: true, weight: 4 },
  {
    keys: ["ctrl+x"],
    action: "diff",
    label: "changes of this session so far",
    more: "/diff too",
    isHint: true,
    weight: 2,
  },
  { keys: ["ctrl+o"], action: "open-agent", label: "the agent's own interface", shown: "o Enter, Ctrl-O" },
  { keys: ["ctrl+r"], action: "retry", label: "try again, after an error", shown: "R Enter, Ctrl-R" },
  { keys: [], action: "wait", label: "continue by itself when a usage limit is lifted", shown: "w Enter" },
  { keys: [], action: "switch", label: "continue with another agent, at a usage limit", shown: "t Enter" },
  { keys: ["f1"], action: "help", label: "help", more: "or H, then Enter", isHint: true },
  { keys: ["ctrl+c"], action: "quit", label: "quit, pressed twice" },
];

/** Alone in the composer and followed by Enter, these are commands; otherwise they are text. */
export const letters: Readonly<Record<string, LiveAction>> = {
  o: "open-agent",
  R: "retry",
  w: "wait",
  t: "switch",
  H: "help",
};

const liveCommands = Object.keys(conversationCommands) as ConversationCommand[];
/** The screen that hosts a run decides how it continues. */
const hostedCommands = liveCommands.filter((name) => !["model", "fork", "switch", "wait"].includes(name));

export function commandsOf(state: Pick<LiveState, "beginning">): readonly ConversationCommand[] {
  return isHosted(state) ? hostedCommands : liveCommands;
}

export const liveKeys: KeyTable<string> = [
  ...ownKeys.slice(0, 1),
  ...composerKeys.slice(0, 1),
  ...ownKeys.slice(1),
  ...composerKeys.slice(1),
];
