import type { ItemBody } from "@reprise/model";
import { type Foreign, fieldOf, textOf } from "../../foreign.ts";
import { type SplitMessage, splitParts, type UserPart } from "../../reading/user-parts.ts";

/** Precedes a prompt that Gemini CLI would leave out; sent to the model only. */
export const quoting = "The user wrote:";

const filesBegin = "--- Content from referenced files ---";
const filesEnd = "--- End of content ---";
const fileLabel = /^\s*Content from @(.+):\s*$/;
const hookContext = /^\s*<hook_context>([\s\S]*?)<\/hook_context>\s*/;
const mediaMention = /@((?:\\.|[^\s\\,;@]){1,400}\.(?:png|jpe?g|gif|webp|bmp|heic|heif|svg|pdf|mp3|wav|mp4|mov))\b/gi;
const shellOpening = "I ran the following shell command:\n```sh\n";
const shellMiddle = "\n```\n\nThis produced the following result:\n```\n";

export function splitMessage(parts: readonly Foreign[], shown: readonly Foreign[] = []): SplitMessage {
  const read: UserPart[] = [];
  const media = mediaNames(parts, shown);
  let file: string | null = null;
  for (const part of parts) {
    const text = part.thought === true ? "" : textOf(part.text);
    if (text === null) read.push(...mediaPart(part, media));
    else if (text.trim() === filesBegin || text.trim() === filesEnd || text === quoting) continue;
    else if (fileLabel.test(text)) file = fileLabel.exec(text)?.[1] ?? "";
    else if (file !== null) {
      read.push({ attached: { kind: "attachment", what: kindOf(file), name: file, text } });
      file = null;
    } else read.push(...wordsPart(text));
  }
  return splitParts(read);
}

function kindOf(name: string): "resource" | "file" {
  return /^[a-z][\w+.-]*:\/\//i.test(name) ? "resource" : "file";
}

/** Hook text may precede the user's words in one part. */
function wordsPart(text: string): UserPart[] {
  const found: UserPart[] = [];
  let rest = text;
  for (let hook = hookContext.exec(rest); hook; hook = hookContext.exec(rest)) {
    found.push({ attached: { kind: "attachment", what: "context", name: "hook", text: hook[1] ?? "" } });
    rest = rest.slice(hook[0].length);
  }
  const ran = rest.startsWith(shellOpening) ? shellIn(rest) : null;
  if (ran) found.push({ attached: ran });
  else if (rest !== "") found.push({ text: rest });
  return found;
}

function shellIn(text: string): ItemBody | null {
  const at = text.indexOf(shellMiddle);
  if (at === -1) return null;
  const command = text.slice(shellOpening.length, at);
  const output = text.slice(at + shellMiddle.length).replace(/\n?```\s*$/, "");
  return { kind: "command", command, output, exitCode: null, status: "done", isPersons: true };
}

/** Images have no names: they follow the order of mentions. The prompt as typed shows where a name with spaces ends. */
function mediaNames(parts: readonly Foreign[], shown: readonly Foreign[]): string[] {
  const count = parts.filter(({ inlineData, fileData }) => inlineData ?? fileData).length;
  const candidates = [parts, shown].map((texts) => {
    const mentions = texts.flatMap(({ text }) => [...(textOf(text) ?? "").matchAll(mediaMention)]);
    return [...new Set(mentions.map(([, name = ""]) => name.replace(/\\(.)/g, "$1")))];
  });
  return candidates.find((names) => names.length === count) ?? [];
}

function mediaPart(part: Foreign, names: string[]): UserPart[] {
  const base64 = textOf(fieldOf(part.inlineData, "data"));
  const mediaType = textOf(fieldOf(part.inlineData, "mimeType")) ?? "";
  const uri = textOf(fieldOf(part.fileData, "fileUri"));
  if (base64 === null && uri === null) return [];
  const name = names.shift() ?? uri;
  if (base64 !== null && mediaType.startsWith("image/")) return [{ image: { mediaType, base64 }, name }];
  return [{ attached: { kind: "attachment", what: "file", name: name ?? mediaType, text: null } }];
}
