import { decisionHelp } from "@reprise/model";
import { type CommandSpec, everywhere, prompt, session, settings } from "./command-spec.ts";

/** Those that start an agent, stop one, or change what it may do; and what there is to act on. */
export const actingCommands = {
  run: {
    summary: "Run an agent on PROMPT, with everything on disk as it happens",
    operands: [prompt],
    options: ["agent", ...settings, "resume", "fresh", "dry-run", ...everywhere],
    meanings: {
      agent: "The agent to run (default: codex)",
      cwd: "Work in DIR instead of the current directory",
    },
    notes: [
      "PROMPT is read from stdin when it is - or when it is absent and stdin is no terminal. It is sent as it is, also",
      "where it begins with / or !.",
      "If a run of this project was interrupted, it asks whether to resume that one; without a terminal it asks",
      "nothing and exits with 5, unless --resume or --fresh has answered beforehand. So it does for a prompt that was",
      "killed on its way to the agent: --resume sends it, with PROMPT after it or without.",
      `When the agent asks, on a terminal: ${decisionHelp}`,
    ],
    examples: [
      'reprise run "fix the flaky test"',
      'reprise run --fresh --json --sandbox read-only "what fails?"',
    ],
  },
  resume: {
    summary: "Go on with a session in its own thread",
    operands: [{ name: "ID", isRequired: false }, prompt],
    options: [
      "newest",
      "agent",
      ...settings,
      "recorded",
      "current",
      "yes",
      "allow-wider",
      "fallback",
      "when-reset",
      "all-interrupted",
      "dry-run",
      ...everywhere,
    ],
    meanings: {
      cwd: "Go on in DIR instead of the recorded directory",
      agent: "With --last: the newest session of this agent",
    },
    notes: [
      "Without ID, or with . for it: the interrupted session of this project. Without PROMPT: what was being done.",
      "The plan is shown first. What it leaves open is asked on a terminal; without one, --yes says yes, or it exits",
      "with 5. Wider permissions need --allow-wider; --yes never means that.",
      "Where a resume is not possible, the plan of the next mode is shown. --fallback replay --yes carries it out; so",
      'does --yes with fallback = "replay" in the configuration file.',
    ],
    examples: [
      "reprise resume",
      'reprise resume codex:0199a213-81c0-7800-8aa1-bbab2a035a53 "and now the other test"',
      'reprise resume --last "and now the docs"',
      "reprise resume . --dry-run",
      "reprise resume . --fallback replay --yes",
      "reprise resume --all-interrupted --yes",
    ],
  },
  status: {
    summary: "Show what was live, what may have half-run and what still runs",
    operands: [],
    options: ["all", "cwd", ...everywhere],
    examples: ["reprise status --all"],
  },
  cancel: {
    summary: "Stop the turn of a session that Reprise runs in another process",
    operands: [session],
    options: ["dry-run", ...everywhere],
    notes: ["It can be resumed afterwards."],
    examples: ["reprise cancel codex:0199a213-81c0-7800-8aa1-bbab2a035a53"],
  },
  dismiss: {
    summary: "Stop counting and offering an interrupted session; it stays listed",
    operands: [session],
    options: ["undo", "dry-run", ...everywhere],
    meanings: { undo: "Let it count again" },
    notes: [
      "Nothing of the session is changed. If it is interrupted again, that counts anew.",
      "reprise status marks what is dismissed.",
    ],
    examples: [
      "reprise dismiss codex:0199a213-81c0-7800-8aa1-bbab2a035a53",
      "reprise dismiss codex:0199a213-81c0-7800-8aa1-bbab2a035a53 --undo",
    ],
  },
  approvals: {
    summary: "List, grant or revoke what is approved for a whole session",
    operands: [
      session,
      { name: "list|grant|revoke", isRequired: false },
      { name: "HASH", isRequired: false },
    ],
    options: ["dry-run", ...everywhere],
    notes: [
      "An approval answers only the identical request: the same command, directory and sandbox, or the same paths.",
      "HASH is one that the list shows, or a unique beginning of it.",
    ],
    examples: [
      "reprise approvals codex:0199a213-81c0-7800-8aa1-bbab2a035a53",
      "reprise approvals codex:0199a213-81c0-7800-8aa1-bbab2a035a53 revoke 3f9a",
    ],
  },
} as const satisfies Record<string, CommandSpec>;
