import { decisionHelp } from "@reprise/model";
import { type CommandSpec, everywhere, prompt, session, settings } from "./command-spec.ts";

/** Commands that start or stop an agent, or change its permissions; and `status`. */
export const actingCommands = {
  run: {
    summary: "Run an agent with PROMPT and record everything as it happens",
    operands: [prompt],
    options: ["agent", ...settings, "image", "file", "instructions", "resume", "fresh", "dry-run", ...everywhere],
    meanings: {
      agent: "The agent to run (default: the first of these)",
      cwd: "Work in DIR instead of the current directory",
    },
    notes: [
      "PROMPT is read from stdin if it is - or absent and stdin is not a terminal. It is sent unchanged, even if it",
      "starts with / or !.",
      "If a run of this project was interrupted, it asks whether to resume that one; without a terminal it asks",
      "nothing and exits with 5, unless --resume or --fresh is given. The same applies to a prompt that never reached",
      "the agent: --resume sends it, followed by PROMPT if given.",
      "Images: PNG, JPEG, GIF, WebP. Files: text, PDF. If the agent does not take one, nothing is sent.",
      `When the agent asks, on a terminal: ${decisionHelp}`,
    ],
    examples: [
      'reprise run "fix the flaky test"',
      'reprise run --image screen.png "why is the button cut off?"',
      'reprise run --fresh --json --sandbox read-only "what fails?"',
    ],
  },
  chat: {
    summary: "Send MESSAGE to a chat and print the reply; the next message continues it",
    operands: [{ name: "MESSAGE", isRequired: false }],
    options: [
      "chat",
      "agent",
      "workspace",
      "chat-sandbox",
      "permissions",
      "model",
      "effort",
      "instructions",
      "key",
      "queue",
      ...everywhere,
    ],
    meanings: { agent: "The agent of a new chat (default: the first of these)" },
    notes: [
      "MESSAGE is read from stdin if it is - or absent. A chat keeps its conversation, and its own folder, apart from",
      "your sessions; sign-in and configuration of the agent are yours. A message that fails, is cancelled or killed",
      "leaves the chat as it was before.",
      "With --json, one event a line: `reprise schema chat-event`. Exit code 0: completed, 1: not, 4: busy.",
    ],
    examples: [
      'reprise chat --chat demo "what is in this folder?" --workspace .',
      'reprise chat --chat demo --json "and the largest file?"',
    ],
  },
  serve: {
    summary: "Serve chats and sessions over HTTP",
    operands: [],
    options: ["port", "host", "token-file", "allow-origin", "page", "grace", ...everywhere],
    notes: [
      "Every request needs the token: `Authorization: Bearer TOKEN`. Unless it is given, a new one is made and printed.",
      'With --json, the first line is {"type":"listening","url","token"}. Routes: docs/http.md, and GET /openapi.json.',
      "Ctrl-C or SIGTERM: running turns finish or are parked, then it exits with 0. A second one stops at once.",
    ],
    examples: ["reprise serve", "reprise serve --json --port 0", "reprise serve --page examples/chat-page/index.html"],
  },
  open: {
    summary: "Open your sessions and this project in a browser",
    operands: [],
    options: ["port", "no-browser", ...everywhere],
    meanings: { port: "The port to listen on (default: 7718, or the next free one); 0 is any free one" },
    notes: [
      "Serves a page on this machine only, until Ctrl-C. If it is served already, asks that server for a new link.",
      "A link lets one browser in, once, within 5 minutes. Over SSH, or without a display, it is only printed.",
      'With --json, the first line is {"type":"listening","url"}.',
    ],
    examples: ["reprise open", "reprise open --no-browser --json --port 0"],
  },
  resume: {
    summary: "Continue a session in its own thread",
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
      "all",
      "dry-run",
      ...everywhere,
    ],
    meanings: {
      cwd: "Work in DIR instead of the recorded directory",
      agent: "With --last: the newest session of this agent",
    },
    notes: [
      "Without ID, or with .: the interrupted session of this project. Without PROMPT: continues its work.",
      "It shows the plan first. On a terminal it asks what the plan leaves open; without one, give --yes, or it exits",
      "with 5. Wider permissions need --allow-wider; --yes never means that.",
      "If a resume is not possible, it shows the plan of the next mode. --fallback replay --yes runs it; so",
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
  "open-in-agent": {
    summary: "Open a session in its agent's own interface",
    operands: [session],
    options: ["print", "copy", ...everywhere],
    meanings: { copy: "Copy the command to the clipboard instead of running it" },
    notes: [
      "It starts the agent in the session's directory and home, with the recorded model and never with wider",
      "permissions than recorded. Refused while another program has the session open.",
      "With --json, prints what it would start, and starts nothing.",
    ],
    examples: [
      "reprise open-in-agent codex:0199a213-81c0-7800-8aa1-bbab2a035a53",
      "reprise open-in-agent codex:0199a213-81c0-7800-8aa1-bbab2a035a53 --print",
    ],
  },
  status: {
    summary: "Show what was interrupted, what may have partly run and what still runs",
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
    meanings: { undo: "Count it again" },
    notes: [
      "The session does not change. A later interruption counts again.",
      "reprise status marks dismissed sessions.",
    ],
    examples: [
      "reprise dismiss codex:0199a213-81c0-7800-8aa1-bbab2a035a53",
      "reprise dismiss codex:0199a213-81c0-7800-8aa1-bbab2a035a53 --undo",
    ],
  },
  approvals: {
    summary: "List, grant or revoke saved approvals of a session",
    operands: [
      session,
      { name: "list|grant|revoke", choices: ["list", "grant", "revoke"], isRequired: false },
      { name: "HASH", isRequired: false },
    ],
    options: ["dry-run", ...everywhere],
    notes: [
      "An approval answers only the identical request: the same command, directory and sandbox, or the same paths.",
      "HASH is from the list, or a unique prefix of it.",
    ],
    examples: [
      "reprise approvals codex:0199a213-81c0-7800-8aa1-bbab2a035a53",
      "reprise approvals codex:0199a213-81c0-7800-8aa1-bbab2a035a53 revoke 3f9a",
    ],
  },
} as const satisfies Record<string, CommandSpec>;
