import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Key } from "./key.ts";

/** AES-256-GCM with one key. */
export interface Cipher {
  readonly keyId: string;
  /** Never the same bytes twice. The place is not stored: whoever opens them must name it. */
  seal(bytes: Uint8Array, place: string): Buffer;
  /** Null: changed, sealed for another place, or with another key. */
  open(sealed: Uint8Array, place: string): Buffer | null;
}

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Sealed bytes are nonce, ciphertext, tag. */
export function cipherWith({ id, bytes: key }: Key): Cipher {
  return {
    keyId: id,
    seal(bytes, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(place));
      return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, place) {
      if (sealed.length < nonceBytes + tagBytes) return null;
      const tagStart = sealed.length - tagBytes;
      const nonce = sealed.subarray(0, nonceBytes);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(sealed.subarray(tagStart));
      const bytes = decipher.update(sealed.subarray(nonceBytes, tagStart));
      try {
        return Buffer.concat([bytes, decipher.final()]);
      } catch {
        return null; // the tag does not match
      }
    },
  };
}
