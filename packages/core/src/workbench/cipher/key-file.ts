import { type Owner, SessionError, tryParseJson } from "@reprise/model";
import { takeLock } from "../../host/files/lock.ts";
import type { Host } from "../../host/host.ts";
import type { Cost, Protection } from "./protection.ts";
import { isId } from "./sealed-lines.ts";

/** `<state>/workspaces/keys.json`: every key that a saved session is sealed with, wrapped. Replaced whole. */
export interface KeyFile {
  readonly protection: Protection;
  /** Seals what is written now. */
  readonly current: string;
  readonly keys: readonly WrappedKey[];
}

export interface WrappedKey {
  readonly id: string;
  readonly wrapped: string;
}

const version = 1;
const mostBytes = 1024 * 1024;

/** Null if there is none. Throws rather than letting a damaged one be replaced: its keys would be lost. */
export function readKeyFile(path: string, host: Pick<Host, "files">): KeyFile | null {
  const text = host.files.text(path, mostBytes);
  if (text === null) return null;
  const value = tryParseJson(text) as Partial<KeyFile & { version: unknown }> | null | undefined;
  if (typeof value?.version === "number" && value.version > version)
    throw new SessionError("newer-version", `${path} was written by a newer Reprise. Update Reprise.`);
  const { protection, current, keys } = value ?? {};
  const isWhole =
    value?.version === version &&
    isProtection(protection) &&
    Array.isArray(keys) &&
    keys.every((key) => isId(key?.id) && typeof key?.wrapped === "string") &&
    keys.some(({ id }) => id === current);
  if (isWhole && isProtection(protection) && isId(current) && keys) return { protection, current, keys };
  throw new SessionError(
    "unreadable",
    `The keys of your saved sessions in ${path} cannot be read. Put back a copy of the file, or clear the saved sessions.`,
  );
}

export function keyFileText({ protection, current, keys }: KeyFile): string {
  return `${JSON.stringify({ version, protection, current, keys })}\n`;
}

/** One process changes the keys at a time. Throws `busy`. */
export async function changingKeys<Value>(
  path: string,
  host: Pick<Host, "pid" | "processes">,
  change: () => Promise<Value>,
): Promise<Value> {
  const owner: Owner = { ...host.processes.describe(host.pid), program: "reprise" };
  const lock = takeLock(`${path}.lock`, owner, host.processes);
  if (!lock.isHeld)
    throw new SessionError(
      "busy",
      `The keys of your saved sessions are being changed by process ${lock.owner?.pid ?? "unknown"}. Try again.`,
    );
  try {
    return await change();
  } finally {
    lock.release();
  }
}

function isProtection(value: unknown): value is Protection {
  const { kind, keyId, salt, cost } = (value ?? {}) as Record<string, unknown>;
  if (!isId(keyId)) return false;
  return kind === "keyring" || (kind === "passphrase" && typeof salt === "string" && isCost(cost));
}

function isCost(value: unknown): value is Cost {
  const { n, r, p } = (value ?? {}) as Record<string, unknown>;
  return [n, r, p].every((one) => Number.isSafeInteger(one) && (one as number) > 0);
}
