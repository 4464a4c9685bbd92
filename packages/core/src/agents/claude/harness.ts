/** Who speaks in a text that stands where a person's words would. */
export interface Heard {
  readonly kind: "prompt" | "notice" | "interrupted" | "nothing";
  readonly text: string;
}

/** Texts that the harness puts in; a person may well begin a prompt with some other tag. */
const harnessTags = [
  "bash-input",
  "bash-stderr",
  "bash-stdout",
  "channel",
  "command-args",
  "command-contents",
  "command-name",
  "local-command-stderr",
  "local-command-stdout",
  "task-notification",
  "teammate-message",
  "tick",
  "user-memory-input",
  "user-prompt-submit-hook",
];
const startsWithTag = new RegExp(`^<(?:${harnessTags.join("|")})[\\s>]`);
/** Told to the model, never to the person. */
const asides = /^\s*<(system-reminder|local-command-caveat)>[\s\S]*?(?:<\/\1>|$)/;
const interruption = /^\[Request interrupted(?: by user|: the session ended)[^\]]*\]$/;

/** What a text in a user's line is: a person's words, or something of the harness. */
export function hear(text: string): Heard {
  const rest = withoutAsides(text);
  const trimmed = rest.trim();
  if (trimmed === "") return { kind: "nothing", text: "" };
  if (interruption.test(trimmed)) return { kind: "interrupted", text: trimmed };
  // A command that makes a prompt names its message first; one that the harness runs itself names its name first.
  if (trimmed.startsWith("<command-message>")) return { kind: "prompt", text: commandLine(trimmed) };
  if (trimmed.startsWith("<command-name>")) return { kind: "notice", text: commandLine(trimmed) };
  if (startsWithTag.test(trimmed)) return noticeOf(trimmed);
  return { kind: "prompt", text: rest === text ? text : trimmed };
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

function noticeOf(text: string): Heard {
  if (text.startsWith("<bash-input>"))
    return { kind: "notice", text: `! ${inner(text, "bash-input") ?? ""}`.trim() };
  const plain = text
    .replace(/<\/?(?:bash-stdout|bash-stderr|local-command-stdout|local-command-stderr)>/g, "")
    .trim();
  return plain === "" ? { kind: "nothing", text: "" } : { kind: "notice", text: plain };
}

function inner(text: string, tag: string): string | null {
  const start = text.indexOf(`<${tag}>`);
  const end = text.indexOf(`</${tag}>`, start);
  return start === -1 || end === -1 ? null : text.slice(start + tag.length + 2, end).trim();
}
