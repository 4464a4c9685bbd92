import { close, read } from "node:fs";
import { promisify } from "node:util";
import { SessionError } from "@reprise/model";
import { openRegularFile } from "./open-file.ts";
import { refusalOf } from "./unless-missing.ts";

const readFrom = promisify(read);
const closeFile = promisify(close);
const pieceBytes = 256 * 1024;

/** A file as it is on disk, not decompressed, up to `toByte`. Opened when the first piece is read. Throws `SessionError`. */
export async function* fileBytes(
  path: string,
  { toByte = Number.POSITIVE_INFINITY }: { readonly toByte?: number | undefined } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = opened(path);
  try {
    for (let at = 0; at < toByte; ) {
      const wanted = Math.min(pieceBytes, toByte - at);
      const { bytesRead, buffer } = await readFrom(file, Buffer.allocUnsafe(wanted), 0, wanted, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await closeFile(file);
  }
}

function opened(path: string): number {
  try {
    return openRegularFile(path);
  } catch (error) {
    throw refusalOf(path, error) ?? new SessionError("not-found", `${path} does not exist.`);
  }
}
