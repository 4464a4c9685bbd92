import type { HistoryMark } from "@reprise/model";
import { type Foreign, isForeign, listOf, textOf } from "../foreign.ts";
import { type Call, callOf, callOfAnswer, callOfPart } from "./call.ts";
import { partsOf, textOfParts, thoughtsIn } from "./parts.ts";

/** `silent`: put in by the program for the model, and nothing a person would look for. */
export type Voice = "prompt" | "reply" | "notice" | "error" | "silent" | "unknown";

/** A message, in our words. */
export interface Said {
  readonly voice: Voice;
  readonly text: string;
  readonly mark?: HistoryMark | undefined;
  readonly thoughts: readonly string[];
  /** What was sent to the model in place of what the person wrote. */
  readonly sent: string | null;
  readonly calls: readonly Call[];
  /** Outcomes of calls that another message made. */
  readonly answers: readonly Call[];
}

const contextOpenings = ["<session_context>", "<hook_context>"];
const acknowledgement = "Got it. Thanks for the additional context!";
const nothing: Said = { voice: "silent", text: "", thoughts: [], sent: null, calls: [], answers: [] };

export function readMessage(message: Foreign): Said {
  switch (message.type) {
    case "user":
      return readUser(message);
    case "gemini":
      return readReply(message);
    case "info":
      return { ...nothing, voice: "notice", text: textOfParts(partsOf(message.content)) };
    case "warning":
      return { ...nothing, voice: "notice", text: `Warning: ${textOfParts(partsOf(message.content))}` };
    case "error":
      return { ...nothing, voice: "error", text: `Error: ${textOfParts(partsOf(message.content))}` };
    default:
      return { ...nothing, voice: "unknown" };
  }
}

function readUser(message: Foreign): Said {
  const parts = partsOf(message.content);
  const sent = textOfParts(parts);
  const shown = textOfParts(partsOf(message.displayContent));
  const text = shown.trim() === "" ? sent : shown;
  const answers = parts.flatMap((part) => callOfAnswer(part.functionResponse) ?? []);
  const begins = text.trimStart();
  if (begins === "" || contextOpenings.some((opening) => begins.startsWith(opening)))
    return { ...nothing, answers };
  if (begins.startsWith("<state_snapshot>")) {
    const mark = { type: "compaction", summary: text } as const;
    return { ...nothing, voice: "notice", text: `Context compacted.\n${text}`, mark, answers };
  }
  if (answers.length > 0) {
    return { ...nothing, voice: "notice", text: `Told to the model with the results: ${text}`, answers };
  }
  return { ...nothing, voice: "prompt", text, sent: text === sent || sent.trim() === "" ? null : sent };
}

function readReply(message: Foreign): Said {
  const parts = partsOf(message.content);
  const text = textOfParts(parts);
  const recorded = listOf(message.toolCalls).flatMap((entry) => (isForeign(entry) ? [callOf(entry)] : []));
  const known = new Set(recorded.map(({ id }) => id));
  const asked = parts
    .flatMap((part) => callOfPart(part.functionCall) ?? [])
    .filter(({ id }) => !known.has(id));
  const thoughts = listOf(message.thoughts).map(thoughtText);
  return {
    ...nothing,
    voice: text.trim() === "" || text === acknowledgement ? "silent" : "reply",
    text: text === acknowledgement ? "" : text,
    thoughts: thoughts.length > 0 ? thoughts : thoughtsIn(parts),
    calls: [...recorded, ...asked],
  };
}

/** As Gemini CLI itself writes a thought into the history. */
function thoughtText(thought: unknown): string {
  if (!isForeign(thought)) return textOf(thought) ?? "";
  const [subject, description] = [textOf(thought.subject) ?? "", textOf(thought.description) ?? ""];
  return subject === "" ? description : `**${subject}** ${description}`.trimEnd();
}
