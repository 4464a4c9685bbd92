import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits, in letters that need no quoting in addresses, cookies and headers. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Only hashes are kept and compared, in a time that depends on neither secret. */
export function secretHash(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** The place of the secret with this hash; -1 if there is none. Looks at all of them. */
export function findSecret(hashes: readonly Buffer[], secret: string): number {
  const wanted = secretHash(secret);
  let found = -1;
  hashes.forEach((hash, index) => {
    if (timingSafeEqual(hash, wanted)) found = index;
  });
  return found;
}
