import { randomBytes, scrypt } from "node:crypto";
import { SessionError } from "@reprise/model";
import type { Keyring } from "../../host/keyring.ts";
import { type Key, keyOf, newKey } from "./key.ts";

/** What the keys of saved sessions are wrapped with: a key of the system's keyring, or one derived from a passphrase. */
export type Protection =
  | { readonly kind: "keyring"; readonly keyId: string }
  | { readonly kind: "passphrase"; readonly keyId: string; readonly salt: string; readonly cost: Cost };

/** Of scrypt. */
export interface Cost {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

export type Unlocking = { readonly kind: "keyring" } | { readonly kind: "passphrase"; readonly passphrase: string };

/** 128 MiB, about half a second. */
export const usualCost: Cost = { n: 2 ** 17, r: 8, p: 1 };
/** A changed file must not take all memory. */
const mostBytes = 2 ** 30;
const leastPassphrase = 8;

export interface Protected {
  readonly protection: Protection;
  readonly key: Key;
}

/** On return the keyring has the new key. */
export async function newProtection(unlocking: Unlocking, keyring: Keyring, cost: Cost): Promise<Protected> {
  if (unlocking.kind === "keyring") {
    const key = newKey();
    await keyring.write(key.id, key.bytes.toString("base64"));
    return { key, protection: { kind: "keyring", keyId: key.id } };
  }
  if (unlocking.passphrase.normalize("NFKC").length < leastPassphrase)
    throw new SessionError("bad-use", `A passphrase has at least ${leastPassphrase} characters.`);
  const salt = randomBytes(16);
  const key = await derive(unlocking.passphrase, salt, cost);
  return {
    key,
    protection: { kind: "passphrase", keyId: key.id, salt: salt.toString("base64"), cost },
  };
}

/** Throws `refused` if the key is not there or is another one. */
export async function openProtection(protection: Protection, unlocking: Unlocking, keyring: Keyring): Promise<Key> {
  if (protection.kind === "keyring") return keyInKeyring(protection.keyId, keyring);
  if (unlocking.kind !== "passphrase")
    throw new SessionError("refused", "Your saved sessions are locked. Unlock them with your passphrase.");
  const salt = Buffer.from(protection.salt, "base64");
  const key = await derive(unlocking.passphrase, salt, protection.cost);
  if (key.id === protection.keyId) return key;
  throw new SessionError(
    "refused",
    "This is not the passphrase of your saved sessions. Nothing was changed. Try again.",
  );
}

async function keyInKeyring(keyId: string, keyring: Keyring): Promise<Key> {
  const kept = await keyring.read(keyId);
  const step = `Bring back the keyring that has “reprise ${keyId}”, or clear the saved sessions.`;
  if (kept === null) throw new SessionError("refused", `The key of your saved sessions is not in the keyring. ${step}`);
  const key = keyOf(Buffer.from(kept, "base64"));
  if (key.id === keyId && key.bytes.length === 32) return key;
  throw new SessionError("refused", `The key in the keyring is not that of your saved sessions. ${step}`);
}

function derive(passphrase: string, salt: Buffer, { n, r, p }: Cost): Promise<Key> {
  const maxmem = 128 * n * r + 128 * r * p + 1024 * 1024;
  if (maxmem > mostBytes)
    throw new SessionError("unreadable", "The encryption of your saved sessions asks for too much memory.");
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFKC"), salt, 32, { N: n, r, p, maxmem }, (error, bytes) => {
      if (error) reject(error);
      else resolve(keyOf(bytes));
    });
  });
}
