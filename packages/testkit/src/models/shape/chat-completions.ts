import { type Json, listOf, objectOf, textOf } from "../json.ts";
import { firstOf, firstTwice, idRefusal, isObject, nameRefusal, oneOf } from "./rules.ts";

const roles = ["system", "developer", "user", "assistant", "tool"];
const partTypes = ["text", "image_url", "input_audio", "file", "refusal"];

/** Why OpenAI's chat completions, or the strictest compatible providers, refuse the shape of the messages. */
export function chatCompletionsRefusal(body: unknown): string | null {
  const messages = listOf(objectOf(body).messages);
  const calls = messages.flatMap(({ tool_calls }) => listOf(tool_calls).map(({ id }) => textOf(id)));
  const twice = firstTwice(calls);
  if (twice !== null) return `Duplicate tool call id ${twice}.`;
  return firstOf(messages, (message, index) => messageRefusal(message, index, messages));
}

function messageRefusal(message: Json, index: number, messages: readonly Json[]): string | null {
  const path = `messages[${index}]`;
  const { role, content, tool_calls } = message;
  const refusal = oneOf(role, `${path}.role`, roles);
  if (refusal !== null) return refusal;
  const isMissing = typeof content !== "string" && listOf(content).length === 0;
  if (isMissing && (role === "user" || (role === "assistant" && listOf(tool_calls).length === 0)))
    return `Invalid '${path}.content': expected a text or an array with minimum length 1.`;
  return (
    firstOf(listOf(content), ({ type }, at) => oneOf(type, `${path}.content[${at}].type`, partTypes)) ??
    firstOf(listOf(tool_calls), (call, at) => callRefusal(call, `${path}.tool_calls[${at}]`)) ??
    answeredRefusal(message, messages.slice(index + 1), path)
  );
}

function callRefusal(call: Json, path: string): string | null {
  const { name, arguments: input } = objectOf(call.function);
  const refusal = idRefusal(call.id, `${path}.id`, 64) ?? nameRefusal(name, `${path}.function.name`, 64);
  if (refusal !== null) return refusal;
  try {
    if (isObject(JSON.parse(textOf(input)))) return null;
  } catch {
    // Checked below.
  }
  return `Invalid '${path}.function.arguments': expected a JSON object.`;
}

/** The outputs must directly follow their calls. */
function answeredRefusal({ tool_calls }: Json, behind: readonly Json[], path: string): string | null {
  const end = behind.findIndex(({ role }) => role !== "tool");
  const answers = new Set((end === -1 ? behind : behind.slice(0, end)).map(({ tool_call_id }) => tool_call_id));
  const open = listOf(tool_calls).find(({ id }) => !answers.has(id));
  return open === undefined
    ? null
    : `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${textOf(open.id)} (${path})`;
}
