import { type Agent, listOrders, sessionStates, usageGroupings } from "@reprise/model";

export const exportFormats = ["markdown", "html", "jsonl"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const fallbacks = ["ask", "replay", "handoff", "none"] as const;
export type Fallback = (typeof fallbacks)[number];

interface OptionSpec {
  readonly kind: "flag" | "text" | "texts" | "count";
  readonly short?: string;
  /** Name of the value in the help. */
  readonly value?: string;
  /** `agents`: the names of the registered agents. */
  readonly choices?: readonly string[] | "agents";
  /** Its name on the command line, if not its key here: two commands may use one name differently. */
  readonly spelled?: string;
  readonly summary: string;
}

export const options = {
  all: { kind: "flag", summary: "Every workspace, not only that of the current directory" },
  agent: { kind: "text", value: "AGENT", choices: "agents", summary: "Only sessions of this agent" },
  state: { kind: "text", value: "STATE", choices: sessionStates, summary: "Only sessions in this state" },
  "include-empty": { kind: "flag", summary: "Also sessions without a prompt" },
  subagents: { kind: "flag", summary: "Also sessions that another session started" },
  archived: { kind: "flag", summary: "Also archived sessions" },
  hidden: { kind: "flag", summary: "Also sessions that you hid" },
  tag: { kind: "text", value: "TAG", summary: "Only sessions with your tag TAG" },
  sort: {
    kind: "text",
    value: "ORDER",
    choices: listOrders,
    summary: "Last used, largest or most turns first (default: updated)",
  },
  remove: { kind: "texts", value: "TAG", summary: "Remove this tag (may be repeated)" },
  clear: { kind: "flag", summary: "Remove the name" },
  limit: { kind: "count", value: "N", summary: "At most N of them" },
  cursor: { kind: "text", value: "CURSOR", summary: "Continue after an earlier page (its `next`)" },
  since: { kind: "text", value: "DATE", summary: "Only turns that started on this day or later" },
  from: {
    kind: "text",
    value: "TIME",
    spelled: "since",
    summary: "Only sessions last used at TIME or later: 7d, 24h, yesterday, 2026-11-01",
  },
  until: { kind: "text", value: "TIME", summary: "Only sessions last used before TIME, or on that day" },
  path: {
    kind: "texts",
    value: "PATH",
    summary: "Only sessions that ran, read or changed something with PATH in its name (may be repeated)",
  },
  tool: { kind: "texts", value: "TOOL", summary: "Only sessions that used this tool (may be repeated)" },
  by: {
    kind: "text",
    value: "WHAT",
    choices: usageGroupings,
    summary: "One row for each of these (default: day)",
  },
  last: { kind: "count", value: "N", summary: "Only the last N turns" },
  newest: {
    kind: "flag",
    short: "c",
    spelled: "last",
    summary: "The newest session of this project, in any state",
  },
  turns: { kind: "text", value: "A-B", summary: "Only turns A to B, counted from 1" },
  full: { kind: "flag", summary: "Do not fold long outputs" },
  format: {
    kind: "text",
    value: "FORMAT",
    choices: exportFormats,
    summary: "Output format (default: markdown)",
  },
  output: { kind: "text", short: "o", value: "FILE", summary: "Write to FILE instead of stdout" },
  redact: { kind: "flag", summary: "Replace secrets; the bundled files then differ from the originals" },
  map: {
    kind: "texts",
    value: "OLD=NEW",
    summary: "The folder OLD of the other machine is NEW here (may be repeated)",
  },
  home: { kind: "text", value: "DIR", summary: "The agent's home to write to instead of its usual one" },
  "max-size": {
    kind: "text",
    value: "SIZE",
    summary: "Accept up to SIZE, such as 8G, unpacked (default: 4G)",
  },
  force: { kind: "flag", summary: "Replace FILE if it exists" },
  json: { kind: "flag", summary: "Data for programs on stdout; errors as JSON on stderr" },
  cwd: {
    kind: "text",
    short: "C",
    value: "DIR",
    summary: "The workspace of DIR instead of the current directory",
  },
  "agent-home": {
    kind: "texts",
    value: "DIR",
    spelled: "AGENT-home",
    summary: "Read this home of AGENT instead of its usual ones (may be repeated)",
  },
  model: { kind: "text", value: "MODEL", summary: "The model to use" },
  provider: { kind: "text", value: "PROVIDER", summary: "The model provider to use" },
  effort: { kind: "text", value: "EFFORT", summary: "Reasoning effort" },
  sandbox: {
    kind: "text",
    value: "SANDBOX",
    choices: ["read-only", "workspace-write", "danger-full-access"],
    summary: "Sandbox mode",
  },
  approval: { kind: "text", value: "POLICY", summary: "Approval policy, as the agent calls it" },
  image: { kind: "texts", value: "PATH", summary: "Send this image with the prompt (may be repeated)" },
  file: { kind: "texts", value: "PATH", summary: "Send this file with the prompt (may be repeated)" },
  instructions: {
    kind: "text",
    value: "TEXT|@FILE",
    summary: "Instructions for the agent, added to its own; @FILE reads them from FILE",
  },
  filter: {
    kind: "text",
    value: "STATE",
    choices: ["all", "unresolved"],
    summary: "Only comments in this state (default: all; in the app and with --run: unresolved)",
  },
  "review-file": { kind: "text", value: "PATH", spelled: "file", summary: "Only comments on this file" },
  reviewer: { kind: "text", value: "LOGIN", summary: "Only comments by this reviewer" },
  range: { kind: "text", value: "A..B", summary: "Only comments made on a commit after A, up to B" },
  comments: {
    kind: "text",
    value: "FILE",
    summary: "Read the comments from FILE (JSONL), not from the server",
  },
  jsonl: { kind: "flag", summary: "Write the comments as JSONL, which --comments reads" },
  report: { kind: "flag", summary: "Show what the last run changed for each comment, with a drafted reply" },
  reply: { kind: "count", value: "ID", summary: "Post a reply to this comment, after a confirmation" },
  body: { kind: "text", value: "TEXT", summary: "The reply; - reads stdin (default: the drafted one)" },
  chat: { kind: "text", value: "CHAT", summary: "The conversation: any text, new or used before" },
  "chat-session": {
    kind: "text",
    value: "ID",
    spelled: "session",
    summary: "Continue a copy of this session of an agent in a new chat; in a known one, only this conversation",
  },
  workspace: {
    kind: "text",
    value: "DIR",
    summary: "Work in DIR, for the first message (default: a folder of the chat's own)",
  },
  permissions: {
    kind: "text",
    value: "PERMISSIONS",
    choices: ["read-only", "workspace-write", "danger-full-access"],
    summary: "What the agent may do without asking",
  },
  "chat-sandbox": {
    kind: "text",
    value: "NAME",
    spelled: "sandbox",
    summary: "Where the agent runs, for the first message (default: local)",
  },
  key: { kind: "text", value: "KEY", summary: "Sent again under the same KEY, a message runs once" },
  queue: { kind: "flag", summary: "Wait for the message before it, instead of exiting with 4" },
  port: { kind: "text", value: "PORT", summary: "The port to listen on (default: 7717); 0 is any free one" },
  "demo-page": { kind: "flag", spelled: "page", summary: "Serve the page, as `reprise open` does" },
  "no-browser": { kind: "flag", summary: "Only print the link" },
  host: { kind: "text", value: "HOST", summary: "The address to listen on (default: 127.0.0.1)" },
  "token-file": { kind: "text", value: "FILE", summary: "Take the token from FILE (also: REPRISE_TOKEN)" },
  "allow-origin": {
    kind: "texts",
    value: "ORIGIN",
    summary: "Pages of ORIGIN may call the server (may be repeated)",
  },
  page: { kind: "text", value: "FILE", summary: "Serve this HTML file at /" },
  grace: {
    kind: "count",
    value: "SECONDS",
    summary: "How long running turns may take when the server stops (default: 30)",
  },
  store: {
    kind: "text",
    value: "ADDRESS",
    summary: "Keep chats in this PostgreSQL (postgres://…), with any number of other servers (also: REPRISE_STORE)",
  },
  objects: {
    kind: "text",
    value: "PLACE",
    summary: "With --store: keep their files in s3://BUCKET/PREFIX or a shared folder (default: the database)",
  },
  "of-chats": {
    kind: "flag",
    spelled: "chats",
    summary: "The chats of programs instead of sessions: of this machine, or with --store of servers",
  },
  "to-store": {
    kind: "text",
    value: "ADDRESS",
    spelled: "to",
    summary: "The PostgreSQL that servers share (also: REPRISE_STORE)",
  },
  tenant: { kind: "text", value: "TENANT", summary: "Only of this tenant" },
  label: { kind: "text", value: "LABEL", spelled: "name", summary: "What you call the token" },
  chats: {
    kind: "texts",
    value: "CHAT",
    summary: "Only for this chat, or with * at its end all that begin so (may be repeated)",
  },
  "read-only": { kind: "flag", summary: "It only reads: it cannot send or cancel" },
  expires: { kind: "count", value: "DAYS", summary: "It ends after DAYS days (default: never)" },
  "turns-at-once": { kind: "count", value: "N", summary: "At most N turns run or wait" },
  "turns-a-day": { kind: "count", value: "N", summary: "At most N messages a day, which begins at 00:00 UTC" },
  bytes: { kind: "count", value: "N", summary: "No message is taken once its chats hold N bytes" },
  unlimited: { kind: "flag", summary: "Take away the limits and the sandbox that are not named" },
  lease: {
    kind: "count",
    value: "SECONDS",
    summary: "With --store: how long a server may be silent before another one takes over (default: 10, at least 10)",
  },
  rounds: { kind: "count", value: "N", summary: "At most N rounds (default: 10)" },
  "until-time": {
    kind: "text",
    value: "T",
    summary: "Stop starting rounds at T",
  },
  "max-tokens": { kind: "count", value: "N", summary: "Start no round once N tokens are used" },
  resume: { kind: "flag", summary: "Resume the interrupted session of this project" },
  fresh: { kind: "flag", summary: "Start a new session without asking about interrupted ones" },
  recorded: { kind: "flag", summary: "Use the recorded settings (default)" },
  current: { kind: "flag", summary: "Use the agent's current settings" },
  yes: {
    kind: "flag",
    summary: "Accept changes that add no permissions, reuse saved approvals, send the recap",
  },
  "allow-wider": {
    kind: "flag",
    summary: "Allow wider permissions than Reprise recorded or your configuration has",
  },
  fallback: {
    kind: "text",
    value: "MODE",
    choices: fallbacks,
    summary: "What to do if a resume is not possible (default: the setting fallback, else ask)",
  },
  to: {
    kind: "text",
    value: "AGENT",
    choices: "agents",
    summary: "Continue with this agent (default: the same)",
  },
  via: {
    kind: "text",
    value: "WAY",
    choices: ["inject", "native", "segments"],
    summary: "How to send the history (default: the best way without a model call)",
  },
  at: { kind: "count", value: "TURN", summary: "Continue after turn TURN instead of the last one" },
  step: { kind: "flag", summary: "Wait for Enter before each segment" },
  "segment-tokens": { kind: "count", value: "N", summary: "At most N tokens per segment (default: 2000)" },
  context: { kind: "count", value: "N", summary: "Size of the model's context in tokens" },
  brief: { kind: "flag", summary: "Send a brief instead of the history" },
  budget: { kind: "count", value: "N", summary: "At most N tokens, 512 or more (default: 4000)" },
  run: { kind: "flag", summary: "Run an agent with it, in a new session" },
  print: { kind: "flag", summary: "Print the command instead of running it" },
  copy: { kind: "flag", summary: "Copy to the clipboard instead of stdout" },
  files: { kind: "flag", summary: "Also put the edited files back to how they were after TURN" },
  "files-only": { kind: "flag", summary: "Only the files: no new session" },
  undo: { kind: "flag", summary: "Undo a rewind of files; ID is the rewind's id" },
  "when-reset": { kind: "flag", summary: "If a usage limit parked it, wait for the reset, then resume once" },
  "all-interrupted": {
    kind: "flag",
    summary: "Every interrupted session of this project, or with --all of every one, each in its own directory",
  },
  "dry-run": { kind: "flag", summary: "Show the plan and do nothing" },
  plain: { kind: "flag", summary: "Lines of text instead of screens" },
  "no-color": { kind: "flag", summary: "No colours (also: NO_COLOR)" },
  help: { kind: "flag", short: "h", summary: "Show this help" },
  version: { kind: "flag", short: "V", summary: "Show the version" },
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

/** The options given; false, null or empty otherwise. */
export type Values = { readonly [Name in OptionName]: ValueOf<(typeof options)[Name]["kind"]> };

/** How `agent-home` appears on the command line, per agent. Its value is kept as `AGENT=DIR`. */
export const homeOption = /^--(.+)-home$/;

export function homeSaid(text: string): { readonly agent: Agent; readonly path: string } {
  const equals = text.indexOf("=");
  return { agent: text.slice(0, equals), path: text.slice(equals + 1) };
}

export function choicesOf({ choices }: OptionSpec, agents: readonly Agent[]): readonly string[] | undefined {
  return choices === "agents" ? agents : choices;
}

export function spellingOf(name: OptionName): string {
  return (options[name] as Option).spelled ?? name;
}

export function isOptionName(text: string): text is OptionName {
  return Object.hasOwn(options, text);
}

export function optionNames(): OptionName[] {
  return Object.keys(options) as OptionName[];
}
