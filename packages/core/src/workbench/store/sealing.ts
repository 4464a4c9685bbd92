import { SessionError } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { Keys } from "../cipher/keys.ts";
import type { Unlocking } from "../cipher/protection.ts";
import { keyIdIn, type Rotated, rotateKey, type SealedFiles } from "../cipher/rotate-key.ts";
import { newSealedLines, readSealedHeader, sealedLines } from "../cipher/sealed-lines.ts";
import type { LinesOf } from "./read-session.ts";
import { plainLines, type SessionLines } from "./session-lines.ts";
import type { StoreSettings } from "./store-settings.ts";

type Choice = Pick<StoreSettings, "isEncrypted" | "key">;

/** How lines are read and written: in the clear, or sealed with keys. */
export interface Sealing {
  /** Opens the keys if nobody must be asked for that. Gives the reason why new lines cannot be written, or null. */
  prepare(choice: Choice): Promise<string | null>;
  /** Throws `refused` without the key. */
  readonly linesOf: LinesOf;
  /** For a new file. Throws `refused` without the key. */
  linesNow(choice: Choice): SessionLines;
  /** Throws `refused` for a wrong passphrase. */
  unlock(passphrase: string): Promise<void>;
  /** Seals files with a new key, and with `unlocking` under a new passphrase or keyring entry. */
  rotate(files: SealedFiles, unlocking: Unlocking | null): Promise<Rotated>;
  /** Drops the keys that none of these files needs. */
  forgetOthers(paths: readonly string[]): Promise<void>;
}

export function sealingWith(keys: Keys, host: Pick<Host, "files">): Sealing {
  return {
    async prepare({ isEncrypted, key }) {
      try {
        if (!keys.isOpen && (isEncrypted || keys.protection !== null)) await keys.openUnasked(key);
        return isEncrypted && !keys.isOpen ? lockedText : null;
      } catch (error) {
        return isEncrypted ? (error as Error).message : null;
      }
    },
    linesOf(firstLine) {
      const header = readSealedHeader(firstLine, "The saved session");
      if (header === null) return null;
      const cipher = keys.cipherOf(header.keyId);
      if (cipher === null) throw new SessionError("refused", otherKeyText);
      return sealedLines(cipher, header);
    },
    linesNow: ({ isEncrypted }) => (isEncrypted ? newSealedLines(keys.current()) : plainLines),
    unlock: (passphrase) => keys.open({ kind: "passphrase", passphrase }),
    rotate: (files, unlocking) => rotateKey(keys, files, host, unlocking),
    async forgetOthers(paths) {
      const inUse = paths.map((path) => keyIdIn(path, host));
      // A file whose key is not known may need any of them.
      if (!inUse.includes(null)) await keys.forget(new Set(inUse.filter((id) => id !== null)));
    },
  };
}

const lockedText = "Saved sessions are encrypted and locked, so nothing is saved. Unlock them to continue.";
const otherKeyText =
  "The saved session is encrypted with a key that is not here. It stays as it is. Bring back the key, or clear the saved session.";
