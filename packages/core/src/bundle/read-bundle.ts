import { createHash, type Hash } from "node:crypto";
import type { BundleManifest, BundlePart } from "@reprise/model";
import { ByteCursor } from "./byte-cursor.ts";
import { decompressed } from "./compression.ts";
import { cutOff, damaged, openEnvelope } from "./envelope.ts";
import { type BundleLimits, usualLimits } from "./limits.ts";
import { readManifest } from "./manifest.ts";

export interface ReadOptions {
  /** For errors, such as the file's path. */
  readonly name?: string | undefined;
  readonly limits?: BundleLimits | undefined;
}

export interface OpenBundle {
  /** Its paths are safe and its sizes within the limits. */
  readonly manifest: BundleManifest;
  /**
   * The parts in order, once. Bytes that are left unread are skipped. Each part is verified at its end, everything only when the
   * iteration ends: until then, write nothing that cannot be taken back.
   */
  readonly parts: AsyncIterable<OpenPart>;
  /** Needed only if `parts` is not iterated. */
  close(): Promise<void>;
}

export interface OpenPart {
  readonly part: BundlePart;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Reads a bundle from pieces of any size, in bounded memory. Throws `SessionError` with what is wrong. */
export async function readBundle(
  source: AsyncIterable<Uint8Array>,
  { name = "The bundle", limits = usualLimits }: ReadOptions = {},
): Promise<OpenBundle> {
  const { header, body } = await openEnvelope(source, name, limits);
  const cursor = new ByteCursor(decompressed(body, name));
  try {
    const text = await cursor.take(header.manifestBytes);
    if (text.length < header.manifestBytes) throw cutOff(name);
    if (createHash("sha256").update(text).digest("hex") !== header.manifestSha256)
      throw damaged(name, "its manifest was changed");
    const manifest = readManifest(text, { name, limits });
    return { manifest, parts: partsIn(manifest, cursor, name), close: () => cursor.close() };
  } catch (error) {
    await cursor.close();
    throw error;
  }
}

/** Verifies everything, writes nothing. Throws as `readBundle`. */
export async function checkBundle(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): Promise<BundleManifest> {
  const { manifest, parts } = await readBundle(source, options);
  for await (const _ of parts);
  return manifest;
}

async function* partsIn(
  { parts }: BundleManifest,
  cursor: ByteCursor,
  name: string,
): AsyncGenerator<OpenPart, void, undefined> {
  try {
    for (const part of parts) {
      const reader = new PartReader(part, cursor, name);
      yield { part, bytes: { [Symbol.asyncIterator]: () => reader.read() } };
      for await (const _ of reader.read());
    }
    if ((await cursor.next()) !== null) throw damaged(name, "it holds more than its manifest says");
  } finally {
    await cursor.close();
  }
}

class PartReader {
  readonly #part: BundlePart;
  readonly #cursor: ByteCursor;
  readonly #name: string;
  readonly #hash: Hash = createHash("sha256");
  #leftBytes: number;
  #isVerified = false;

  constructor(part: BundlePart, cursor: ByteCursor, name: string) {
    this.#part = part;
    this.#cursor = cursor;
    this.#name = name;
    this.#leftBytes = part.sizeBytes;
  }

  /** Continues where the last reader stopped. */
  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    while (this.#leftBytes > 0) {
      const piece = await this.#cursor.next(this.#leftBytes);
      if (piece === null) throw cutOff(this.#name);
      this.#leftBytes -= piece.length;
      this.#hash.update(piece);
      if (this.#leftBytes === 0) this.#verify();
      yield piece;
    }
    this.#verify();
  }

  #verify(): void {
    if (this.#isVerified) return;
    this.#isVerified = true;
    if (this.#hash.digest("hex") !== this.#part.sha256)
      throw damaged(this.#name, `its part ${this.#part.path} was changed`);
  }
}
