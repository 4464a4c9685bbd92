import { createHash } from "node:crypto";
import { asTimestamp, type BundleManifest, type Timestamp } from "@reprise/model";
import { compressed } from "../../src/bundle/compression.ts";
import { sealed } from "../../src/bundle/envelope.ts";
import type { PartSource } from "../../src/bundle/pack-bundle.ts";

export const at = asTimestamp("2026-11-17T09:00:00.000Z") as Timestamp;

export function partOf(path: string, content: string | Uint8Array): PartSource {
  const bytes = Buffer.from(content);
  return { path, sizeBytes: bytes.length, open: () => pieces(bytes) };
}

export const contentOf = (...parts: readonly PartSource[]) =>
  ({ kind: "test", about: {}, appVersion: "0.0.0", createdAt: at, parts }) as const;

/** Whole, or by pieces of the given sizes, repeated. */
export async function* pieces(
  bytes: Uint8Array,
  sizes: readonly number[] = [],
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0, index = 0; start < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? bytes.length;
    yield bytes.subarray(start, start + size);
    start += size;
  }
}

export async function joined(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(bytes));
}

interface Forged {
  readonly path: string;
  readonly content: string;
  readonly [field: string]: unknown;
}

interface Changes extends Partial<Record<keyof BundleManifest, unknown>> {
  readonly [field: string]: unknown;
}

/** A bundle with valid hashes that says and holds what an attacker likes. */
export function forged(parts: readonly Forged[], changes: Changes = {}, more = ""): Promise<Buffer> {
  const manifest = {
    v: 1,
    kind: "test",
    appVersion: "0.0.0",
    createdAt: at,
    about: {},
    parts: parts.map(({ content, ...fields }) => ({
      sizeBytes: Buffer.byteLength(content),
      mode: "0644",
      modifiedAt: null,
      sha256: createHash("sha256").update(content).digest("hex"),
      ...fields,
    })),
    totalBytes: parts.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
    ...changes,
  };
  const text = Buffer.from(JSON.stringify(manifest));
  const body = Buffer.concat([text, ...parts.map(({ content }) => Buffer.from(content)), Buffer.from(more)]);
  return joined(sealed(headerOf(text), compressed(pieces(body))));
}

export function headerOf(text: Buffer) {
  return { manifestBytes: text.length, manifestSha256: createHash("sha256").update(text).digest("hex") };
}
