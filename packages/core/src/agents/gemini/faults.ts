import type { BadItem } from "../ailments/bad-item.ts";
import { inputFaults, nameFaults } from "../ailments/call-faults.ts";
import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../foreign.ts";

const contents = [
  "text",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  "executableCode",
  "codeExecutionResult",
];
const names = {
  pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
  accepted: "1 to 64 letters, digits, _, ., : and -, starting with a letter or _",
};
/** Taken for a command by Gemini CLI. */
const leftOut = /^\s*[/?]/;

/** Sent unchanged by Gemini CLI 0.61.0 and refused by Gemini, or left out on a resume. */
export function messageFaults(message: Foreign, parts: readonly Foreign[], prompt: string | null): readonly BadItem[] {
  const isSent = message.type === "gemini" || (message.type === "user" && parts.some(hasText));
  const calls = listOf(message.toolCalls).filter(isForeign);
  return [
    ...(prompt !== null && leftOut.test(prompt) ? [skipped(prompt)] : []),
    ...(isSent ? parts.flatMap(partFaults) : []),
    ...calls.flatMap(callFaults),
  ];
}

export function isAnswered({ result }: Foreign): boolean {
  if (typeof result === "string") return result !== "";
  return Array.isArray(result) ? answersIn({ result }).length > 0 : isForeign(result);
}

function hasText({ text }: Foreign): boolean {
  return (textOf(text) ?? "").trim() !== "";
}

function skipped(prompt: string): BadItem {
  const what = `The prompt starts with ${prompt.trim().slice(0, 1)}: Gemini CLI takes it for a command and leaves it out when it resumes.`;
  return { kind: "skipped-prompt", what };
}

function partFaults(part: Foreign): BadItem[] {
  if (part.thought === true) return [];
  const held = contents.filter((field) => part[field] !== undefined && part[field] !== null);
  if (held.length !== 1) {
    const what = `A part of a message has ${held.length === 0 ? "nothing that Gemini knows" : held.join(" and ")}.`;
    return [{ kind: "unknown-block", what }];
  }
  if (isForeign(part.functionCall)) return askedFaults(part.functionCall);
  return isForeign(part.functionResponse) ? responseFaults(part.functionResponse, null) : [];
}

function callFaults(call: Foreign, index: number, siblings: readonly Foreign[]): BadItem[] {
  const others = new Set(siblings.flatMap(({ id }, at) => (at === index ? [] : [id])));
  const answers = answersIn(call).filter(({ id }) => !others.has(id));
  const twice: BadItem[] =
    answers.length > 1
      ? [{ kind: "duplicate-output", what: `The call ${String(call.id)} has ${answers.length} outputs.` }]
      : [];
  return [...askedFaults(call), ...twice, ...answers.flatMap((answer) => responseFaults(answer, call))];
}

/** Outputs of parallel calls that Gemini CLI stored with another call. */
export function strangeAnswers(call: Foreign, siblings: readonly Foreign[]): readonly string[] {
  const others = new Set(siblings.flatMap(({ id }) => (id === call.id ? [] : [id])));
  return answersIn(call).flatMap(({ id }) => (typeof id === "string" && others.has(id) ? [id] : []));
}

function answersIn({ result }: Foreign): readonly Foreign[] {
  return listOf(result).flatMap((part) => {
    const answer = fieldOf(part, "functionResponse");
    return isForeign(answer) ? [answer] : [];
  });
}

function askedFaults({ name, args }: Foreign): BadItem[] {
  const isGiven = args !== undefined && args !== null;
  return [...nameFaults(textOf(name) ?? "", names), ...(isGiven ? inputFaults(args) : [])];
}

function responseFaults({ name, response, id }: Foreign, call: Foreign | null): BadItem[] {
  if (!isForeign(response))
    return [{ kind: "bad-tool-output", what: "The output of a tool is not an object, which Gemini requires." }];
  const isNamed = textOf(name) !== null && name !== "";
  if (!isNamed && name !== call?.name)
    return [{ kind: "bad-tool-output", what: "The output of a tool does not name the tool." }];
  if (call !== null && typeof id === "string" && typeof call.id === "string" && id !== call.id)
    return [{ kind: "bad-tool-output", what: `The output of the call ${call.id} is said to be of ${id}.` }];
  return [];
}
