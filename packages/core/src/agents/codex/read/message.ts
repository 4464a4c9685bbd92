import type { ItemBody } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../../foreign.ts";
import { embeddedIn, type SplitMessage, splitParts, type UserPart } from "../../reading/user-parts.ts";
import { harnessItem, isHarnessText, type Request, requestIn } from "./harness-texts.ts";

interface UserMessage extends SplitMessage {
  /** What an editor sent above the words. */
  readonly context: Request["context"];
}

/** What a person wrote in a user message: null when all of it is the harness's. */
export function promptTextOf(message: Foreign): string | null {
  return promptOf(userMessageOf(message));
}

export function promptOf({ words, attached }: UserMessage): string | null {
  if (words.length > 0) return wordsText(words);
  return attached.some(isImage) ? imageAlone : null;
}

/** The same as the model gets it, with what an editor sent above it. */
export function sentPromptText(message: Foreign): string | null {
  const whole = wholeMessageOf(message);
  return promptOf({ words: whole.words, attached: whole.attached, context: null });
}

/** A user message: what the person wrote, and what came with it. */
export function userMessageOf(message: Foreign): UserMessage {
  const { words, attached } = wholeMessageOf(message);
  const request = requestIn(wordsText(words));
  if (request.context === null) return { words, attached, context: null };
  return { words: request.words === "" ? [] : [request.words], attached, context: request.context };
}

function wholeMessageOf(message: Foreign): SplitMessage {
  if (typeof message.content === "string") return { words: [message.content], attached: [] };
  const marks = message.internal_chat_message_metadata_passthrough;
  const parts = listOf(message.content).map((part, index) =>
    isHarness(part, marks, index) ? { isOurs: true, part } : { isOurs: false, part },
  );
  const written = withImages(parts.flatMap(({ isOurs, part }) => (isOurs ? [] : [part])));
  const given = parts.flatMap(({ isOurs, part }) => (isOurs ? harnessPart(part) : []));
  return splitParts([...written.flatMap(userPart), ...given]);
}

/** What was shown to the person: the message to the model has its images. */
export function shownPromptText(content: unknown): string {
  const { words } = shownRequest(content);
  return words;
}

export function shownRequest(content: unknown): Request {
  const parts = listOf(content);
  const texts = parts.filter((part) => !isImagePart(part)).map(partText);
  const { words, context } = requestIn(wordsText(texts));
  return { words: words || (parts.some(isImagePart) ? imageAlone : ""), context };
}

/** Stands for a prompt that is only an image. */
const imageAlone = "[image]";

function wordsText(words: readonly string[]): string {
  return words.filter((text) => text !== "").join("\n");
}

function isImage(body: ItemBody): boolean {
  return body.kind === "attachment" && body.what === "image";
}

function isImagePart(part: unknown): boolean {
  return /image/i.test(textOf(fieldOf(part, "type")) ?? "");
}

function userPart(part: unknown): UserPart[] {
  if (!isForeign(part)) return typeof part === "string" ? [{ text: part }] : [];
  const type = textOf(part.type) ?? "";
  if (isImagePart(part)) return [imagePart(part)];
  if (/audio/i.test(type)) return [{ attached: { kind: "attachment", what: "file", name: "audio", text: null } }];
  const text = partText(part);
  return text === "" ? [] : [{ text }];
}

export function imagePart(part: Foreign): UserPart & { name: string | null } {
  const place = textOf(part.image_url) ?? textOf(part.url) ?? "";
  const image = embeddedIn(place);
  return { image, name: textOf(part.label) ?? (image || place === "" ? null : place) };
}

function harnessPart(part: unknown): UserPart[] {
  const attached = harnessItem(textOf(fieldOf(part, "text")) ?? "");
  return attached === null ? [] : [{ attached }];
}

const imageTag = /^<image name=(\[[^\]]*\])(?: path="([^"]*)")?>$/;

/** Codex puts a tag before and behind each image for the model: the three are one image. */
function withImages(parts: readonly unknown[]): unknown[] {
  const tagAt = (index: number) => imageTag.exec(textOf(fieldOf(parts[index], "text")) ?? "");
  const isEnd = (index: number) => fieldOf(parts[index], "text") === "</image>";
  return parts.flatMap((part, index) => {
    if (tagAt(index) && isEnd(index + 2)) return [];
    if (tagAt(index - 2) && isEnd(index)) return [];
    const [tag, name, path] = (isEnd(index + 1) ? tagAt(index - 1) : null) ?? [];
    if (tag === undefined || !isForeign(part)) return [part];
    return [{ ...part, label: path === undefined ? name : `${name} ${path}` }];
  });
}

/** Whether the content is a text or a list whose texts are texts, as Codex writes it. */
export function isContent(content: unknown): boolean {
  if (typeof content === "string") return true;
  const isText = (part: unknown) => /^(?:input|output)_text$/.test(textOf(fieldOf(part, "type")) ?? "");
  return Array.isArray(content) && content.every((part) => !isText(part) || textOf(fieldOf(part, "text")) !== null);
}

/** All readable parts of a message or of a tool's output. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map(partText)
    .filter((text) => text !== "")
    .join("\n");
}

function isHarness(part: unknown, marks: unknown, index: number): boolean {
  const provenance = textOf(fieldOf(listOf(fieldOf(marks, "content_item_metadata"))[index], "provenance", "type"));
  if (provenance !== null) return provenance !== "user";
  const kind = textOf(listOf(fieldOf(marks, "content_item_kinds"))[index]);
  if (kind !== null && kind !== "unknown") return !kind.startsWith("user.");
  return isHarnessText(textOf(fieldOf(part, "text")) ?? "");
}

function partText(part: unknown): string {
  if (typeof part === "string") return part;
  if (!isForeign(part)) return "";
  const text = textOf(part.text);
  if (text !== null) return text;
  const type = textOf(part.type) ?? "";
  if (/image/i.test(type)) return `[image: ${imageLabel(part)}]`;
  if (/audio/i.test(type)) return "[audio]";
  if (type === "skill" || type === "mention") return textOf(part.name) ?? textOf(part.path) ?? "";
  return "";
}

function imageLabel(part: Foreign): string {
  const place = textOf(part.path) ?? textOf(part.image_url) ?? textOf(part.url) ?? "";
  const embedded = /^data:([^;,]*)/.exec(place);
  if (!embedded) return place || "unknown";
  return `${embedded[1]}, ${Math.ceil(((place.length - embedded[0].length) * 3) / 4 / 1024)} kB`;
}
