import { SessionError } from "@reprise/model";
import type { Files } from "../../host/files/files.ts";
import { saveStream } from "../../host/files/replace-file.ts";

/** The new text of a line; null removes it, undefined keeps its bytes. */
export type ChangeLine = (line: string, isFirst: boolean) => string | null | undefined;

interface Rewritten {
  readonly isChanged: boolean;
  /** Where a byte offset at a line's end is now. */
  readonly offsetOf: (offset: number) => number;
}

/** Copies a file line by line; compressed files are decompressed. */
export async function rewriteLines(from: string, to: string, change: ChangeLine, files: Files): Promise<Rewritten> {
  let isChanged = false;
  const moved: { readonly after: number; readonly by: number }[] = [];
  async function* rewritten() {
    let [read, written, isFirst] = [0, 0, true];
    for await (const line of linesOf(from, files)) {
      const end = line.at(-1) === 10 ? 1 : 0;
      const text = change(line.toString("utf8", 0, line.length - end), isFirst);
      const bytes = text === undefined ? line : Buffer.from(text === null ? "" : text + "\n".repeat(end));
      isFirst = false;
      isChanged ||= bytes !== line;
      read += line.length;
      written += bytes.length;
      if (bytes.length !== line.length) moved.push({ after: read, by: written - read });
      if (bytes.length > 0) yield bytes;
    }
  }
  await saveStream(to, rewritten(), { replaces: false });
  const offsetOf = (offset: number) => offset + (moved.findLast(({ after }) => after <= offset)?.by ?? 0);
  return { isChanged, offsetOf };
}

/** With their newlines. Throws `SessionError`. */
export async function* linesOf(path: string, files: Files): AsyncGenerator<Buffer, void, undefined> {
  const reader = files.open(path);
  if (reader === null) throw new SessionError("not-found", `${path} does not exist.`);
  try {
    let pieces: Buffer[] = [];
    for (;;) {
      const buffer = Buffer.allocUnsafe(256 * 1024);
      const count = await reader.read(buffer, 0);
      if (count === 0) break;
      let start = 0;
      for (let at = buffer.indexOf(10); at !== -1 && at < count; at = buffer.indexOf(10, start)) {
        yield Buffer.concat([...pieces, buffer.subarray(start, at + 1)]);
        pieces = [];
        start = at + 1;
      }
      if (start < count) pieces.push(buffer.subarray(start, count));
    }
    if (pieces.length > 0) yield Buffer.concat(pieces);
  } finally {
    reader.close();
  }
}
