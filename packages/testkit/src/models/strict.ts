import type { Protocol, ToolLink } from "./protocol.ts";
import { imageRefusal, textRefusal } from "./strict-content.ts";

/** Checks of real providers that a scripted model skips by default. */
export type Strict = {
  /** Every tool call has its output later in the request, and every output its call before it. */
  pairedCalls?: boolean;
  /** Roles, order, ids, names, inputs and blocks are as the providers of this protocol require. */
  soundShape?: boolean;
  /** No NUL, no lone surrogate, no invalid UTF-8. */
  cleanText?: boolean;
  /** Sealed reasoning is this model's own: a scripted model recognises its seals by name. */
  ownReasoning?: boolean;
  /** Images are base64 of the declared type. */
  soundImages?: boolean;
  /** Per image, in base64. */
  maxImageBytes?: number;
  /** Per text. */
  maxTextLength?: number;
  /** Estimated at four bytes per token. */
  maxTokens?: number;
};

/** Why a request is refused, or null. */
export function refusalOf(
  request: { bytes: Buffer; body: unknown },
  protocol: Protocol,
  strict: Strict,
): string | null {
  const tokenCount = Math.ceil(request.bytes.length / 4);
  if (strict.maxTokens !== undefined && tokenCount > strict.maxTokens)
    return `The request has about ${tokenCount} tokens; this model takes ${strict.maxTokens}.`;
  if (strict.cleanText) {
    const dirt = dirtIn(request);
    if (dirt) return dirt;
  }
  return (
    textRefusal(request.body, strict) ??
    imageRefusal(request.body, strict) ??
    (strict.pairedCalls ? unpairedIn(protocol.toolLinks(request.body)) : null) ??
    (strict.soundShape ? protocol.shapeRefusal(request.body) : null)
  );
}

function dirtIn({ bytes, body }: { bytes: Buffer; body: unknown }): string | null {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "The request is not valid UTF-8.";
  }
  return dirtAt(body, "$");
}

function dirtAt(value: unknown, path: string): string | null {
  if (typeof value === "string") {
    if (value.includes("\0")) return `NUL in ${path}.`;
    return /\p{Surrogate}/u.test(value) ? `Lone surrogate in ${path}.` : null;
  }
  if (typeof value !== "object" || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    const dirt = dirtAt(key, `a key of ${path}`) ?? dirtAt(part, `${path}.${key}`);
    if (dirt) return dirt;
  }
  return null;
}

function unpairedIn(links: readonly ToolLink[]): string | null {
  const open: string[] = [];
  for (const { kind, id } of links) {
    if (kind === "call") open.push(id);
    else if (!open.includes(id)) return `No tool call found for the tool output ${id}.`;
    else open.splice(open.indexOf(id), 1);
  }
  const [id] = open;
  return id === undefined ? null : `No tool output found for the tool call ${id}.`;
}
