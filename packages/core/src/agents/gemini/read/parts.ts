import { type Foreign, fieldOf, isForeign, listOf, textOf } from "../../foreign.ts";

/** A text, a part, or a list of both. */
export function partsOf(content: unknown): Foreign[] {
  const parts = Array.isArray(content) ? content : [content];
  return parts.flatMap((part) => (typeof part === "string" ? [{ text: part }] : isForeign(part) ? [part] : []));
}

/** Without thoughts and calls. */
export function textOfParts(parts: readonly Foreign[]): string {
  return parts.map((part) => (part.thought === true ? "" : (textOf(part.text) ?? mediaLabel(part)))).join("");
}

export function thoughtsIn(parts: readonly Foreign[]): string[] {
  return parts.flatMap((part) => (part.thought === true ? [textOf(part.text) ?? ""] : []));
}

export function resultText(result: unknown): string | null {
  if (typeof result === "string") return result;
  const texts = partsOf(result).map((part) => responseText(part.functionResponse) ?? textOfParts([part]));
  return texts.length === 0 ? null : texts.filter((text) => text !== "").join("\n");
}

export function responseText(answer: unknown): string | null {
  if (!isForeign(answer)) return null;
  const response = answer.response;
  const told = textOf(fieldOf(response, "output")) ?? textOf(fieldOf(response, "error"));
  const text = told ?? (response === undefined ? "" : JSON.stringify(response));
  const media = listOf(answer.parts).flatMap((part) => (isForeign(part) ? [mediaLabel(part)] : []));
  return [text, ...media].filter((piece) => piece !== "").join("\n");
}

function mediaLabel(part: Foreign): string {
  const data = textOf(fieldOf(part.inlineData, "data"));
  if (data !== null)
    return `[${String(fieldOf(part.inlineData, "mimeType"))}, ${Math.ceil((data.length * 3) / 4 / 1024)} kB]`;
  const uri = textOf(fieldOf(part.fileData, "fileUri"));
  if (uri !== null) return `[file: ${uri}]`;
  const code = textOf(fieldOf(part.executableCode, "code"));
  if (code !== null) return code;
  return textOf(fieldOf(part.codeExecutionResult, "output")) ?? "";
}
