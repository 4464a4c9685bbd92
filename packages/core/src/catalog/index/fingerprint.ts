import type { ByteReader, Files } from "../../host/files/files.ts";
import type { Host } from "../../host/host.ts";

/** The first and last bytes read: they distinguish growth from rewriting. */
export interface Fingerprint {
  readonly headBytes: number;
  readonly headHash: number;
  readonly tailBytes: number;
  readonly tailHash: number;
}

const most = 128;

/** Records the ends of a file while it is read, to avoid reading them again. */
export class FingerprintHost {
  readonly host: Host;
  #path = "";
  #from = 0;
  #read = 0;
  #head: Buffer = Buffer.alloc(0);
  #headRead = 0;
  #tail: Buffer = Buffer.alloc(0);

  constructor(host: Host) {
    const files: Files = {
      ...host.files,
      open: (path, fromByte) => this.#open(host.files, path, fromByte ?? 0),
    };
    this.host = { ...host, files };
  }

  watch(path: string): void {
    this.#path = path;
    this.#from = 0;
    this.#read = 0;
    this.#headRead = 0;
  }

  /** The ends of `[0, atByte)`; null if not seen. `before`: those of an earlier, shorter read. */
  fingerprint(atByte: number, before: Fingerprint | null): Fingerprint | null {
    const behind = this.#from + this.#read - atByte;
    const tail = this.#tail.subarray(
      Math.max(0, this.#tail.length - Math.min(this.#read, most)),
      this.#tail.length - behind,
    );
    const isSeen = behind >= 0 && behind < this.#tail.length && tail.length > 0;
    if (this.#from > 0) {
      if (!before) return null;
      if (atByte === this.#from) return before;
      return isSeen ? { ...before, tailBytes: tail.length, tailHash: hashOf(tail) } : null;
    }
    const head = this.#head.subarray(0, Math.min(this.#headRead, atByte));
    if (!isSeen || atByte === 0) return null;
    return { headBytes: head.length, headHash: hashOf(head), tailBytes: tail.length, tailHash: hashOf(tail) };
  }

  #open(files: Files, path: string, fromByte: number): ByteReader | null {
    const reader = files.open(path, fromByte);
    if (!reader || path !== this.#path) return reader;
    if (this.#head.length === 0) [this.#head, this.#tail] = [Buffer.alloc(most), Buffer.alloc(most)];
    this.#from = fromByte;
    this.#read = 0;
    this.#headRead = 0;
    return {
      read: (into, at) => {
        const got = reader.read(into, at);
        return typeof got === "number" ? this.#note(into, at, got) : got.then((count) => this.#note(into, at, count));
      },
      close: () => reader.close(),
    };
  }

  #note(bytes: Buffer, at: number, count: number): number {
    if (this.#headRead < most)
      this.#headRead += bytes.copy(this.#head, this.#headRead, at, Math.min(at + count, at + most - this.#headRead));
    if (count < most) this.#tail.copyWithin(0, count);
    bytes.copy(this.#tail, Math.max(0, most - count), at + Math.max(0, count - most), at + count);
    this.#read += count;
    return count;
  }
}

/** Whether the file still starts and, up to `atByte`, ends the same. */
export async function matchesFingerprint(
  path: string,
  atByte: number,
  fingerprint: Fingerprint,
  files: Files,
): Promise<boolean> {
  const head = await bytesAt(path, 0, fingerprint.headBytes, files);
  if (!head || hashOf(head) !== fingerprint.headHash) return false;
  const tail = await bytesAt(path, atByte - fingerprint.tailBytes, fingerprint.tailBytes, files);
  return tail !== null && hashOf(tail) === fingerprint.tailHash;
}

async function bytesAt(path: string, from: number, length: number, files: Files): Promise<Buffer | null> {
  const reader = files.open(path, from);
  if (!reader) return null;
  try {
    const bytes = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const got = await reader.read(bytes, filled);
      if (got === 0) return null;
      filled += got;
    }
    return bytes;
  } finally {
    reader.close();
  }
}

function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 16777619);
  return hash >>> 0;
}
