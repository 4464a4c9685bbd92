import type { HistoryMark, ItemBody } from "@reprise/model";
import { type Foreign, isForeign, listOf, textOf } from "../../foreign.ts";
import { type Call, callOf, callOfAnswer, callOfPart } from "./call.ts";
import { partsOf, textOfParts, thoughtsIn } from "./parts.ts";
import { splitMessage } from "./user-message.ts";

/** `silent`: context for the model only. */
export type Speaker = "prompt" | "reply" | "notice" | "error" | "silent" | "unknown";

export interface MessageContent {
  readonly speaker: Speaker;
  readonly text: string;
  readonly mark?: HistoryMark | undefined;
  readonly thoughts: readonly string[];
  readonly attached: readonly ItemBody[];
  readonly calls: readonly Call[];
  readonly answers: readonly Call[];
}

const context = "<session_context>";
const acknowledgement = "Got it. Thanks for the additional context!";
const nothing: MessageContent = {
  speaker: "silent",
  text: "",
  thoughts: [],
  attached: [],
  calls: [],
  answers: [],
};

export function readMessage(message: Foreign): MessageContent {
  switch (message.type) {
    case "user":
      return readUser(message);
    case "gemini":
      return readReply(message);
    case "info":
      return { ...nothing, speaker: "notice", text: textOfParts(partsOf(message.content)) };
    case "warning":
      return { ...nothing, speaker: "notice", text: `Warning: ${textOfParts(partsOf(message.content))}` };
    case "error":
      return { ...nothing, speaker: "error", text: `Error: ${textOfParts(partsOf(message.content))}` };
    default:
      return { ...nothing, speaker: "unknown" };
  }
}

function readUser(message: Foreign): MessageContent {
  const parts = partsOf(message.content);
  const answers = parts.flatMap((part) => callOfAnswer(part.functionResponse) ?? []);
  // Tool attachments are reported with their call.
  const own = answers.length > 0 ? parts.filter(({ text }) => textOf(text) !== null) : parts;
  const typed = partsOf(message.displayContent);
  const { words, attached } = splitMessage(own, typed);
  const sent = words.join("");
  const shown = splitMessage(typed).words.join("");
  const text = shown.trim() === "" ? sent : shown;
  if (text.trimStart().startsWith(context)) return { ...nothing, answers };
  if (text.trimStart().startsWith("<state_snapshot>")) {
    const mark = { type: "compaction", summary: text } as const;
    return { ...nothing, speaker: "notice", text: `Context compacted.\n${text}`, mark, answers };
  }
  if (answers.length > 0)
    return { ...nothing, answers, attached: [...contextOf("sent with the results", sent), ...attached] };
  if (text.trim() === "") {
    const images = attached.flatMap((one) => (one.kind === "attachment" && one.what === "image" ? [one.name] : []));
    const isImageAlone = images.length > 0 && images.length === parts.length;
    return isImageAlone
      ? { ...nothing, speaker: "prompt", text: images.join(" "), attached }
      : { ...nothing, attached };
  }
  // A mentioned folder is sent as a pattern.
  const isSame = sent.replaceAll("/**", "") === text.replaceAll("/**", "");
  const expanded = isSame ? [] : contextOf("sent for this prompt", sent);
  return { ...nothing, speaker: "prompt", text, attached: [...expanded, ...attached] };
}

function contextOf(name: string, text: string): ItemBody[] {
  return text.trim() === "" ? [] : [{ kind: "attachment", what: "context", name, text }];
}

function readReply(message: Foreign): MessageContent {
  const parts = partsOf(message.content);
  const text = textOfParts(parts);
  const recorded = listOf(message.toolCalls).flatMap((entry) => (isForeign(entry) ? [callOf(entry)] : []));
  const known = new Set(recorded.map(({ id }) => id));
  const asked = parts.flatMap((part) => callOfPart(part.functionCall) ?? []).filter(({ id }) => !known.has(id));
  const thoughts = listOf(message.thoughts).map(thoughtText);
  return {
    ...nothing,
    speaker: text.trim() === "" || text === acknowledgement ? "silent" : "reply",
    text: text === acknowledgement ? "" : text,
    thoughts: thoughts.length > 0 ? thoughts : thoughtsIn(parts),
    calls: [...recorded, ...asked],
  };
}

/** As Gemini CLI writes thoughts. */
function thoughtText(thought: unknown): string {
  if (!isForeign(thought)) return textOf(thought) ?? "";
  const [subject, description] = [textOf(thought.subject) ?? "", textOf(thought.description) ?? ""];
  return subject === "" ? description : `**${subject}** ${description}`.trimEnd();
}
