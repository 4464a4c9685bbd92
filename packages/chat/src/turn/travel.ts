import { join } from "node:path";
import { packBundle, readBundle } from "@reprise/core/bundle";
import { fileBytes, saveStream } from "@reprise/core/parts";
import type { Timestamp } from "@reprise/model";
import type { Sandbox, SandboxFile, SandboxRoot } from "../sandbox/sandbox.ts";

export interface Packing {
  readonly kind: string;
  readonly about: Readonly<Record<string, unknown>>;
  readonly appVersion: string;
  readonly createdAt: Timestamp;
  /** A folder for copies; the caller removes it. */
  readonly spool: string;
}

/** Files of a sandbox as the bytes of a bundle. Each is copied first: some sandboxes can give a file only once. */
export async function* packFiles(
  files: AsyncIterable<SandboxFile>,
  { spool, ...about }: Packing,
): AsyncGenerator<Uint8Array, void, undefined> {
  const parts = [];
  for await (const { path, isExecutable, bytes } of files) {
    const copy = join(spool, String(parts.length));
    const sizeBytes = await saveStream(copy, bytes(), { replaces: true, isDurable: false });
    parts.push({
      path,
      sizeBytes,
      mode: isExecutable ? ("0755" as const) : ("0600" as const),
      open: () => fileBytes(copy),
    });
  }
  yield* packBundle({ ...about, parts });
}

/** The files of a bundle into a sandbox. */
export async function putFiles(sandbox: Sandbox, root: SandboxRoot, bundle: AsyncIterable<Uint8Array>): Promise<void> {
  await sandbox.put(root, filesIn(bundle));
}

export async function* filesIn(bundle: AsyncIterable<Uint8Array>): AsyncGenerator<SandboxFile, void, undefined> {
  const { parts } = await readBundle(bundle);
  for await (const { part, bytes } of parts)
    yield {
      path: part.path,
      sizeBytes: part.sizeBytes,
      isExecutable: part.mode === "0755",
      bytes: () => bytes,
    };
}
