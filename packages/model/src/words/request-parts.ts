import type { Grant, NetworkTarget, ProposedChange, Question, Request, Rule } from "../run.ts";
import { exactCode, exactLine, exactText, quotedWord } from "../text/exact-text.ts";

/** One fact the user must know before deciding. The label is ours; the text is exact and may have many lines. */
export interface RequestPart {
  readonly label: string;
  readonly text: string;
  /** A diff, or the whole content of a file that is added or deleted. */
  readonly isDiff: boolean;
}

/** Everything a request asks for and everything a yes would allow, in the order every face shows it. */
export function requestParts(request: Request): readonly RequestPart[] {
  const { kind, subject, cwd, environment, reason, network, grants, rule, changes, questions, choices } = request;
  const isAskedBelow = questions.length > 0 && questions.map(({ text }) => text).join(" ") === subject;
  return [
    ...(isAskedBelow || changes.length > 0 ? [] : [part(subjectLabels[kind], exactText(subject))]),
    ...optional("Folder", cwd, exactText),
    ...optional("Runs in", environment, exactText),
    ...optional("Agent says", reason === "" ? null : reason, exactText),
    ...optional("Network", network, networkWords),
    ...(grants.length === 0 ? [] : [part("Permits", grants.map(grantWords).join("\n"))]),
    ...changes.flatMap(changeParts),
    ...(kind === "edit" && choices.includes("session") ? [part("Session", sessionEdits)] : []),
    ...optional("Always", rule, ruleWords),
  ];
}

/** One of a request's questions, with its numbered answers. */
export function questionParts(question: Question): readonly RequestPart[] {
  const { text, options } = question;
  return [
    ...(text === "" ? [] : [part("Question", exactText(text))]),
    ...options.map((_, index) => part(`${index + 1}.`, optionWords(question, index))),
  ];
}

/** `red: stops the line`; without a description the option alone. */
export function optionWords({ options, descriptions }: Question, index: number): string {
  const [option = "", description = ""] = [options[index], descriptions?.[index]];
  return description === "" ? exactLine(option) : `${exactLine(option)}: ${exactLine(description)}`;
}

/** The rule verbatim: each word is quoted, so that nothing in it reads as ours. */
export function ruleWords(rule: Rule): string {
  switch (rule.kind) {
    case "command-prefix":
      return `adds a permanent rule: allow every command that starts with: ${rule.words.map(quotedWord).join(" ")}`;
    case "host":
      return `adds a permanent rule: allow every connection to: ${quotedWord(rule.host)}`;
    case "tool": {
      const tool = rule.tool === null ? "this tool" : `the tool ${quotedWord(rule.tool)}`;
      return `adds a permanent rule: allow every call of ${tool} of the MCP server ${quotedWord(rule.server)}`;
    }
  }
}

/** Codex does not ask again for these files, and does not check what is written. */
const sessionEdits = "allows every later change of the same files, whatever it writes";

const subjectLabels: Readonly<Record<Request["kind"], string>> = {
  command: "Command",
  edit: "Files",
  permissions: "Request",
  question: "Question",
  other: "Request",
};

function networkWords({ host, port, protocol }: NetworkTarget): string {
  const [by, at] = [protocol === null ? "" : ` by ${exactLine(protocol)}`, port === null ? "" : `, port ${port}`];
  return `connection to ${quotedWord(host)}${at}${by}`;
}

function grantWords({ access, target }: Grant): string {
  return `${access}: ${exactLine(target)}`;
}

function changeParts({ path, change, diff, movedTo }: ProposedChange): readonly RequestPart[] {
  const to = movedTo === null ? "" : ` → ${exactLine(movedTo)}`;
  const head = part("Change", `${change} ${exactLine(path)}${to}`);
  if (diff === null) return [{ ...head, text: `${head.text} (the agent did not say what it writes)` }];
  const sign = change === "add" ? "+" : change === "delete" ? "-" : "";
  const text = sign + exactCode(diff).replaceAll("\n", `\n${sign}`);
  return [head, { label: "", text, isDiff: true }];
}

function part(label: string, text: string): RequestPart {
  return { label, text, isDiff: false };
}

function optional<Value>(label: string, value: Value | null, words: (value: Value) => string): readonly RequestPart[] {
  return value === null ? [] : [part(label, words(value))];
}
