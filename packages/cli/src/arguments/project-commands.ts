import { type CommandSpec, everywhere } from "./command-spec.ts";
import type { OptionName } from "./options.ts";

const bounds = ["rounds", "until-time", "max-tokens"] as const satisfies readonly OptionName[];

const settings = [
  "agent",
  "model",
  "provider",
  "effort",
  "sandbox",
  "approval",
  "cwd",
] as const satisfies readonly OptionName[];

const path =
  "PATH is the folder of a project, its MAIN.md, or a part of its path such as 2026/11/17/1, as `project list` shows it.";

const rounds = "Permission mode, for agents that have one. Those that ask are set to never: nobody is there to answer";

/** Goals worked on in rounds. */
export const projectCommands = {
  "project start": {
    summary: "Work towards GOAL in rounds, each in a fresh thread; a progress file carries the state",
    operands: [{ name: "GOAL", isRequired: false }],
    options: [...bounds, ...settings, "plain", "dry-run", ...everywhere],
    meanings: {
      agent: "The agent of the rounds (default: the first of these)",
      cwd: "Work in DIR instead of the current directory",
      sandbox: "Sandbox of every round (default: as your agent has it). Rounds never ask for more",
      approval: rounds,
    },
    notes: [
      "GOAL may be - (stdin), or come from a pipe.",
      "It stops when the agent declares the goal met, when the rounds are used, or when you stop it. The progress file",
      "and the log of the rounds are in .reprise/projects of the workspace; the progress file may be edited at any time.",
      "On a terminal it opens the app: Esc interrupts the round and asks whether to continue it or to stop. With --plain",
      "Ctrl-C does. Whatever ends it, `reprise project resume PATH` continues it.",
      "T is a time such as 18:30, a span such as 2h or 90m, or a date and time such as 2026-11-18T08:00.",
      "With --json, one event a line: `reprise schema project-line`.",
    ],
    examples: [
      'reprise project start "port the parser to the new AST"',
      'reprise project start --rounds 3 --until-time 18:30 "make the tests faster"',
      'reprise project start --json --sandbox workspace-write "fix what TODO.md lists"',
    ],
  },
  "project resume": {
    summary: "Show what happened in a project so far, then continue it",
    operands: [{ name: "PATH", isRequired: false }],
    options: [...bounds, ...settings, "fresh", "plain", "dry-run", ...everywhere],
    meanings: {
      agent: "The agent of new rounds (default: that of the last round)",
      sandbox: "Sandbox of the rounds (default: as in the last round here). Name it to give more",
      approval: rounds,
      fresh: "Do an unfinished round again in a new thread, instead of continuing it in its own",
      plain: "Print the rounds as text and ask, instead of opening the app",
      cwd: "Look for PATH below DIR instead of the current directory",
    },
    notes: [
      path,
      "Without PATH: a list of projects to choose from. Projects of CodexPotter are found and continued in place.",
      "Showing what happened runs and sends nothing. A round that was cut off continues in its own thread.",
      "Without a terminal, or with --json, it continues at once.",
      "Rounds have the permissions of the last round that Reprise ran here. The log in the workspace can narrow them, not widen them.",
    ],
    examples: [
      "reprise project resume",
      "reprise project resume .reprise/projects/2026/11/17/1",
      "reprise project resume 2026/11/17/1 --rounds 3 --json",
    ],
  },
  "project list": {
    summary: "List projects, latest first",
    operands: [],
    options: ["all", "cwd", ...everywhere],
    notes: ["Damaged ones are listed with the file, the line and what was expected there."],
    examples: ["reprise project list --all"],
  },
  "project show": {
    summary: "Print a project: its rounds and their conversations",
    operands: [{ name: "PATH", isRequired: true }],
    options: ["full", "cwd", ...everywhere],
    meanings: { cwd: "Look for PATH below DIR instead of the current directory" },
    notes: [path, "It runs and sends nothing."],
    examples: ["reprise project show 2026/11/17/1"],
  },
} as const satisfies Record<string, CommandSpec>;
