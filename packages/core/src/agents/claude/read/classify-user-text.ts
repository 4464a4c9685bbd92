import type { ItemBody } from "@reprise/model";

export interface UserText {
  /** `command`, `output`: run by the user in the agent's prompt. `attached`: given to the model. */
  readonly kind: "prompt" | "notice" | "command" | "output" | "attached" | "interrupted" | "nothing";
  readonly text: string;
  readonly attached?: ItemBody;
}

/** Tags of the harness; users may start a prompt with other tags. */
export const harnessTags = [
  "agent-message",
  "bash-input",
  "bash-stderr",
  "bash-stdout",
  "channel",
  "command-args",
  "command-contents",
  "command-name",
  "coordinator-relay",
  "cross-session-message",
  "fetched-web-content",
  "local-command-stderr",
  "local-command-stdout",
  "mcp-polling-update",
  "mcp-resource-update",
  "post-tool-use-hook",
  "remote-review",
  "remote-review-progress",
  "slack-ping",
  "slack-tag-message",
  "task-notification",
  "teammate-message",
  "tick",
  "untrusted-widget-state",
  "user-memory-input",
  "user-prompt-submit-hook",
];
const startsWithTag = new RegExp(`^<(${harnessTags.join("|")})[\\s>]`);
/** Shown to the user, not sent to the model. */
const noticeTags = new Set(["command-args", "tick", "user-memory-input"]);
/** Added in front of what the user typed, by an editor or for a forked agent: attachments. */
export const contextTags = ["browser_instruction", "fork-boilerplate", "ide_opened_file", "ide_selection"];
/** Sent to the model, never shown to the user; context only if it is closed. */
const asides = new RegExp(
  `^\\s*(?:<(system-reminder|local-command-caveat)>[\\s\\S]*?(?:</\\1>|$)|<(${contextTags.join("|")})(?:\\s[^>]*)?>([\\s\\S]*?)</\\2>)`,
);
const interruption = /^\[Request interrupted(?: by user|: the session ended)[^\]]*\]$/;

export function classifyUserText(text: string): UserText {
  const rest = withoutAsides(text);
  const trimmed = rest.trim();
  if (trimmed === "") return { kind: "nothing", text: "" };
  if (interruption.test(trimmed)) return { kind: "interrupted", text: trimmed };
  // Prompt commands start with their message; harness commands with their name.
  if (trimmed.startsWith("<command-message>")) return { kind: "prompt", text: commandLine(trimmed) };
  if (trimmed.startsWith("<command-name>")) return { kind: "notice", text: commandLine(trimmed) };
  const [, tag] = startsWithTag.exec(trimmed) ?? [];
  if (tag !== undefined) return harnessText(trimmed, tag);
  return { kind: "prompt", text: rest === text ? text : trimmed };
}

/** Context in front of the words. Older releases also put attachments into reminders: a call, then its result. */
export function attachedInAsides(text: string): ItemBody[] {
  const found: ItemBody[] = [];
  let path = "";
  for (
    let rest = text, aside = asides.exec(rest);
    aside;
    rest = rest.slice(aside[0].length), aside = asides.exec(rest)
  ) {
    const [whole, reminder = "", tag, context = ""] = aside;
    if (tag !== undefined) {
      found.push(contextBody(tag, context.trim()));
      continue;
    }
    const said = innerText(whole.trim(), reminder);
    path = /^Called the \w+ tool with the following input: .*?"(?:file_path|path)":"([^"]*)"/.exec(said)?.[1] ?? path;
    const [opening] = /^Result of calling the \w+ tool:\s*/.exec(said) ?? [];
    if (opening !== undefined)
      found.push({ kind: "attachment", what: "file", name: path, text: said.slice(opening.length) });
    else if (/^\S+ hook (?:additional context|success): /.test(said))
      found.push({ kind: "attachment", what: "context", name: `${said.split(" ", 1)[0]} hook`, text: said });
  }
  return found;
}

function innerText(aside: string, tag: string): string {
  const end = aside.endsWith(`</${tag}>`) ? -(tag.length + 3) : aside.length;
  return aside.slice(tag.length + 2, end).trim();
}

function withoutAsides(text: string): string {
  let rest = text;
  for (let found = asides.exec(rest); found; found = asides.exec(rest)) rest = rest.slice(found[0].length);
  return rest;
}

function commandLine(text: string): string {
  const name = inner(text, "command-name") ?? inner(text, "command-message") ?? "";
  const given = inner(text, "command-args") ?? "";
  return `${name.startsWith("/") ? name : `/${name}`} ${given}`.trim();
}

function harnessText(text: string, tag: string): UserText {
  if (tag === "bash-input") return { kind: "command", text: inner(text, tag) ?? "" };
  const plain = text.replace(printedTags, "").trim();
  if (tag === "bash-stdout" || tag === "bash-stderr") return { kind: "output", text: plain };
  if (plain === "") return { kind: "nothing", text: "" };
  if (noticeTags.has(tag)) return { kind: "notice", text: plain };
  return { kind: "attached", text: plain, attached: attachedBy(tag, text, plain) };
}

const printedTags = /<\/?(?:bash-stdout|bash-stderr|local-command-stdout|local-command-stderr)>/g;

function attachedBy(tag: string, text: string, plain: string): ItemBody {
  if (tag !== "task-notification") return contextBody(tag, plain);
  const result = inner(text, "result");
  const name = inner(text, "summary") ?? "background task";
  return { kind: "attachment", what: "result", name, text: result ?? plain };
}

function contextBody(tag: string, text: string): ItemBody {
  return { kind: "attachment", what: "context", name: tag.replaceAll(/[-_]/g, " "), text };
}

function inner(text: string, tag: string): string | null {
  const start = text.indexOf(`<${tag}>`);
  const end = text.indexOf(`</${tag}>`, start);
  return start === -1 || end === -1 ? null : text.slice(start + tag.length + 2, end).trim();
}
