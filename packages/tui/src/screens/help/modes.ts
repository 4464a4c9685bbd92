import type { HelpSection } from "../../kernel/opening.ts";

/** What going on with a session means, in plain words: the same on every screen. */
export const modeSections: readonly HelpSection[] = [
  {
    title: "Restore",
    hints: [],
    text:
      "Goes on in the same conversation, in the recorded directory, with the recorded model and permissions. First you see " +
      "the plan and what has changed since; then the agent is started and compared with the plan, before anything is sent.",
  },
  {
    title: "Replay",
    hints: [],
    text:
      "Tells the history to a new conversation, of the same agent or another one. For a session that cannot go on itself; " +
      "it stays as it is, byte for byte. Mostly no model is asked; where one has to be told piece by piece, that costs " +
      "tokens, and the plan says how many. Esc cancels, and the next time nothing is told twice.",
  },
  {
    title: "GPT Restore",
    hints: [],
    text:
      "Writes a brief on this machine, without a model: goal, done and open, files, commands, the last turns. It becomes " +
      "the unsent message of a new session. Nobody sends it but you.",
  },
  {
    title: "Fork",
    hints: [],
    text: "Goes on from an earlier turn, in a new conversation beside the old one: reprise fork ID --at TURN.",
  },
  {
    title: "Repair",
    hints: [],
    text:
      "For a session that fails whatever you say: finds what the model or the agent chokes on, and goes on from a cleaned " +
      "copy under a new id. The original is not touched: reprise repair ID.",
  },
];
