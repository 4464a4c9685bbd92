import { SessionError } from "@reprise/model";
import { createFile, replaceFile } from "../../host/files/replace-file.ts";
import type { Host } from "../../host/host.ts";
import type { Keyring } from "../../host/keyring.ts";
import { type Cipher, cipherWith } from "./cipher.ts";
import { type Key, keyOf, newKey } from "./key.ts";
import { changingKeys, type KeyFile, keyFileText, readKeyFile, type WrappedKey } from "./key-file.ts";
import { type Cost, newProtection, openProtection, type Unlocking, usualCost } from "./protection.ts";

type KeyHost = Pick<Host, "env" | "files" | "pid" | "processes">;

/**
 * The keys of saved sessions, each wrapped with one key from the keyring or a passphrase.
 *
 *     renew: a new key becomes current, the old one stays, one replacement of the file
 *     every sealed file is rewritten with the current key, each in one replacement
 *     forget: keys that no file names are dropped
 *
 * Killed anywhere in between, the key of every file is there.
 */
export class Keys {
  readonly #path: string;
  readonly #host: KeyHost;
  readonly #keyring: Keyring;
  readonly #cost: Cost;
  #outer: Key | null = null;
  #inner = new Map<string, Cipher>();

  constructor(path: string, host: KeyHost, keyring: Keyring, cost: Cost = usualCost) {
    this.#path = path;
    this.#host = host;
    this.#keyring = keyring;
    this.#cost = cost;
  }

  /** What opens them; null before the first use. */
  get protection(): "keyring" | "passphrase" | null {
    return this.#read()?.protection.kind ?? null;
  }

  /** False too once another process changed the passphrase. */
  get isOpen(): boolean {
    return this.#read()?.protection.keyId === this.#outer?.id && this.#outer !== null;
  }

  /** Opens the keys, or creates them on the first use. Throws `refused` for a wrong passphrase, and changes nothing. */
  async open(unlocking: Unlocking): Promise<void> {
    const file = this.#read() ?? (await this.#create(unlocking));
    const outer = await openProtection(file.protection, unlocking, this.#keyring);
    this.#take(outer, file);
  }

  /** Opens the keys as far as nobody must be asked: with the keyring, or with `REPRISE_PASSPHRASE`. New ones as wanted. */
  async openUnasked(wanted: "keyring" | "passphrase"): Promise<void> {
    const passphrase = this.#host.env.REPRISE_PASSPHRASE;
    if ((this.protection ?? wanted) === "keyring") await this.open({ kind: "keyring" });
    else if (passphrase) await this.open({ kind: "passphrase", passphrase });
  }

  /** For new files. Throws `refused` while the keys are not open: then nothing may be written. */
  current(): Cipher {
    const file = this.#readOpen();
    return this.#cipherIn(file, file.current) as Cipher;
  }

  /** Null: no such key, so the file is from another machine or from before the sessions were cleared. */
  cipherOf(keyId: string): Cipher | null {
    return this.#inner.get(keyId) ?? this.#cipherIn(this.#readOpen(), keyId);
  }

  /** A new current key, with `unlocking` also a new protection. The old ones stay readable. */
  renew(unlocking: Unlocking | null = null): Promise<void> {
    return changingKeys(this.#path, this.#host, async () => {
      const file = this.#readOpen();
      const old = { key: this.#outer as Key, protection: file.protection };
      const next = unlocking === null ? old : await newProtection(unlocking, this.#keyring, this.#cost);
      const added = newKey();
      const kept = file.keys.map(({ id, wrapped }) => wrap(unwrap({ id, wrapped }, old.key), next.key));
      this.#replace({
        protection: next.protection,
        current: added.id,
        keys: [...kept, wrap(added, next.key)],
      });
      this.#outer = next.key;
      if (next !== old && old.protection.kind === "keyring") await this.#removeUnused(old.key);
    });
  }

  /** Drops the keys that are neither current nor named here. */
  forget(keyIdsInUse: ReadonlySet<string>): Promise<void> {
    return changingKeys(this.#path, this.#host, async () => {
      const file = this.#readOpen();
      const keys = file.keys.filter(({ id }) => id === file.current || keyIdsInUse.has(id));
      if (keys.length < file.keys.length) this.#replace({ ...file, keys });
      this.#inner = new Map([...this.#inner].filter(([id]) => keys.some((key) => key.id === id)));
    });
  }

  async #create(unlocking: Unlocking): Promise<KeyFile> {
    const { protection, key } = await newProtection(unlocking, this.#keyring, this.#cost);
    const first = newKey();
    const file = { protection, current: first.id, keys: [wrap(first, key)] };
    if (createFile(this.#path, keyFileText(file))) return file;
    // Another process was first: its keys count.
    if (protection.kind === "keyring") await this.#removeUnused(key);
    return this.#read() as KeyFile;
  }

  /** If it stays, it opens nothing that is there now. */
  async #removeUnused(outer: Key): Promise<void> {
    try {
      await this.#keyring.remove(outer.id);
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
    }
  }

  #take(outer: Key, file: KeyFile): void {
    this.#inner = new Map(file.keys.map((key) => [key.id, cipherWith(unwrap(key, outer))]));
    this.#outer = outer;
  }

  #read(): KeyFile | null {
    return readKeyFile(this.#path, this.#host);
  }

  #readOpen(): KeyFile {
    const file = this.#read();
    if (file !== null && file.protection.keyId === this.#outer?.id) return file;
    throw new SessionError(
      "refused",
      "Your saved sessions are encrypted and locked, so nothing is saved. Unlock them to continue.",
    );
  }

  /** Another process may have added the key. */
  #cipherIn(file: KeyFile, keyId: string): Cipher | null {
    if (!this.#inner.has(keyId) && file.keys.some(({ id }) => id === keyId)) this.#take(this.#outer as Key, file);
    return this.#inner.get(keyId) ?? null;
  }

  #replace(file: KeyFile): void {
    replaceFile(this.#path, keyFileText(file));
  }
}

const placeOf = (id: string) => `reprise key ${id}`;

function wrap(key: Key, outer: Key): WrappedKey {
  return { id: key.id, wrapped: cipherWith(outer).seal(key.bytes, placeOf(key.id)).toString("base64") };
}

function unwrap({ id, wrapped }: WrappedKey, outer: Key): Key {
  const bytes = cipherWith(outer).open(Buffer.from(wrapped, "base64"), placeOf(id));
  if (bytes !== null) return keyOf(bytes);
  throw new SessionError(
    "unreadable",
    "The file with the keys of your saved sessions was changed. Put back a copy of it, or clear the saved sessions.",
  );
}
