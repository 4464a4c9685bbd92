import { Problem } from "../problem.ts";
import { findSecret, secretHash } from "./secret.ts";

/** Letters that need no quoting in a header (RFC 6750), and enough of them not to be guessed. */
export const tokenShape = /^[A-Za-z0-9._~+/-]{16,512}=*$/;

export type TokenCheck = (authorization: string | null) => boolean;

export function tokenCheck(token: string): TokenCheck {
  const wanted = [secretHash(token)];
  return (authorization) => {
    const given = /^Bearer +([^\s]+) *$/i.exec(authorization ?? "")?.[1];
    return findSecret(wanted, given ?? "") === 0 && given !== undefined;
  };
}

export function unauthorized(message: string): Problem {
  return new Problem(401, { code: "unauthorized", message }, { "WWW-Authenticate": 'Bearer realm="reprise"' });
}
