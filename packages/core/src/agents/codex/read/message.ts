import type { ItemBody } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../../foreign.ts";
import { embeddedIn, type SplitMessage, splitParts, type UserPart } from "../../reading/user-parts.ts";

/** How the harness begins what it puts into the conversation in the person's name. */
const harnessOpenings = [
  "<environment_context>",
  "<turn_aborted>",
  "<user_instructions>",
  "<permissions instructions>",
  "<skills_instructions>",
  "<collaboration_mode>",
  "<user_action>",
  "<user_shell_command>",
  "<subagent_notification>",
  "<goal_context>",
  "<model_switch>",
  "<personality_spec>",
  "<token_budget>",
  "<apps_instructions>",
  "<plugins_instructions>",
  "<realtime_conversation>",
  "<hook_prompt",
  "<skill>",
  "# AGENTS.md instructions for ",
  "# AGENTS.md instructions\n",
];

/** What a person wrote in a user message: null when all of it is the harness's. */
export function promptTextOf(message: Foreign): string | null {
  const { words, attached } = userMessageOf(message);
  if (words.length > 0) return wordsText(words);
  return attached.some(isImage) ? imageAlone : null;
}

/** A user message: what the person wrote, and what came with it. */
export function userMessageOf(message: Foreign): SplitMessage {
  if (typeof message.content === "string") return { words: [message.content], attached: [] };
  const marks = message.internal_chat_message_metadata_passthrough;
  const parts = listOf(message.content).map((part, index) =>
    isHarness(part, marks, index) ? { isOurs: true, part } : { isOurs: false, part },
  );
  const written = withImages(parts.flatMap(({ isOurs, part }) => (isOurs ? [] : [part])));
  const given = parts.flatMap(({ isOurs, part }) => (isOurs ? harnessPart(part) : []));
  return splitParts([...written.flatMap(userPart), ...given]);
}

/** The same of what was shown to the person: its images are told with what the model was sent. */
export function shownPromptText(content: unknown): string {
  const parts = listOf(content);
  const words = parts.filter((part) => !isImagePart(part)).map(partText);
  return wordsText(words) || (parts.some(isImagePart) ? imageAlone : "");
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
  if (/audio/i.test(type))
    return [{ attached: { kind: "attachment", what: "file", name: "audio", text: null } }];
  const text = partText(part);
  return text === "" ? [] : [{ text }];
}

export function imagePart(part: Foreign): UserPart & { name: string | null } {
  const place = textOf(part.image_url) ?? textOf(part.url) ?? "";
  const image = embeddedIn(place);
  return { image, name: textOf(part.label) ?? (image || place === "" ? null : place) };
}

/** What the harness gave the model in the person's name, beside what every thread is told of itself. */
function harnessPart(part: unknown): UserPart[] {
  const text = (textOf(fieldOf(part, "text")) ?? "").trim();
  if (text.startsWith("<user_shell_command>")) return [{ attached: ranByPerson(text) }];
  const [, tag] = /^<(skill|subagent_notification|hook_prompt)\b/.exec(text) ?? [];
  if (tag === undefined) return [];
  const what = tag === "subagent_notification" ? "result" : "context";
  const name =
    tag === "skill" ? `skill ${/<name>([^<]*)/.exec(text)?.[1] ?? ""}`.trim() : tag.replaceAll("_", " ");
  return [{ attached: { kind: "attachment", what, name, text } }];
}

function ranByPerson(text: string): ItemBody {
  const command = between(text, "<command>\n", "\n</command>");
  const printed = between(text, "<result>\n", "\n</result>");
  const exitCode = Number(/^Exit code: (\d+)/.exec(printed)?.[1] ?? 0);
  const output = printed.replace(/^(?:(?:Exit code|Duration): .*\n)*Output:\n?/, "");
  const status = exitCode === 0 ? "done" : "failed";
  return { kind: "command", command, output, exitCode, status, isPersons: true };
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start) + start.length;
  return text.slice(from, Math.max(from, text.indexOf(end, from)));
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

/** All readable parts of a message or of a tool's output. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map(partText)
    .filter((text) => text !== "")
    .join("\n");
}

function isHarness(part: unknown, marks: unknown, index: number): boolean {
  const provenance = textOf(
    fieldOf(listOf(fieldOf(marks, "content_item_metadata"))[index], "provenance", "type"),
  );
  if (provenance !== null) return provenance !== "user";
  const kind = textOf(listOf(fieldOf(marks, "content_item_kinds"))[index]);
  if (kind !== null && kind !== "unknown") return !kind.startsWith("user.");
  const text = textOf(fieldOf(part, "text"))?.trimStart() ?? "";
  return harnessOpenings.some((opening) => text.startsWith(opening));
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
