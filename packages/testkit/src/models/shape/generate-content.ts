import { type Json, listOf, objectOf, textOf } from "../json.ts";
import { firstOf, isObject, oneOf } from "./rules.ts";

const dataFields = [
  "text",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  "executableCode",
  "codeExecutionResult",
];
const namePattern = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
const imageTypes = ["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"];

/** Why Gemini refuses the shape of the contents. */
export function generateContentRefusal(body: unknown): string | null {
  const contents = listOf(objectOf(body).contents);
  if (contents[0] && (contents[0].role ?? "user") !== "user")
    return "Please ensure that multiturn requests start with a user turn.";
  return firstOf(
    contents,
    (content, index) => contentRefusal(content, `contents[${index}]`) ?? turnRefusal(contents, index),
  );
}

function contentRefusal({ role, parts }: Json, path: string): string | null {
  if (role !== undefined) {
    const refusal = oneOf(role, `${path}.role`, ["user", "model"]);
    if (refusal !== null) return refusal;
  }
  if (listOf(parts).length === 0)
    return `Unable to submit request because ${path} must include at least one parts field.`;
  return firstOf(listOf(parts), (part, at) => partRefusal(part, `${path}.parts[${at}]`));
}

function partRefusal(part: Json, path: string): string | null {
  const data = dataFields.filter((field) => part[field] !== undefined);
  if (data.length !== 1 || (data[0] === "text" && typeof part.text !== "string"))
    return `${path}: required oneof field 'data' must have one initialized field`;
  if (part.functionCall) {
    const { name, args } = objectOf(part.functionCall);
    if (!namePattern.test(textOf(name))) return `${path}.function_call.name: [INVALID_ARGUMENT] Invalid function name.`;
    return args === undefined || isObject(args)
      ? null
      : `Invalid value at '${path}.function_call.args' (type.googleapis.com/google.protobuf.Struct)`;
  }
  if (part.functionResponse) {
    const { name, response } = objectOf(part.functionResponse);
    if (!namePattern.test(textOf(name))) return `${path}.function_response.name: Name cannot be empty.`;
    return isObject(response)
      ? null
      : `Invalid value at '${path}.function_response.response' (type.googleapis.com/google.protobuf.Struct)`;
  }
  const { mimeType } = objectOf(part.inlineData);
  return typeof mimeType === "string" && mimeType.startsWith("image/") && !imageTypes.includes(mimeType)
    ? `Unsupported MIME type: ${mimeType}`
    : null;
}

function countOf(content: Json | undefined, field: string): number {
  return listOf(content?.parts).filter((part) => part[field] !== undefined).length;
}

/** Calls must follow a user message or tool outputs, and the next turn must answer all of them. */
function turnRefusal(contents: readonly Json[], index: number): string | null {
  const calls = countOf(contents[index], "functionCall");
  const answers = countOf(contents[index + 1], "functionResponse");
  if (calls > 0 && contents[index - 1]?.role === "model")
    return "Please ensure that function call turn comes immediately after a user turn or after a function response turn.";
  if (answers > 0 && calls === 0)
    return "Please ensure that function response turn comes immediately after a function call turn.";
  if (calls !== answers)
    return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
  return null;
}
