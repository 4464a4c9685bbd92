import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { tokenShape } from "@reprise/web/server";
import { badUse } from "../arguments/bad-use.ts";

export interface Token {
  readonly text: string;
  /** Made for this server: nobody else knows it yet. */
  readonly isNew: boolean;
  /** Something to say about where it was kept. */
  readonly warning: string | null;
}

/** From the file, else from `REPRISE_TOKEN`, else 256 random bits. */
export function tokenFrom(file: string | null, env: Readonly<Record<string, string | undefined>>): Token {
  if (file !== null) return { text: checked(readToken(file), file), isNew: false, warning: warningAbout(file) };
  const given = env.REPRISE_TOKEN;
  if (given) return { text: checked(given, "REPRISE_TOKEN"), isNew: false, warning: null };
  return { text: randomBytes(32).toString("base64url"), isNew: true, warning: null };
}

function checked(token: string, source: string): string {
  if (tokenShape.test(token)) return token;
  throw badUse(
    `The token in ${source} cannot be used: it needs 16 to 512 letters, digits or . _ ~ + / - characters. To make one: openssl rand -hex 32`,
  );
}

function readToken(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw badUse(`The token file ${file} cannot be read (${code}). To make one: openssl rand -hex 32 > ${file}`);
  }
}

function warningAbout(file: string): string | null {
  if (process.platform === "win32" || (statSync(file).mode & 0o077) === 0) return null;
  return `Others on this machine can read or change ${file}. To keep it to yourself: chmod 600 ${file}`;
}
