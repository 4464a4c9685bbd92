import { createHash } from "node:crypto";
import { SessionError } from "@reprise/model";
import { ByteCursor } from "./byte-cursor.ts";
import type { BundleLimits } from "./limits.ts";

/** `reprise-bundle VERSION MANIFEST-BYTES MANIFEST-SHA256`, one line, before the compressed bytes. */
export interface Header {
  readonly manifestBytes: number;
  readonly manifestSha256: string;
}

export const formatVersion = 1;
const magic = "reprise-bundle ";
const headerShape = /^reprise-bundle (\d{1,9}) (\d{1,12}) ([0-9a-f]{64})\n$/;
const mostHeaderBytes = 128;
const sealBytes = 32;

/** Adds the header before and the seal after: the SHA-256 of everything before it. */
export async function* sealed(
  { manifestBytes, manifestSha256 }: Header,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const hash = createHash("sha256");
  const header = Buffer.from(`${magic}${formatVersion} ${manifestBytes} ${manifestSha256}\n`);
  hash.update(header);
  yield header;
  for await (const piece of body) {
    hash.update(piece);
    yield piece;
  }
  yield hash.digest();
}

interface Opened {
  readonly header: Header;
  /** The compressed bytes. Throws at the end if any byte of the bundle was changed. */
  readonly body: AsyncGenerator<Uint8Array, void, undefined>;
}

export async function openEnvelope(
  source: AsyncIterable<Uint8Array>,
  name: string,
  limits: BundleLimits,
): Promise<Opened> {
  const cursor = new ByteCursor(source);
  try {
    const line = await headerLine(cursor, name);
    const header = readHeader(line, name);
    if (header.manifestBytes > limits.manifestBytes)
      throw new SessionError(
        "refused",
        `${name} has a manifest of ${header.manifestBytes} bytes. The limit is ${limits.manifestBytes}.`,
      );
    // Incompressible bytes grow by less than a thousandth.
    const mostBytes = (limits.manifestBytes + limits.totalBytes) * 1.001 + 1024;
    return { header, body: unsealed(line, cursor, { name, mostBytes }) };
  } catch (error) {
    await cursor.close();
    throw error;
  }
}

async function headerLine(cursor: ByteCursor, name: string): Promise<Buffer> {
  const bytes: number[] = [];
  while (bytes.length < mostHeaderBytes) {
    const [byte] = await cursor.take(1);
    if (byte === undefined) throw cutOff(name);
    bytes.push(byte);
    const at = bytes.length - 1;
    if (at < magic.length && byte !== magic.charCodeAt(at)) break;
    if (byte === 10) return Buffer.from(bytes);
  }
  throw new SessionError("unreadable", `${name} is not a Reprise bundle.`);
}

function readHeader(line: Buffer, name: string): Header {
  const text = line.toString("latin1");
  const version = Number(/^reprise-bundle (\d{1,9}) /.exec(text)?.[1]);
  if (version > formatVersion)
    throw new SessionError(
      "newer-version",
      `${name} was made by a newer Reprise (bundle format ${version}; this one reads ${formatVersion}). Update Reprise.`,
    );
  const [, , manifestBytes = "", manifestSha256 = ""] = headerShape.exec(text) ?? [];
  if (version !== formatVersion || manifestSha256 === "") throw damaged(name, "its first line is not valid");
  return { manifestBytes: Number(manifestBytes), manifestSha256 };
}

async function* unsealed(
  line: Buffer,
  cursor: ByteCursor,
  { name, mostBytes }: { readonly name: string; readonly mostBytes: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  const hash = createHash("sha256").update(line);
  let held: Uint8Array = new Uint8Array(0);
  let count = 0;
  for await (const piece of cursor.remaining()) {
    count += piece.length;
    if (count > mostBytes) throw new SessionError("refused", `${name} is larger than any bundle within the limits.`);
    const all = Buffer.concat([held, piece]);
    const body = all.subarray(0, Math.max(0, all.length - sealBytes));
    held = all.subarray(body.length);
    if (body.length === 0) continue;
    hash.update(body);
    yield body;
  }
  if (held.length < sealBytes) throw cutOff(name);
  if (!hash.digest().equals(held)) throw damaged(name, "it was changed or cut off");
}

export function damaged(name: string, what: string, cause?: unknown): SessionError {
  return new SessionError(
    "unreadable",
    `${name} is damaged: ${what}. Nothing of it was used. Copy or make the bundle again.`,
    { cause },
  );
}

export function cutOff(name: string): SessionError {
  return damaged(name, "it is cut off");
}
