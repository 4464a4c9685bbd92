import { type CommandSpec, everywhere, prompt, session, settings } from "./command-spec.ts";
import type { OptionName } from "./options.ts";

const consent = ["recorded", "current", "yes", "allow-wider"] as const satisfies readonly OptionName[];
const telling = ["via", "step", "segment-tokens", "context"] as const satisfies readonly OptionName[];

const id = "codex:0199a213-81c0-7800-8aa1-bbab2a035a53";
const starts = [
  "The plan is shown first. It starts on Enter, or with --yes; without a terminal and --yes it exits with 5.",
  "Without PROMPT the new session is only made, and nothing is asked of it. The old one stays as it is.",
  "Way segments sends the history to a model, which costs money; the others ask no model.",
];
const yes = "Start, with drift that widens nothing, kept approvals and the account";
const cwd = "Go on in DIR instead of the recorded directory";

/** Those that go on with a session in another thread, or write down what it takes to do so. */
export const restoreCommands = {
  replay: {
    summary: "Tell a session to a new one, of the same or another agent",
    operands: [session, prompt],
    options: ["to", "at", "brief", ...telling, ...settings, ...consent, "dry-run", ...everywhere],
    meanings: { cwd, yes },
    notes: starts,
    examples: [`reprise replay ${id} --dry-run`, `reprise replay ${id} --to claude --yes "and now the docs"`],
  },
  handoff: {
    summary: "Write a brief of a session, for a person or an agent to go on from",
    operands: [session],
    options: [
      ...(["budget", "output", "force", "copy", "run", "to"] as const),
      ...settings,
      ...consent,
      "dry-run",
      ...everywhere,
    ],
    meanings: {
      to: "With --run: the agent to run (default: the same)",
      cwd: "With --run: work in DIR instead of the recorded directory",
      yes: "With --run: start without being asked",
    },
    notes: ["The brief is made on this machine, without a model. --run starts on Enter, or with --yes."],
    examples: [
      `reprise handoff ${id} --budget 2000 --output brief.md`,
      `reprise handoff ${id} --run --to gemini`,
    ],
  },
  fork: {
    summary: "Go on beside a session, from any of its turns",
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
      "By the agent itself where it can, else by a replay. --files shows the patch first, touches nothing where you",
      "changed a file since, and says how to undo it.",
    ],
    examples: [
      `reprise fork ${id} --at 3 "try it without the cache"`,
      `reprise fork ${id} --at 3 --files --dry-run`,
      "reprise fork --undo 01a1e0b9-1309",
    ],
  },
  repair: {
    summary: "Find what makes a session fail, and go on from a cleaned copy",
    operands: [session, prompt],
    options: [...telling, ...settings, ...consent, "dry-run", ...everywhere],
    meanings: { cwd, yes },
    notes: [...starts, "A session with nothing wrong is left alone: resume it."],
    examples: [`reprise repair ${id} --dry-run`, `reprise repair ${id} --yes "go on"`],
  },
} as const satisfies Record<string, CommandSpec>;
