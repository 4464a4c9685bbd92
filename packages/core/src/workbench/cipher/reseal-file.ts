import { SessionError } from "@reprise/model";
import { replaceFile } from "../../host/files/replace-file.ts";
import type { Host } from "../../host/host.ts";
import type { Keys } from "./keys.ts";
import { newSealedLines, readSealedHeader, sealedLines } from "./sealed-lines.ts";

/** More than a workspace ever has; a longer text would be cut off. */
const mostBytes = 256 * 1024 ** 2;

/**
 * Rewrites a file with the current key, atomically; plain lines are sealed. The caller holds the lock of the file. A line
 * that was cut off at the end is left out. Throws `unreadable`, and leaves the file, if any other line cannot be opened.
 */
export function resealFile(path: string, keys: Keys, host: Pick<Host, "files">): void {
  if ((host.files.stamp(path)?.sizeBytes ?? 0) > mostBytes)
    throw new SessionError("refused", `${path} is too large to be encrypted again. It stays as it is.`);
  const text = host.files.text(path, mostBytes);
  if (text === null) return;
  const lines = plainLines(text, path, keys);
  const sealed = newSealedLines(keys.current());
  const body = lines.map((line, index) => `${sealed.seal(line, index + 1)}\n`);
  replaceFile(path, `${sealed.header}\n${body.join("")}`);
}

/** The lines of a sealed or plain file, without a cut-off one at the end. */
export function plainLines(text: string, path: string, keys: Keys): string[] {
  const lines = text.split("\n").slice(0, -1);
  const header = readSealedHeader(lines[0] ?? "", path);
  if (header === null) return lines;
  const cipher = keys.cipherOf(header.keyId);
  if (cipher === null)
    throw new SessionError(
      "refused",
      `${path} is encrypted with a key that is not here (${header.keyId}). It stays as it is.`,
    );
  const sealed = sealedLines(cipher, header);
  return lines.slice(1).map((line, index) => {
    const plain = sealed.open(line, index + 1);
    if (plain !== null) return plain;
    const origin = { file: path, line: index + 2, byteOffset: 0 };
    throw new SessionError("unreadable", `Line ${index + 2} of ${path} was changed. It stays as it is.`, {
      origin,
    });
  });
}
