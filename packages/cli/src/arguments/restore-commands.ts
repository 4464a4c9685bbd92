import { type CommandSpec, everywhere, ofChats, ofChatsMeanings, prompt, session, settings } from "./command-spec.ts";
import type { OptionName } from "./options.ts";

const consent = ["recorded", "current", "yes", "allow-wider"] as const satisfies readonly OptionName[];
const telling = ["via", "step", "segment-tokens", "context"] as const satisfies readonly OptionName[];

const id = "0199a213-81c0";
const starts = [
  "It shows the plan first and starts on Enter, or with --yes; without a terminal and --yes it exits with 5.",
  "Without PROMPT it only creates the new session. The old one does not change.",
  "--via segments sends the history to a model, which costs money; the others need no model.",
];
const yes = "Start; accept changes that add no permissions, reuse saved approvals, send the recap";
const cwd = "Work in DIR instead of the recorded directory";

/** Commands that continue a session in a new thread, or write its brief. */
export const restoreCommands = {
  replay: {
    summary: "Continue in a new session with the same history, with any agent",
    operands: [session, prompt],
    options: ["to", "at", "brief", ...telling, ...settings, ...consent, "dry-run", ...ofChats, ...everywhere],
    meanings: { ...ofChatsMeanings, cwd, yes },
    notes: starts,
    examples: [`reprise replay ${id} --dry-run`, `reprise replay ${id} --to claude --yes "and now the docs"`],
  },
  handoff: {
    summary: "Write a brief of a session, for a person or an agent",
    operands: [session],
    options: [
      ...(["budget", "output", "force", "copy", "run", "to"] as const),
      ...settings,
      ...consent,
      "dry-run",
      ...ofChats,
      ...everywhere,
    ],
    meanings: {
      ...ofChatsMeanings,
      to: "With --run: the agent to run (default: the same)",
      cwd: "With --run: work in DIR instead of the recorded directory",
      yes: "With --run: start without being asked",
    },
    notes: ["The brief is made on this machine, without a model. --run starts on Enter, or with --yes."],
    examples: [`reprise handoff ${id} --budget 2000 --output brief.md`, `reprise handoff ${id} --run --to gemini`],
  },
  fork: {
    summary: "Copy a session up to any of its turns and continue there",
    operands: [session, prompt],
    options: [
      ...(["at", "to", "files", "files-only", "undo"] as const),
      ...telling,
      ...settings,
      ...consent,
      "dry-run",
      ...everywhere,
    ],
    meanings: { cwd, yes },
    notes: [
      ...starts,
      "The agent itself forks if it can, else a replay does. --files shows the patch first, touches nothing if you",
      "changed one of the files since, and prints how to undo it.",
    ],
    examples: [
      `reprise fork ${id} --at 3 "try it without the cache"`,
      `reprise fork ${id} --at 3 --files --dry-run`,
      "reprise fork --undo 01a1e0b9-1309",
    ],
  },
  repair: {
    summary: "Find what makes a session fail, and continue from a cleaned copy",
    operands: [session, prompt],
    options: [...telling, ...settings, ...consent, "dry-run", ...everywhere],
    meanings: { cwd, yes },
    notes: [...starts, "A session with nothing wrong is left alone: resume it."],
    examples: [`reprise repair ${id} --dry-run`, `reprise repair ${id} --yes "continue"`],
  },
} as const satisfies Record<string, CommandSpec>;
