import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** `rp_`, 16 digits that name it, `_`, 256 random bits. */
const shape = /^rp_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;

export interface TokenText {
  readonly id: string;
  readonly secret: string;
  /** What is kept. */
  readonly hash: string;
}

export function newTokenText(): TokenText {
  const id = randomBytes(8).toString("hex");
  const secret = `rp_${id}_${randomBytes(32).toString("base64url")}`;
  return { id, secret, hash: hashOf(secret) };
}

/** The id in it; null if it is no token of a tenant. */
export function tokenIdIn(secret: string): string | null {
  return shape.exec(secret)?.[1] ?? null;
}

export function isTokenOf(hash: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hash, "hex"), Buffer.from(hashOf(secret), "hex"));
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
