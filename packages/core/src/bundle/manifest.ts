import { type BundleManifest, type BundlePart, SessionError, tryParseJson } from "@reprise/model";
import { bundleManifestSchema } from "@reprise/model/schema";
import { damaged } from "./envelope.ts";
import type { BundleLimits } from "./limits.ts";
import { pathsProblem } from "./part-path.ts";

interface Reading {
  readonly name: string;
  readonly limits: BundleLimits;
}

/** Throws `SessionError` unless every part may safely be written and all are within the limits. */
export function readManifest(bytes: Buffer, reading: Reading): BundleManifest {
  const read = bundleManifestSchema.safeParse(tryParseJson(bytes.toString("utf8")));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw damaged(reading.name, `its manifest is not valid (${issue?.path.join(".")}: ${issue?.message})`);
  }
  checkManifest(read.data, reading);
  return read.data;
}

export function checkManifest(manifest: BundleManifest, { name, limits }: Reading): void {
  const { parts, totalBytes } = manifest;
  const refuse = (why: string) => new SessionError("refused", `${name} is refused: ${why}`);
  if (parts.length > limits.parts) throw refuse(`it has ${parts.length} parts. The limit is ${limits.parts}.`);
  if (parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) !== totalBytes)
    throw damaged(name, "its manifest does not add up");
  if (totalBytes > limits.totalBytes)
    throw refuse(`it holds ${totalBytes} bytes. The limit is ${limits.totalBytes}; --max-size raises it.`);
  const found = pathsProblem(parts.map(({ path }) => path));
  if (found !== null) throw refuse(`the path ${JSON.stringify(found.path)} ${found.problem}.`);
}

/** The nearest mode that a bundle keeps: who may read it, and whether it is a program. */
export function keptMode(mode: number): BundlePart["mode"] {
  if ((mode & 0o044) === 0) return (mode & 0o100) === 0 ? "0600" : "0755";
  return (mode & 0o100) === 0 ? "0644" : "0755";
}
