import { createHash, timingSafeEqual } from "node:crypto";
import { Problem } from "../problem.ts";

/** Letters that need no quoting in a header (RFC 6750), and enough of them not to be guessed. */
export const tokenShape = /^[A-Za-z0-9._~+/-]{16,512}=*$/;

export type TokenCheck = (authorization: string | null) => boolean;

/** Compares hashes, in a time that depends on neither token. */
export function tokenCheck(token: string): TokenCheck {
  const wanted = hash(token);
  return (authorization) => {
    const given = /^Bearer +([^\s]+) *$/i.exec(authorization ?? "")?.[1];
    return timingSafeEqual(hash(given ?? ""), wanted) && given !== undefined;
  };
}

export function unauthorized(): Problem {
  const message = "Send the token of this server in a header: `Authorization: Bearer TOKEN`.";
  return new Problem(
    401,
    { code: "unauthorized", message },
    { "WWW-Authenticate": 'Bearer realm="reprise"' },
  );
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
