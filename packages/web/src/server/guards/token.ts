import { findSecret, secretHash } from "./secret.ts";

/** Letters that need no quoting in a header (RFC 6750), and enough of them not to be guessed. */
export const tokenShape = /^[A-Za-z0-9._~+/-]{16,512}=*$/;

export type TokenCheck = (authorization: string | null) => boolean;

export function tokenCheck(token: string): TokenCheck {
  const wanted = [secretHash(token)];
  return (authorization) => {
    const given = bearerIn(authorization);
    return findSecret(wanted, given ?? "") === 0 && given !== null;
  };
}

/** The token of a header. */
export function bearerIn(authorization: string | null): string | null {
  return /^Bearer +([^\s]+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}
