import { agents, sessionStates } from "@reprise/model";

export const exportFormats = ["markdown", "html", "jsonl"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const fallbacks = ["ask", "replay", "handoff", "none"] as const;
export type Fallback = (typeof fallbacks)[number];

interface OptionSpec {
  readonly kind: "flag" | "text" | "texts" | "count";
  readonly short?: string;
  /** How the value is called in the help. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** What it is called on the command line, where that is not its name here: another command's option may be called so too. */
  readonly spelled?: string;
  readonly summary: string;
}

/** Every option of every command: the one place that knows them. */
export const options = {
  all: { kind: "flag", summary: "Every workspace, not only that of the current directory" },
  agent: { kind: "text", value: "AGENT", choices: agents, summary: "Only sessions of this agent" },
  state: { kind: "text", value: "STATE", choices: sessionStates, summary: "Only sessions in this state" },
  "include-empty": { kind: "flag", summary: "Also sessions without a prompt" },
  subagents: { kind: "flag", summary: "Also sessions that another session started" },
  archived: { kind: "flag", summary: "Also archived sessions" },
  limit: { kind: "count", value: "N", summary: "At most N of them" },
  cursor: { kind: "text", value: "CURSOR", summary: "Go on where an earlier page ended (its `next`)" },
  last: { kind: "count", value: "N", summary: "Only the last N turns" },
  newest: {
    kind: "flag",
    short: "c",
    spelled: "last",
    summary: "The newest session of this project, whatever its state",
  },
  turns: { kind: "text", value: "A-B", summary: "Only turns A to B, counted from 1" },
  full: { kind: "flag", summary: "Whole outputs, also on a terminal" },
  format: {
    kind: "text",
    value: "FORMAT",
    choices: exportFormats,
    summary: "What to write (default: markdown)",
  },
  output: { kind: "text", short: "o", value: "FILE", summary: "Write to FILE instead of stdout" },
  force: { kind: "flag", summary: "Replace FILE if it exists" },
  json: { kind: "flag", summary: "Data for programs on stdout; errors as JSON on stderr" },
  cwd: {
    kind: "text",
    short: "C",
    value: "DIR",
    summary: "The workspace of DIR instead of the current directory",
  },
  "codex-home": {
    kind: "texts",
    value: "DIR",
    summary: "Read this Codex home instead of the usual ones (may be repeated)",
  },
  model: { kind: "text", value: "MODEL", summary: "The model to use" },
  provider: { kind: "text", value: "PROVIDER", summary: "The model provider to use" },
  effort: { kind: "text", value: "EFFORT", summary: "How hard the model is to think" },
  sandbox: {
    kind: "text",
    value: "SANDBOX",
    choices: ["read-only", "workspace-write", "danger-full-access"],
    summary: "What the agent may touch",
  },
  approval: { kind: "text", value: "POLICY", summary: "When the agent has to ask, in its own word" },
  resume: { kind: "flag", summary: "Go on with the interrupted session of this project" },
  fresh: { kind: "flag", summary: "Start afresh, whatever was interrupted" },
  recorded: { kind: "flag", summary: "Every setting as it was recorded (this is the default)" },
  current: { kind: "flag", summary: "Every setting as the agent is set up now" },
  yes: { kind: "flag", summary: "Yes to drift that widens nothing, kept approvals and the account" },
  "allow-wider": {
    kind: "flag",
    summary: "Even if more would be permitted than Reprise recorded, or than your configuration",
  },
  fallback: {
    kind: "text",
    value: "MODE",
    choices: fallbacks,
    summary: "What to do where a resume is not possible (default: the setting fallback, else ask)",
  },
  to: { kind: "text", value: "AGENT", choices: agents, summary: "Go on with this agent (default: the same)" },
  via: {
    kind: "text",
    value: "WAY",
    choices: ["inject", "native", "segments"],
    summary: "How the history is told (default: the best way without a model call)",
  },
  at: { kind: "count", value: "TURN", summary: "Go on after turn TURN instead of the last one" },
  step: { kind: "flag", summary: "Wait for Enter before each segment" },
  "segment-tokens": { kind: "count", value: "N", summary: "At most N tokens a segment (default: 2000)" },
  context: { kind: "count", value: "N", summary: "The model takes N tokens, whatever is known of it" },
  brief: { kind: "flag", summary: "Tell a brief instead of the history" },
  budget: { kind: "count", value: "N", summary: "At most N tokens, 512 or more (default: 4000)" },
  run: { kind: "flag", summary: "Run an agent on it, in a new session" },
  copy: { kind: "flag", summary: "To the clipboard instead of stdout" },
  files: { kind: "flag", summary: "Also make the edited files what they were after TURN" },
  "files-only": { kind: "flag", summary: "Only the files: no new session" },
  undo: { kind: "flag", summary: "Undo a change of files: ID is the one it was given" },
  "when-reset": { kind: "flag", summary: "If a usage limit parked it, wait for the reset and go on once" },
  "all-interrupted": { kind: "flag", summary: "Every interrupted session, each in its own directory" },
  "dry-run": { kind: "flag", summary: "Show what would be done, and do nothing" },
  plain: { kind: "flag", summary: "Lines of text instead of screens" },
  "no-color": { kind: "flag", summary: "No colours (also: NO_COLOR)" },
  help: { kind: "flag", short: "h", summary: "Show this help" },
  version: { kind: "flag", summary: "Show the version" },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof options;
export type Option = OptionSpec;

type ValueOf<Kind> = Kind extends "flag"
  ? boolean
  : Kind extends "count"
    ? number | null
    : Kind extends "texts"
      ? readonly string[]
      : string | null;

/** What was said on the command line: false, null or nothing for what was not. */
export type Values = { readonly [Name in OptionName]: ValueOf<(typeof options)[Name]["kind"]> };

export function spellingOf(name: OptionName): string {
  return (options[name] as Option).spelled ?? name;
}

export function isOptionName(text: string): text is OptionName {
  return Object.hasOwn(options, text);
}

export function optionNames(): OptionName[] {
  return Object.keys(options) as OptionName[];
}
