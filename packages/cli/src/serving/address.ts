import { isIP } from "node:net";
import { badUse } from "../arguments/bad-use.ts";

export const USUAL_PORT = 7717;

/** 0 is any free port. */
export function portFrom(text: string | null): number {
  if (text === null) return USUAL_PORT;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw badUse(`--port needs a number from 0 to 65535, not "${text}". 0 is any free port.`);
}

/** Only this machine can reach it. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
