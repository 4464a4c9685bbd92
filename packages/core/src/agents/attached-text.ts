import { type AttachmentKind, type ItemBody, parseJson } from "@reprise/model";

/** Content sent as labelled text where the agent has no form for it. */
export type Attached =
  | (ItemBody & { readonly kind: "attachment" })
  | { readonly kind: "command"; readonly command: string; readonly output: string }
  | {
      readonly kind: "tool";
      readonly name: string;
      readonly input: unknown;
      readonly output: string;
      readonly hasFailed: boolean;
    };

const closing = "</attached>";
const kinds = new Set<string>(["file", "folder", "image", "resource", "result", "context"]);
const opening = /^<attached kind="([a-z-]+)" name=("(?:[^"\\\n]|\\.)*")>\n/;

/** The label with the content between its ends; image bytes follow as a separate part. */
export function attachedText(attached: Attached): string {
  switch (attached.kind) {
    case "attachment":
      return labelled(attached.what, attached.name, attached.text ?? "");
    case "command":
      return labelled("command", attached.command, attached.output);
    case "tool": {
      const result = attached.hasFailed ? "failed" : "done";
      const input = JSON.stringify(attached.input ?? null);
      return labelled("tool-call", attached.name, `input: ${input}\noutput (${result}):\n${attached.output}`);
    }
  }
}

/** Parses a text made by `attachedText`; null for any other. */
export function attachedIn(text: string): ItemBody | null {
  if (!text.startsWith("<attached kind=")) return null;
  const [label, kind = "", quoted = ""] = opening.exec(text.slice(0, mostLabel)) ?? [];
  if (label === undefined || !text.trimEnd().endsWith(closing)) return null;
  const name = nameIn(quoted);
  const content = text.slice(label.length, text.lastIndexOf(closing)).replace(/\n$/, "");
  if (kind === "command")
    return { kind, command: name, output: content, exitCode: null, status: "done", isPersons: true };
  if (kind === "tool-call") return toolIn(name, content);
  if (!kinds.has(kind)) return null;
  return { kind: "attachment", what: kind as AttachmentKind, name, text: content === "" ? null : content };
}

/** A label is one line, but a command or path in it may be long. */
const mostLabel = 100_000;

function labelled(kind: string, name: string, content: string): string {
  return `<attached kind="${kind}" name=${JSON.stringify(name)}>\n${content === "" ? "" : `${content}\n`}${closing}`;
}

function nameIn(quoted: string): string {
  try {
    return String(parseJson(quoted));
  } catch {
    return quoted;
  }
}

function toolIn(name: string, content: string): ItemBody | null {
  const [found, given = "", result] = /^input: (.*)\noutput \((done|failed)\):\n?/.exec(content) ?? [];
  if (found === undefined) return null;
  const output = content.slice(found.length);
  return { kind: "tool", name, input: inputIn(given), output, status: result === "done" ? "done" : "failed" };
}

function inputIn(given: string): unknown {
  try {
    return parseJson(given);
  } catch {
    return given;
  }
}
