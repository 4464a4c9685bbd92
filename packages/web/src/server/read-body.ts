import { Problem } from "./problem.ts";

/** The body as text, held only up to the limit. Throws a `Problem`. */
export async function readBody(request: Request, most: number): Promise<string> {
  const bytes = await readBytes(request, most);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Problem(400, { code: "bad-use", message: "The body is not UTF-8." });
  }
}

export async function readBytes(request: Request, most: number): Promise<Buffer> {
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
  throw new Problem(400, { code: "bad-use", message: "The connection ended within the body." });
}

function tooLarge(most: number): Problem {
  const message = `The body is larger than ${most} bytes. Put long texts into files of the workspace.`;
  // The rest of it is not read.
  return new Problem(413, { code: "too-large", message }, { Connection: "close" });
}
