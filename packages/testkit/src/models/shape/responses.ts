import { type Json, listOf, objectOf, textOf } from "../json.ts";
import { firstOf, firstTwice, idRefusal, nameRefusal, oneOf } from "./rules.ts";

const roles = ["user", "assistant", "system", "developer"];
const contents: Record<string, readonly string[]> = {
  assistant: ["output_text", "refusal"],
  user: ["input_text", "input_image", "input_file"],
};
const idPrefixes: Record<string, string> = {
  message: "msg",
  function_call: "fc",
  custom_tool_call: "ctc",
  reasoning: "rs",
  web_search_call: "ws",
};
const types = [
  ...Object.keys(idPrefixes),
  "function_call_output",
  "custom_tool_call_output",
  "local_shell_call",
  "tool_search_call",
  "tool_search_output",
  "image_generation_call",
  "compaction",
  "item_reference",
];
const searchActions = ["search", "open_page", "find_in_page"];

/** Why OpenAI's Responses refuse the shape of the input. */
export function responsesRefusal(body: unknown): string | null {
  const input = listOf(objectOf(body).input);
  return firstOf(input, (item, index) => itemRefusal(item, `input[${index}]`)) ?? duplicateRefusal(input);
}

function itemRefusal(item: Json, path: string): string | null {
  const type = textOf(item.type) || "message";
  const refusal = oneOf(type, `${path}.type`, types) ?? itemIdRefusal(item, type, path);
  if (refusal !== null) return refusal;
  if (type === "message") return messageRefusal(item, path);
  if (type.endsWith("_output"))
    return idRefusal(item.call_id, `${path}.call_id`, 64) ?? imagesRefusal(item.output, `${path}.output`);
  if (type === "function_call" || type === "custom_tool_call")
    return idRefusal(item.call_id, `${path}.call_id`, 64) ?? nameRefusal(item.name, `${path}.name`, 128);
  if (type === "web_search_call" && item.action !== undefined)
    return oneOf(objectOf(item.action).type, `${path}.action.type`, searchActions);
  return null;
}

function itemIdRefusal({ id }: Json, type: string, path: string): string | null {
  if (typeof id !== "string") return null;
  const prefix = idPrefixes[type];
  if (prefix !== undefined && !id.startsWith(prefix))
    return `Invalid '${path}.id': '${id}'. Expected an ID that begins with '${prefix}'.`;
  if (!/^[a-zA-Z0-9_-]*$/.test(id))
    return `Invalid '${path}.id': '${id}'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.`;
  return idRefusal(id, `${path}.id`, 64);
}

function messageRefusal({ role, content }: Json, path: string): string | null {
  const refusal = oneOf(role, `${path}.role`, roles);
  if (refusal !== null || typeof content === "string") return refusal;
  if (listOf(content).length === 0)
    return `Invalid '${path}.content': empty array. Expected an array with minimum length 1, but got an empty array instead.`;
  const known = contents[textOf(role)] ?? ["input_text"];
  return (
    firstOf(listOf(content), ({ type }, index) => oneOf(type, `${path}.content[${index}]`, known)) ??
    imagesRefusal(content, `${path}.content`)
  );
}

function imagesRefusal(content: unknown, path: string): string | null {
  return firstOf(listOf(content), ({ type, image_url }, index) =>
    type === "input_image" && !/^(?:data:image\/[a-z+.-]+;base64,|https?:\/\/)./.test(textOf(image_url))
      ? `Invalid '${path}[${index}].image_url'. Expected a valid URL, but got a value with an invalid format.`
      : null,
  );
}

function duplicateRefusal(input: readonly Json[]): string | null {
  const item = firstTwice(input.flatMap(({ id }) => (typeof id === "string" ? [id] : [])));
  if (item !== null)
    return `Duplicate item found with id ${item}. Remove duplicate items from your input and try again.`;
  const linked = (isOutput: boolean) =>
    input.flatMap(({ type, call_id }) =>
      typeof call_id === "string" && textOf(type).endsWith("_output") === isOutput ? [call_id] : [],
    );
  const call = firstTwice(linked(false)) ?? firstTwice(linked(true));
  return call === null ? null : `Duplicate call_id ${call} in input.`;
}
