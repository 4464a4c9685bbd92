import { ByteCursor } from "@reprise/core/parts";
import { SandboxError } from "../sandbox.ts";

export interface TarEntry {
  /** As it is in the archive: may be hostile. */
  readonly path: string;
  readonly kind: "file" | "folder" | "link" | "other";
  readonly sizeBytes: number;
  readonly isExecutable: boolean;
  /** Read at most once, before the next entry. */
  bytes(): AsyncIterable<Uint8Array>;
}

const block = 512;
/** Of a name or a record about the next entry. */
const mostAboutBytes = 1024 * 1024;

/** The entries of a tar archive in any usual format, in order. Throws a `SandboxError` if it is damaged or cut off. */
export async function* entriesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const cursor = new ByteCursor(source);
  let about = new Map<string, string>();
  try {
    for (;;) {
      const head = await cursor.take(block);
      if (head.length < block) throw damaged("cut off");
      if (head.every((byte) => byte === 0)) return;
      checkSum(head);
      const type = String.fromCharCode(head[156] ?? 0);
      const sizeBytes = about.has("size") ? Number(about.get("size")) : numberAt(head, 124, 12);
      if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) throw damaged("a size is not a number");
      if ("xgLK".includes(type)) {
        const known = aboutNext(type, await textOf(cursor, sizeBytes));
        about = new Map([...about, ...known]);
        continue;
      }
      const body = new EntryBody(cursor, sizeBytes);
      const kind = kinds[type] ?? "other";
      yield {
        path: about.get("path") ?? nameOf(head),
        kind,
        sizeBytes,
        isExecutable: (numberAt(head, 100, 8) & 0o100) !== 0,
        bytes: () => body.read(),
      };
      await body.skip();
      about = new Map();
    }
  } finally {
    await cursor.close();
  }
}

const kinds: Readonly<Record<string, TarEntry["kind"]>> = {
  "0": "file",
  "\0": "file",
  "7": "file",
  "5": "folder",
  "2": "link",
  "1": "link",
};

class EntryBody {
  readonly #cursor: ByteCursor;
  #left: number;
  #padding: number;

  constructor(cursor: ByteCursor, sizeBytes: number) {
    this.#cursor = cursor;
    this.#left = sizeBytes;
    this.#padding = (block - (sizeBytes % block)) % block;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    while (this.#left > 0) {
      const piece = await this.#cursor.next(this.#left);
      if (piece === null) throw damaged("cut off");
      this.#left -= piece.length;
      yield piece;
    }
  }

  async skip(): Promise<void> {
    for await (const _ of this.read());
    const padding = this.#padding;
    this.#padding = 0;
    if ((await this.#cursor.take(padding)).length < padding) throw damaged("cut off");
  }
}

async function textOf(cursor: ByteCursor, sizeBytes: number): Promise<Buffer> {
  if (sizeBytes > mostAboutBytes) throw damaged("a name is too long");
  const padded = Math.ceil(sizeBytes / block) * block;
  const bytes = await cursor.take(padded);
  if (bytes.length < padded) throw damaged("cut off");
  return Buffer.from(bytes.subarray(0, sizeBytes));
}

/** pax records, or a long name of GNU tar. */
function aboutNext(type: string, bytes: Buffer): readonly (readonly [string, string])[] {
  if (type === "L") return [["path", bytes.toString("utf8").replace(/\0.*$/s, "")]];
  // Records for the whole archive name no file.
  if (type !== "x") return [];
  const records: [string, string][] = [];
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at);
    const length = Number(bytes.toString("latin1", at, blank));
    const end = at + length;
    if (blank === -1 || !Number.isSafeInteger(length) || length < 5 || end > bytes.length)
      throw damaged("a record is cut off");
    const text = bytes.toString("utf8", blank + 1, end - 1);
    const equals = text.indexOf("=");
    records.push([text.slice(0, equals), text.slice(equals + 1)]);
    at = end;
  }
  return records;
}

function nameOf(head: Uint8Array): string {
  const name = textAt(head, 0, 100);
  const prefix = textAt(head, 257, 6) === "ustar" ? textAt(head, 345, 155) : "";
  return prefix === "" ? name : `${prefix}/${name}`;
}

function textAt(head: Uint8Array, at: number, length: number): string {
  return Buffer.from(head.subarray(at, at + length))
    .toString("utf8")
    .replace(/\0.*$/s, "");
}

/** Octal, or base 256 in archives of GNU tar. */
function numberAt(head: Uint8Array, at: number, length: number): number {
  if (((head[at] ?? 0) & 0x80) === 0) return Number.parseInt(textAt(head, at, length).trim() || "0", 8);
  return head.subarray(at + 1, at + length).reduce((sum, byte) => sum * 256 + byte, 0);
}

function checkSum(head: Uint8Array): void {
  const sum = head.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== numberAt(head, 148, 8)) throw damaged("a checksum is wrong");
}

function damaged(why: string): SandboxError {
  return new SandboxError(`The archive of files is damaged: ${why}. Try again.`);
}
