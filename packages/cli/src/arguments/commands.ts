import { actingCommands } from "./acting-commands.ts";
import { annotationCommands } from "./annotation-commands.ts";
import { type CommandSpec, everywhere, ofChats, ofChatsMeanings } from "./command-spec.ts";
import type { OptionName } from "./options.ts";
import { projectCommands } from "./project-commands.ts";
import { restoreCommands } from "./restore-commands.ts";
import { reviewCommands } from "./review-commands.ts";
import { tokenCommands } from "./token-commands.ts";

const scope = ["all", "cwd"] as const satisfies readonly OptionName[];
const filters = [
  "agent",
  "state",
  "from",
  "until",
  "include-empty",
  "subagents",
  "archived",
  "hidden",
  "tag",
] as const satisfies readonly OptionName[];

const commands = {
  list: {
    summary: "List sessions, last used first",
    operands: [],
    options: [...scope, ...filters, "sort", "limit", "cursor", ...ofChats, ...everywhere],
    meanings: ofChatsMeanings,
    notes: ["--limit is 20 unless given; with --json there is no limit unless given."],
    examples: ["reprise list --all --state interrupted", "reprise list --tag bug --sort size"],
  },
  show: {
    summary: "Print one session",
    operands: [{ name: "ID", isRequired: true }],
    options: ["last", "turns", "full", ...ofChats, ...everywhere],
    meanings: ofChatsMeanings,
    notes: [
      "ID is a session's id, a unique prefix of it, its thread id, its name, the path of its file, or %3: the third row",
      "of the last list.",
    ],
    examples: ["reprise show 0199a213-81c0 --last 2"],
  },
  search: {
    summary: "Find what was said, run or edited",
    operands: [{ name: "TEXT", isRequired: false, isRepeated: true }],
    options: [...scope, ...filters, "path", "tool", "limit", ...ofChats, ...everywhere],
    meanings: ofChatsMeanings,
    notes: [
      "Words anywhere in one session, or parts of them, in any case and without accents; '\"quoted\"' ones as they stand.",
      "Sessions with all words in one item come first, then in one turn; titles before prompts before replies before output.",
      "Filters can be words too: agent:AGENT state:STATE since:TIME until:TIME tag:TAG path:PATH tool:TOOL",
      "--limit is 50 hits unless given; with --json there is no limit unless given.",
    ],
    examples: [
      "reprise search --all connection refused",
      "reprise search --since 7d --path src/ timeout",
      "reprise search 'state:interrupted \"no such file\"'",
    ],
  },
  export: {
    summary: "Write one session as Markdown, HTML or JSONL",
    operands: [{ name: "ID", isRequired: true }],
    options: ["format", "output", "force", ...ofChats, ...everywhere],
    meanings: ofChatsMeanings,
    notes: [
      "Without --format the extension of FILE decides: .md, .html or .jsonl. Another one is refused; without one, or",
      "on stdout, it is Markdown.",
    ],
    examples: ["reprise export 0199a213-81c0 --output session.html"],
  },
  bundle: {
    summary: "Pack everything about one session into one file, for another machine",
    operands: [{ name: "ID", isRequired: true }],
    options: ["output", "redact", "force", "dry-run", ...ofChats, ...everywhere],
    meanings: {
      ...ofChatsMeanings,
      output: "The bundle to write (required)",
      "dry-run": "Only show what would be bundled",
    },
    notes: [
      "The agent's files of the session, those it continues, and the journals of Reprise, with their hashes.",
      "A bundle holds the whole conversation, including anything secret said in it; --redact replaces what looks like",
      "a secret.",
    ],
    examples: ["reprise bundle 0199a213-81c0 -o work.bundle"],
  },
  unbundle: {
    summary: "Put a bundled session where its agent finds it, to be resumed here",
    operands: [{ name: "FILE", isRequired: true }],
    options: ["map", "home", "max-size", "dry-run", ...everywhere],
    meanings: { "dry-run": "Only show what would be written" },
    notes: [
      "Verifies all of FILE before anything is written, and never replaces a file. Doing it again changes nothing.",
      "Without --map the files are those of the other machine, byte for byte, but without a recorded system prompt that",
      "the agent would use as its own. With it, their recorded folders are those of this machine.",
      "A model that continues a session reads all of it: unbundle only files of people you trust.",
    ],
    examples: ["reprise unbundle work.bundle --map /home/ann/shop=/srv/shop"],
  },
  doctor: {
    summary: "Explain damaged or missing sessions",
    operands: [{ name: "PATH", isRequired: false }],
    options: [...everywhere],
    notes: ["With PATH, explains every file at or below it. Reads every byte; changes none."],
    examples: ["reprise doctor ~/.codex/sessions/2026"],
  },
  usage: {
    summary: "Count tokens, working time, commands and edits",
    operands: [],
    options: [...scope, "agent", "since", "by", ...ofChats, ...everywhere],
    meanings: ofChatsMeanings,
    notes: [
      "From the agents' own logs, sub-agents and archived sessions included; – is what an agent does not record.",
      "Input includes what was cached, output includes reasoning. With --json, rows by day and by session.",
    ],
    examples: ["reprise usage --all --since 2026-11-01", "reprise usage --by session"],
  },
  reindex: {
    summary: "Delete the catalog and build it again",
    operands: [],
    options: [...everywhere],
    notes: ["The catalog only speeds things up: deleting it loses nothing."],
    examples: ["reprise reindex"],
  },
  schema: {
    summary: "Print the JSON Schema of what --json prints",
    operands: [{ name: "NAME", isRequired: false }],
    options: [...everywhere],
    notes: ["Without NAME, lists the names; with --json, prints all schemas."],
    examples: ["reprise schema plan"],
  },
  completion: {
    summary: "Print the completion script of a shell",
    operands: [{ name: "SHELL", choices: ["bash", "zsh", "fish"], isRequired: true }],
    options: [...everywhere],
    notes: [
      "SHELL is bash, zsh or fish. It completes commands, options and their values, files, and the ids of your latest",
      "sessions with their titles.",
      "bash, in ~/.bashrc: source <(reprise completion bash)",
      "zsh, in ~/.zshrc after compinit: source <(reprise completion zsh)",
      "fish: reprise completion fish > ~/.config/fish/completions/reprise.fish",
    ],
    examples: ["reprise completion bash"],
  },
  mcp: {
    summary: "Serve sessions to agents and tools over MCP (stdio), read-only",
    operands: [],
    options: ["cwd", ...everywhere],
    notes: ["Nothing here changes a session or starts an agent, and secrets are redacted."],
    examples: ["reprise mcp"],
  },
  demo: {
    summary: "Try everything on sample sessions and a scripted agent",
    operands: [],
    options: ["demo-page", "port", "no-browser", "plain", "json", "no-color", "help"],
    meanings: {
      port: "With --page: the port to listen on (default: 7718, or the next free one); 0 is any free one",
      "no-browser": "With --page: only print the link",
    },
    notes: [
      "It needs no account and no network, does not touch your files, and removes its own.",
      "Without a terminal, or with --plain, it shows the same steps as text; with --json, one line per step.",
      "With --page, it serves the page of `reprise open` on the same sample sessions until Ctrl-C.",
      "In the app, prompts with the words crash, ask, limit or changelog show other scenes.",
    ],
    examples: ["reprise demo", "reprise demo --page", "reprise demo --plain"],
  },
  acp: {
    summary: "Serve an editor: it lists, loads and continues every session (Agent Client Protocol)",
    operands: [],
    options: ["agent", "model", "provider", "effort", "sandbox", "approval", ...everywhere],
    meanings: { agent: "The agent of new sessions (default: the one used last in the project)" },
    notes: [
      "For editors that speak ACP, such as Zed: they start this program and talk to it on stdin and stdout.",
      "Settings count for new sessions; others keep theirs. Each session has the options Agent and Sandbox in the",
      "editor. Set-up: docs/acp.md.",
    ],
    examples: ["reprise acp", "reprise acp --agent codex --sandbox read-only"],
  },
  ...annotationCommands,
  ...actingCommands,
  ...restoreCommands,
  ...projectCommands,
  ...reviewCommands,
  ...tokenCommands,
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof commands;

/** Every command, by what a person wants. */
export const commandGroups = {
  Find: ["list", "search", "show", "status", "usage"],
  Continue: ["resume", "run", "replay", "fork", "handoff", "repair", "open-in-agent", "cancel"],
  Keep: ["name", "tag", "hide", "archive", "dismiss", "export", "bundle", "unbundle"],
  Work: ["project start", "project resume", "project list", "project show", "review"],
  Serve: [
    "open",
    "serve",
    "chat",
    "mcp",
    "acp",
    "migrate-chats",
    "token create",
    "token list",
    "token revoke",
    "token quota",
    "token audit",
  ],
  Care: ["doctor", "approvals", "reindex", "completion", "schema", "demo"],
} as const satisfies Readonly<Record<string, readonly CommandName[]>>;

export function isCommandName(text: string): text is CommandName {
  return Object.hasOwn(commands, text);
}

/** Shorter names. */
export const aliases = { ls: "list" } as const satisfies Readonly<Record<string, CommandName>>;

export function aliasOf(text: string): CommandName | null {
  return Object.hasOwn(aliases, text) ? aliases[text as keyof typeof aliases] : null;
}

export function commandNames(): CommandName[] {
  return Object.keys(commands) as CommandName[];
}

/** The commands of a group, such as `project`; empty if it is none. */
export function commandsOf(group: string): CommandName[] {
  return commandNames().filter((name) => name.startsWith(`${group} `));
}

export function commandSpec(name: CommandName): CommandSpec {
  return commands[name];
}
