import { randomBytes } from "node:crypto";
import { SessionError, tryParseJson } from "@reprise/model";
import type { Files } from "../../host/files/files.ts";
import type { Cipher } from "./cipher.ts";

/** First line of a sealed file, in the clear. */
export interface SealedHeader {
  /** Binds every line to this file. */
  readonly file: string;
  readonly keyId: string;
}

/**
 * The lines of one sealed file. A line opens only in its own file and at its own position, counted from 1 after the header:
 * a changed, moved, swapped or foreign line is noticed, and so is the next one after a dropped line. Lines missing at the
 * end are not noticed: that is what a kill leaves.
 */
export interface SealedLines {
  /** Without its newline. */
  readonly header: string;
  /** Base64 without a newline. */
  seal(text: string, position: number): string;
  /** Null: not the line that was written there. */
  open(line: string, position: number): string | null;
}

const version = 1;
const idShape = /^[0-9a-f]{32}$/;
const lineShape = /^[A-Za-z0-9+/]+={0,2}$/;

export function newSealedLines(cipher: Cipher): SealedLines {
  return sealedLines(cipher, { file: randomBytes(16).toString("hex"), keyId: cipher.keyId });
}

export function sealedLines(cipher: Cipher, { file, keyId }: SealedHeader): SealedLines {
  const placeOf = (position: number) => `reprise sealed ${version} ${file} ${position}`;
  return {
    header: JSON.stringify({ type: "sealed", version, file, keyId }),
    seal: (text, position) => cipher.seal(Buffer.from(text), placeOf(position)).toString("base64"),
    open: (line, position) => {
      const sealed = Buffer.from(line, "base64");
      // Other spellings of the same bytes count as changed.
      if (!lineShape.test(line) || sealed.toString("base64") !== line) return null;
      return cipher.open(sealed, placeOf(position))?.toString("utf8") ?? null;
    },
  };
}

/** Null: not a sealed file. Throws `newer-version`, or `unreadable` if it is one whose header was changed. */
export function readSealedHeader(line: string, path: string): SealedHeader | null {
  const value = tryParseJson(line);
  if (typeof value !== "object" || value === null) return null;
  const { type, version: found, file, keyId } = value as Record<string, unknown>;
  if (type !== "sealed") return null;
  if (typeof found === "number" && found > version)
    throw new SessionError("newer-version", `${path} is encrypted by a newer Reprise. Update Reprise.`);
  if (found === version && isId(file) && isId(keyId)) return { file, keyId };
  throw new SessionError("unreadable", `The first line of ${path} was changed, so the file cannot be opened.`);
}

export function isId(value: unknown): value is string {
  return typeof value === "string" && idShape.test(value);
}

const mostHeaderBytes = 1024;

/** Whether the first line says so. False if it cannot be read. */
export function isSealed(path: string, files: Pick<Files, "text">): boolean {
  try {
    const [line = ""] = (files.text(path, mostHeaderBytes) ?? "").split("\n");
    return readSealedHeader(line, path) !== null;
  } catch {
    return false;
  }
}
