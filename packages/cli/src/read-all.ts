import type { Readable } from "node:stream";

export async function readAll(stream: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString("utf8");
}
