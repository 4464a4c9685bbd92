import { tryParseJson } from "@reprise/model";
import type { z } from "zod";
import { badRequest, Problem } from "./problem.ts";

/** The value of a JSON body. Throws a `Problem` that says what is wrong, and where. */
export async function valueIn<Value>(request: Request, most: number, schema: z.ZodType<Value>): Promise<Value> {
  const value = tryParseJson(await textIn(request, most));
  if (value === undefined) throw badRequest("The body is not JSON.");
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  const words = issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  throw badRequest(`The request is not as it should be. ${words.join("; ")}`, issues);
}

/** The body must say that it is JSON. */
export function checkContentType(header: string | undefined): void {
  if (/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(header ?? "")) return;
  throw new Problem(415, { code: "bad-use", message: "Send JSON, with `Content-Type: application/json`." });
}

async function textIn(request: Request, most: number): Promise<string> {
  const bytes = await bytesIn(request, most);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badRequest("The body is not UTF-8.");
  }
}

/** The body, held only up to the limit. Throws a `Problem`. */
export async function bytesIn(request: Request, most: number): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge(most);
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const { done = true, value } = (await reader?.read().catch(cutOff)) ?? {};
    if (done || value === undefined) break;
    size += value.byteLength;
    if (size > most) {
      await reader?.cancel();
      throw tooLarge(most);
    }
    pieces.push(value);
  }
  return Buffer.concat(pieces);
}

function cutOff(): never {
  throw badRequest("The connection ended within the body.");
}

function tooLarge(most: number): Problem {
  const message = `The body is larger than ${most} bytes. Put long texts into files of the workspace.`;
  // The rest of it is not read.
  return new Problem(413, { code: "too-large", message }, { Connection: "close" });
}
