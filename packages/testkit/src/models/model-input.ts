import { type Json, listOf, objectOf, textOf } from "./json.ts";
import type { ModelRequest } from "./model.ts";

/**
 * What a model receives of a conversation, in order and independent of the protocol. Every separate text of a message is
 * one; instructions and reasoning are left out. An output is text even if it was sent as an object.
 */
export type ModelInput =
  | { kind: "user" | "assistant"; text: string }
  | { kind: "call"; id: string; name: string; input: unknown }
  | { kind: "output"; id: string; text: string };

/** The path names the protocol. */
export function modelInputs({ path, body }: Pick<ModelRequest, "path" | "body">): ModelInput[] {
  const { input, messages, contents } = objectOf(body);
  const place = path.split("?")[0] ?? "";
  if (place.endsWith("/responses")) return listOf(input).flatMap(inResponses);
  if (place.endsWith("/messages")) return listOf(messages).flatMap(inMessages);
  if (place.endsWith("/chat/completions")) return listOf(messages).flatMap(inChatCompletions);
  if (/:(?:streamG|g)enerateContent$/.test(place)) return inContents(listOf(contents));
  throw new Error(`A request to ${path} tells a model nothing.`);
}

function inResponses(item: Json): ModelInput[] {
  const id = textOf(item.call_id);
  switch (item.type ?? "message") {
    case "message":
      return spoken(item.role, item.content);
    case "function_call":
      return [{ kind: "call", id, name: textOf(item.name), input: parsed(item.arguments) }];
    case "custom_tool_call":
      return [{ kind: "call", id, name: textOf(item.name), input: item.input }];
    case "local_shell_call":
      return [{ kind: "call", id, name: "local_shell", input: item.action }];
    case "function_call_output":
    case "custom_tool_call_output":
      return [{ kind: "output", id, text: wordsOf(item.output) }];
    default:
      return [];
  }
}

function inMessages({ role, content }: Json): ModelInput[] {
  if (!Array.isArray(content)) return spoken(role, content);
  return listOf(content).flatMap((block): ModelInput[] => {
    switch (block.type) {
      case "tool_use":
        return [{ kind: "call", id: textOf(block.id), name: textOf(block.name), input: block.input }];
      case "tool_result":
        return [{ kind: "output", id: textOf(block.tool_use_id), text: wordsOf(block.content) }];
      default:
        return spoken(role, [block]);
    }
  });
}

function inChatCompletions(message: Json): ModelInput[] {
  if (message.role === "tool")
    return [{ kind: "output", id: textOf(message.tool_call_id), text: wordsOf(message.content) }];
  const calls = listOf(message.tool_calls).map((call): ModelInput => {
    const { name, arguments: given } = objectOf(call.function);
    return { kind: "call", id: textOf(call.id), name: textOf(name), input: parsed(given) };
  });
  return [...spoken(message.role, message.content), ...calls];
}

/** Ids are optional in this protocol; without them the n-th output of a name answers the n-th call of that name. */
function inContents(contents: Json[]): ModelInput[] {
  const counts = new Map<string, number>();
  const idOf = (kind: string, { id, name }: Json) => {
    const count = (counts.get(`${kind} ${name}`) ?? 0) + 1;
    counts.set(`${kind} ${name}`, count);
    return textOf(id) || `${textOf(name)} ${count}`;
  };
  return contents.flatMap(({ role, parts }) =>
    listOf(parts).flatMap((part): ModelInput[] => {
      const call = objectOf(part.functionCall);
      const answer = objectOf(part.functionResponse);
      if (part.functionCall)
        return [{ kind: "call", id: idOf("call", call), name: textOf(call.name), input: call.args }];
      if (part.functionResponse)
        return [{ kind: "output", id: idOf("output", answer), text: answerText(objectOf(answer.response)) }];
      return part.thought === true ? [] : spoken(role === "model" ? "assistant" : role, [part]);
    }),
  );
}

function answerText(response: Json): string {
  return wordsOf(response.output ?? response.error ?? response);
}

function spoken(role: unknown, content: unknown): ModelInput[] {
  if (role !== "user" && role !== "assistant") return [];
  const texts = typeof content === "string" ? [content] : listOf(content).map(({ text }) => textOf(text));
  return texts.filter((text) => text !== "").map((text) => ({ kind: role, text }));
}

function wordsOf(output: unknown): string {
  if (typeof output === "string") return output;
  if (Array.isArray(output))
    return listOf(output)
      .map(({ text }) => textOf(text))
      .join("");
  return output === undefined || output === null ? "" : JSON.stringify(output);
}

function parsed(given: unknown): unknown {
  try {
    return JSON.parse(textOf(given));
  } catch {
    return given;
  }
}
