import type { Host } from "../../host/host.ts";
import type { Keys } from "./keys.ts";
import type { Unlocking } from "./protection.ts";
import { resealFile } from "./reseal-file.ts";
import { readSealedHeader } from "./sealed-lines.ts";

/** The files that the keys seal. */
export interface SealedFiles {
  list(): readonly string[];
  /** Acts while no other process writes the file. Throws `busy` if one does. */
  hold(path: string, act: () => void): void;
}

export interface Rotated {
  readonly resealed: readonly string[];
  /** Still under their old key, which is kept, and why. */
  readonly left: readonly { readonly path: string; readonly reason: string }[];
}

const mostHeaderBytes = 1024;

/** Seals everything with a new key, and with `unlocking` under a new passphrase or keyring entry. */
export async function rotateKey(
  keys: Keys,
  files: SealedFiles,
  host: Pick<Host, "files">,
  unlocking: Unlocking | null = null,
): Promise<Rotated> {
  await keys.renew(unlocking);
  const resealed: string[] = [];
  const left: { path: string; reason: string }[] = [];
  for (const path of files.list()) {
    try {
      files.hold(path, () => resealFile(path, keys, host));
      resealed.push(path);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      left.push({ path, reason: message });
    }
  }
  const inUse = left.map(({ path }) => keyIdIn(path, host));
  // A file whose key is not known may need any of them.
  if (!inUse.includes(null)) await keys.forget(new Set(inUse.filter((id) => id !== null)));
  return { resealed, left };
}

/** Null: it cannot be read, or is not sealed. */
export function keyIdIn(path: string, host: Pick<Host, "files">): string | null {
  try {
    const [line = ""] = (host.files.text(path, mostHeaderBytes) ?? "").split("\n");
    return readSealedHeader(line, path)?.keyId ?? null;
  } catch {
    return null;
  }
}
