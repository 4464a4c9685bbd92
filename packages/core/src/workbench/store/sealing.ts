import { SessionError } from "@reprise/model";
import type { Keys } from "../cipher/keys.ts";
import { newSealedLines, readSealedHeader, sealedLines } from "../cipher/sealed-lines.ts";
import type { LinesOf } from "./read-session.ts";
import { plainLines, type SessionLines } from "./session-lines.ts";

/** How lines are read and written: in the clear, or sealed with keys. */
export interface Sealing {
  /** Opens the keys if that needs no passphrase. Gives the reason why new lines cannot be written, or null. */
  prepare(how: { readonly isEncrypted: boolean }): Promise<string | null>;
  /** Throws `refused` without the key. */
  readonly linesOf: LinesOf;
  /** For a new file. Throws `refused` without the key. */
  linesNow(how: { readonly isEncrypted: boolean }): SessionLines;
  /** Throws `refused` for a wrong passphrase. */
  unlock(passphrase: string): Promise<void>;
}

export function sealingWith(keys: Keys): Sealing {
  return {
    async prepare({ isEncrypted }) {
      try {
        const { protection } = keys;
        if (!keys.isOpen && (protection === "keyring" || (protection === null && isEncrypted)))
          await keys.open({ kind: "keyring" });
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
  };
}

const lockedText = "Saved sessions are encrypted and locked, so nothing is saved. Unlock them to continue.";
const otherKeyText =
  "The saved session is encrypted with a key that is not here. It stays as it is. Bring back the key, or clear the saved session.";
