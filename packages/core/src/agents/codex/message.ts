import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../foreign.ts";

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
  "# AGENTS.md instructions for ",
  "# AGENTS.md instructions\n",
];

/** What a person wrote in a user message: null when all of it is the harness's. */
export function promptTextOf(message: Foreign): string | null {
  const parts = listOf(message.content);
  const marks = message.internal_chat_message_metadata_passthrough;
  const written = withImages(parts.filter((part, index) => !isHarness(part, marks, index)));
  if (written.length === 0) return typeof message.content === "string" ? message.content : null;
  return written
    .map(partText)
    .filter((text) => text !== "")
    .join("\n");
}

const imageTag = /^<image name=\[[^\]]*\](?: path="([^"]*)")?>$/;

/** Codex puts a tag before and behind each image for the model: the three are one image. */
function withImages(parts: readonly unknown[]): unknown[] {
  const tagAt = (index: number) => imageTag.exec(textOf(fieldOf(parts[index], "text")) ?? "");
  const isEnd = (index: number) => fieldOf(parts[index], "text") === "</image>";
  return parts.flatMap((part, index) => {
    if (tagAt(index) && isEnd(index + 2)) return [];
    if (tagAt(index - 2) && isEnd(index)) return [];
    const tag = isEnd(index + 1) ? tagAt(index - 1) : null;
    return [tag?.[1] && isForeign(part) ? { ...part, path: tag[1] } : part];
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
