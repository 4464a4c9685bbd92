import { createHash } from "node:crypto";
import { type BundleManifest, type BundlePart, SessionError, type Timestamp } from "@reprise/model";
import { compressed } from "./compression.ts";
import { formatVersion, sealed } from "./envelope.ts";
import { type BundleLimits, usualLimits } from "./limits.ts";
import { checkManifest } from "./manifest.ts";

/** A file to bundle. Read twice: once for its hash, once for its bytes. */
export interface PartSource {
  readonly path: string;
  /** Bytes after these are left out: logs grow meanwhile. Null: everything that `open` gives the first time. */
  readonly sizeBytes: number | null;
  readonly mode?: BundlePart["mode"] | undefined;
  readonly modifiedAt?: Timestamp | null | undefined;
  open(): AsyncIterable<Uint8Array>;
}

export interface BundleContent {
  readonly kind: string;
  readonly about: BundleManifest["about"];
  readonly appVersion: string;
  readonly createdAt: Timestamp;
  readonly parts: readonly PartSource[];
  readonly limits?: BundleLimits | undefined;
}

/** The bytes of a bundle, in bounded memory. Throws `SessionError("busy")` with the name of a part that changed or shrank. */
export async function* packBundle(content: BundleContent): AsyncGenerator<Uint8Array, void, undefined> {
  const manifest = await manifestOf(content);
  const text = Buffer.from(JSON.stringify(manifest));
  const { manifestBytes: most } = content.limits ?? usualLimits;
  if (text.length > most)
    throw new SessionError("refused", `The manifest would have ${text.length} bytes. The limit is ${most}.`);
  const header = {
    manifestBytes: text.length,
    manifestSha256: createHash("sha256").update(text).digest("hex"),
  };
  yield* sealed(header, compressed(bytesOf(text, manifest, content.parts)));
}

/** What `packBundle` would write. Reads every part once. */
export async function manifestOf(content: BundleContent): Promise<BundleManifest> {
  const { kind, about, appVersion, createdAt, limits = usualLimits } = content;
  const parts: BundlePart[] = [];
  for (const part of content.parts) parts.push(await measured(part));
  const totalBytes = parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const manifest = { v: formatVersion, kind, appVersion, createdAt, about, parts, totalBytes } as const;
  checkManifest(manifest, { name: "The bundle", limits });
  return manifest;
}

async function measured(part: PartSource): Promise<BundlePart> {
  const { path, mode = "0600", modifiedAt = null } = part;
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const piece of cut(part.open(), part.sizeBytes)) {
    hash.update(piece);
    sizeBytes += piece.length;
  }
  if (part.sizeBytes !== null && sizeBytes < part.sizeBytes) throw changed(path, "became shorter");
  return { path, sizeBytes, mode, modifiedAt, sha256: hash.digest("hex") };
}

async function* bytesOf(
  text: Buffer,
  { parts }: BundleManifest,
  sources: readonly PartSource[],
): AsyncGenerator<Uint8Array, void, undefined> {
  yield text;
  for (const [index, source] of sources.entries()) {
    const { path, sizeBytes, sha256 } = parts[index] as BundlePart;
    const hash = createHash("sha256");
    let count = 0;
    for await (const piece of cut(source.open(), sizeBytes)) {
      hash.update(piece);
      count += piece.length;
      yield piece;
    }
    if (count < sizeBytes) throw changed(path, "became shorter");
    if (hash.digest("hex") !== sha256) throw changed(path, "changed");
  }
}

async function* cut(
  bytes: AsyncIterable<Uint8Array>,
  sizeBytes: number | null,
): AsyncGenerator<Uint8Array, void, undefined> {
  let left = sizeBytes ?? Number.POSITIVE_INFINITY;
  if (left === 0) return;
  for await (const piece of bytes) {
    yield piece.subarray(0, Math.min(left, piece.length));
    left -= piece.length;
    if (left <= 0) return;
  }
}

function changed(path: string, how: string): SessionError {
  return new SessionError(
    "busy",
    `${path} ${how} while it was being bundled. Nothing was written. Try again when no program changes it.`,
  );
}
