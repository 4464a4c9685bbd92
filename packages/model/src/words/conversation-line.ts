import type { Agent, SessionId } from "../ids.ts";
import type { Settings } from "../run.ts";
import { exactLine } from "../text/exact-text.ts";
import { nearest } from "../text/nearest.ts";

/** Commands to Reprise, not the agent, in a conversation. */
export const conversationCommands = {
  help: { usage: "/help", means: "shows these commands" },
  status: { usage: "/status", means: "the session, its model and permissions" },
  model: {
    usage: "/model NAME",
    means: "continues with another model, with a plan first",
    words: "optional",
  },
  diff: { usage: "/diff", means: "the changes of this session so far" },
  export: {
    usage: "/export FILE",
    means: "saves the session, as Markdown, HTML or JSONL by the ending",
    words: "optional",
  },
  fork: { usage: "/fork", means: "a new session after the last finished turn, with a plan first" },
  switch: { usage: "/switch", means: "continues with another agent, with a plan first" },
  wait: { usage: "/wait", means: "continues by itself when a usage limit is lifted" },
  stop: { usage: "/stop", means: "stops the turn" },
  steer: { usage: "/steer WORDS", means: "adds WORDS to the running turn", words: "needed" },
  retry: { usage: "/retry", means: "sends the last prompt again, after an error" },
  edit: { usage: "/edit", means: "your editor" },
  agent: { usage: "/agent", means: "the agent's own interface" },
  back: { usage: "/back", means: "ends the run and returns to the sessions" },
  quit: { usage: "/quit", means: "ends the run and quits; also /exit, exit, quit and :q" },
} as const satisfies Record<string, CommandEntry>;

interface CommandEntry {
  readonly usage: string;
  readonly means: string;
  /** Whether words follow it; absent: none do. */
  readonly words?: "needed" | "optional" | undefined;
}

export type ConversationCommand = keyof typeof conversationCommands;

export function takesWords(name: ConversationCommand): boolean {
  const { words }: CommandEntry = conversationCommands[name];
  return words !== undefined;
}

type ConversationLine =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "command"; readonly name: ConversationCommand; readonly words: string }
  /** Neither sent nor run; why, and what to type instead. */
  | { readonly kind: "refused"; readonly hint: string };

const otherNames: Readonly<Record<string, ConversationCommand>> = { exit: "quit", "?": "help" };

/** A line of only this is meant for Reprise. */
const leavingWords = /^(?:exit|quit|:q|:q!|:wq|:x)$/i;

/**
 * Whether a line is for the agent or for Reprise: what looks like a command is never sent by accident. A space before it,
 * or a second slash, sends it as it is.
 *
 * A command is a slash and a letter, without another slash in its first word: `/usr/bin/x` and code comments are text.
 */
export function conversationLine(text: string, known: readonly ConversationCommand[]): ConversationLine {
  const line = text.trimEnd();
  if (/^\s/.test(text)) {
    const rest = text.slice(1);
    return { kind: "text", text: isForUs(rest.trimEnd()) ? rest : text };
  }
  if (line.startsWith("//") && isForUs(line.slice(1))) return { kind: "text", text: text.slice(1) };
  if (!isForUs(line)) return { kind: "text", text };
  if (leavingWords.test(line)) return { kind: "command", name: "quit", words: "" };
  if (line.toLowerCase() === "q")
    return {
      kind: "refused",
      hint: `q alone is not sent. ${leaveHint(known)} Put a space before it to send it.`,
    };
  if (line.startsWith("!"))
    return {
      kind: "refused",
      hint: "Reprise runs no shell commands: ask the agent to. Put a space before it to send it.",
    };
  return commandOf(line, known);
}

function isForUs(line: string): boolean {
  return /^\/(?:[a-z?][^\s/]*(?:\s|$)|$)/i.test(line) || /^![\w.~/]/.test(line) || isLeaving(line);
}

function isLeaving(line: string): boolean {
  return leavingWords.test(line) || line.toLowerCase() === "q";
}

function commandOf(line: string, known: readonly ConversationCommand[]): ConversationLine {
  const [word = "", ...rest] = line.slice(1).split(/\s+/);
  const typed = word.toLowerCase();
  const name = otherNames[typed] ?? typed;
  const words = line.slice(1 + word.length).trim();
  if (!isKnown(name, known)) return { kind: "refused", hint: unknownCommand(word, line, known) };
  const { usage, words: takes }: CommandEntry = conversationCommands[name];
  if (takes === "needed" && words === "") return { kind: "refused", hint: `/${name} needs words: ${usage}.` };
  if (takes === undefined && rest.length > 0)
    return { kind: "refused", hint: `/${word} takes no words. Put a space before the line to send it.` };
  return { kind: "command", name, words };
}

/** Why a command that needs a plan has to wait. */
export function turnRuns(name: ConversationCommand): string {
  return `A turn runs. /stop it or wait for its end, then /${name}.`;
}

function unknownCommand(word: string, line: string, known: readonly ConversationCommand[]): string {
  const near = nearest(word, known);
  // Commands of the agents, such as /init, are no slips of the finger.
  const meant = near !== null && near[0] === word[0]?.toLowerCase() ? near : null;
  const sends = `/${line} sends it.`;
  if (Object.hasOwn(conversationCommands, word.toLowerCase()))
    return `There is no /${word} here: ${namesOf(known)}. ${sends}`;
  return meant === null
    ? `Unknown command /${word} here: ${namesOf(known)}. ${sends}`
    : `Unknown command /${word}. Did you mean /${meant}? ${sends}`;
}

function isKnown(name: string, known: readonly ConversationCommand[]): name is ConversationCommand {
  return known.some((one) => one === name);
}

function leaveHint(known: readonly ConversationCommand[]): string {
  const ways = { back: "/back goes back", quit: "/quit leaves" } as const;
  const here = (["back", "quit"] as const).filter((name) => known.includes(name)).map((name) => ways[name]);
  return here.length === 0 ? "" : `${here.join(", ")}.`;
}

function namesOf(known: readonly ConversationCommand[]): string {
  return known.map((name) => `/${name}`).join(" ");
}

/** The one-line answer to `/status`. */
export function conversationStatus({ session, agent, settings, tokens }: About): string {
  const { model, effort, sandbox, approvalPolicy, cwd } = settings;
  const parts = [session ?? `a new session of ${agent}`, model, effort, sandbox, approvalPolicy, cwd];
  const known = parts.flatMap((part) => (part === null ? [] : [exactLine(part)]));
  return [...known, ...(tokens === null ? [] : [`${tokens} tokens`])].join(" · ");
}

interface About {
  readonly session: SessionId | null;
  readonly agent: Agent;
  readonly settings: Settings;
  readonly tokens: number | null;
}

/** For the help: each command with its effect, then how to send text that looks like one. */
export function conversationHelp(known: readonly ConversationCommand[]): { usage: string; means: string }[] {
  return [
    ...known.map((name) => conversationCommands[name]),
    {
      usage: "//TEXT",
      means: "sends /TEXT; so does a space before it. Paths such as /usr/bin are sent unchanged",
    },
  ];
}
