import type { ItemBody } from "@reprise/model";
import { tryParseJson } from "@reprise/model";
import { attachedIn } from "../../attached-text.ts";
import { type Foreign, fieldOf, numberOf, textOf } from "../../foreign.ts";
import { embeddedIn, imageOf } from "../../reading/user-parts.ts";
import { openingPrompt } from "../opening-prompt.ts";
import type { FactCollector } from "./fact-collector.ts";
import { fileText } from "./file-text.ts";
import type { MessagePart, MessageWithParts } from "./message.ts";
import { asTyped } from "./prompt-text.ts";

/** Sent in the user's name after they ran a command; the next message has the command. */
const shellNote = "The following tool was executed by the user";
const readCall = /^Called the \w+ tool with the following input: (\{.*\})$/s;
const resourceNote = "Reading MCP resource: ";
/** Text of a part whose bytes are a separate part. */
const bytesFollow = /^(?:Image|PDF) read successfully$/;

/** Whether a person wrote it: additions by the program are marked, or request a compaction. */
export function isPrompt({ message, parts }: MessageWithParts): boolean {
  if (message.role !== "user") return false;
  if (parts.some(({ part }) => isSaid(part))) return true;
  return parts.some(({ part }) => part.type === "file") && !parts.some(({ part }) => isLabel(part));
}

/** The user's words first, then attachments. `other` handles parts of any other kind. */
export function collectUserMessage(
  said: MessageWithParts,
  facts: FactCollector,
  other: (part: MessagePart) => void,
): void {
  const { message, parts } = said;
  const at = numberOf(fieldOf(message.time, "created"));
  const isFileAlone = isPrompt(said) && !parts.some(({ part }) => isSaid(part));
  for (const { part, place, id } of parts) {
    if (isSaid(part)) facts.item({ kind: "prompt", text: saidText(part) }, at, place, id);
    else if (isFileAlone && part.type === "file") facts.item({ kind: "prompt", text: fileText(part) }, at, place, id);
  }
  const given = new Given();
  for (const saidPart of parts) {
    const { part, place, id } = saidPart;
    if (isSaid(part)) continue;
    if (part.type === "text") {
      const text = textOf(part.text) ?? "";
      if (text === shellNote) facts.shell(said.id);
      else if (text.trim() !== "") given.text(text, (body) => facts.item(body, at, place, id));
    } else if (part.type === "file") given.file(part, (body) => facts.item(body, at, place, `${id}#file`));
    else other(saidPart);
  }
  given.end((body) => facts.item(body, at, parts.at(-1)?.place ?? said.place, `${said.id}#unread`));
}

function isSaid(part: Foreign): boolean {
  if (part.type === "subtask") return true;
  return part.type === "text" && part.synthetic !== true && (textOf(part.text) ?? "").trim() !== "";
}

function isLabel({ type, text }: Foreign): boolean {
  return type === "text" && attachedIn(textOf(text) ?? "") !== null;
}

function saidText(part: Foreign): string {
  return part.type === "subtask" ? subtaskText(part) : asTyped(textOf(part.text) ?? "");
}

function subtaskText(part: Foreign): string {
  const [command, agent] = [textOf(part.command), textOf(part.agent)];
  const asked = textOf(part.prompt) ?? textOf(part.description) ?? "";
  return `${command ? `/${command} ` : ""}${agent ? `@${agent} ` : ""}${asked}`;
}

/** A file takes up to three parts: a read notice, its content, and its name or bytes. */
class Given {
  #name: { readonly what: "file" | "resource" | "image"; readonly name: string } | null = null;
  #told: string | null = null;

  text(text: string, tell: (body: ItemBody) => void): void {
    const call = readCall.exec(text);
    if (call) this.#name = { what: "file", name: pathIn(call[1] ?? "") };
    else if (text.startsWith(resourceNote))
      this.#name = { what: "resource", name: text.slice(text.lastIndexOf(" (") + 2).replace(")", "") };
    else if (this.#name && bytesFollow.test(text)) return;
    else if (this.#name) {
      const { what, name } = this.#name;
      const isFolder = text.includes("<type>directory</type>");
      tell({ kind: "attachment", what: isFolder ? "folder" : what, name, text });
      this.#told = name;
      this.#name = null;
    } else this.#other(text, tell);
  }

  file(part: Foreign, tell: (body: ItemBody) => void): void {
    const label = this.#name?.name ?? null;
    this.#name = null;
    const told = this.#told;
    this.#told = null;
    const url = textOf(part.url) ?? "";
    const image = embeddedIn(url);
    const path = textOf(fieldOf(part.source, "path")) ?? textOf(part.filename);
    const name = label ?? path ?? url.slice(0, 200);
    const mime = textOf(part.mime) ?? image?.mediaType ?? "";
    if (image && mime.startsWith("image/")) return tell(imageOf({ ...image, mediaType: mime }, name));
    const text = image && mime.startsWith("text/") ? Buffer.from(image.base64, "base64").toString() : null;
    if (told === null || text !== null) tell({ kind: "attachment", what: "file", name, text });
  }

  /** For an image that has only a label. */
  end(tell: (body: ItemBody) => void): void {
    if (this.#name?.what === "image") tell(imageOf(null, this.#name.name));
  }

  #other(text: string, tell: (body: ItemBody) => void): void {
    const body = attachedIn(text);
    if (body?.kind === "attachment" && body.what === "image") this.#name = { what: "image", name: body.name };
    else if (body) tell(body);
    else if (text === openingPrompt || text.trimStart().startsWith("<system-reminder>"))
      tell({ kind: "notice", text: `Sent to the model: ${text}` });
    else tell({ kind: "attachment", what: "context", name: "sent to the model", text });
  }
}

function pathIn(json: string): string {
  const given = tryParseJson(json);
  return textOf(fieldOf(given, "filePath")) ?? textOf(fieldOf(given, "path")) ?? json;
}
