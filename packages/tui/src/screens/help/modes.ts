import type { HelpSection } from "../../kernel/route.ts";

/** The ways to continue a session, the same on every screen. */
export const modeSections: readonly HelpSection[] = [
  {
    title: "Restore (resume)",
    hints: [],
    text:
      "Continues the same conversation, in the recorded folder, with the recorded model and permissions. First you see " +
      "the plan and what changed since; the agent starts and its settings are checked before anything is sent.",
  },
  {
    title: "Replay",
    hints: [],
    text:
      "Continues in a new conversation that has the history, with the same agent or another one. The old session stays " +
      "unchanged. It usually needs no model call; if the history must be sent piece by piece, that costs " +
      "tokens, and the plan shows how many. Esc cancels; the next time nothing is sent twice.",
  },
  {
    title: "GPT Restore (brief)",
    hints: [],
    text:
      "Writes a brief on this machine, without a model: goal, done and open work, files, commands, the last turns. It becomes " +
      "the unsent message of a new session.",
  },
  {
    title: "Fork",
    hints: [],
    text: "Continues from an earlier turn, in a copy of the session: reprise fork ID --at TURN.",
  },
  {
    title: "Repair",
    hints: [],
    text:
      "For a session that always fails: finds what the model or the agent refuses, and continues from a cleaned " +
      "copy under a new id. The original does not change: reprise repair ID.",
  },
];
