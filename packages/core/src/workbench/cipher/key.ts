import { hkdfSync, randomBytes } from "node:crypto";

/** 32 bytes of AES-256. The id is derived from the bytes: a key with another id is the wrong one. */
export interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

export function newKey(): Key {
  return keyOf(randomBytes(32));
}

export function keyOf(bytes: Buffer): Key {
  return { id: Buffer.from(hkdfSync("sha256", bytes, "", "reprise key id", 16)).toString("hex"), bytes };
}
