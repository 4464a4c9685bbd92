import { get } from "node:http";
import type { Access } from "./http-call.ts";
import { ProgramError } from "./reprise-program.ts";

/** The address in the first line of `reprise open --json`. Throws `ProgramError`. */
export function linkIn(line: string): string {
  try {
    const { type, url } = JSON.parse(line);
    if (type === "listening" && isLoopback(new URL(url))) return url;
  } catch {
    // The same as any other line that is not ours.
  }
  throw new ProgramError("reprise printed something unexpected. Update it: this extension may be newer.");
}

/** Uses the key in a link, as a browser would. It works once. */
export function signIn(link: string): Promise<Access> {
  const { promise, resolve, reject } = Promise.withResolvers<Access>();
  const sent = get(link, { agent: false }, (answer) => {
    answer.resume();
    const cookie = answer.headers["set-cookie"]?.[0]?.split(";")[0];
    if (cookie === undefined) reject(new Error(`The server refused its own link (${answer.statusCode}).`));
    else resolve({ url: new URL(link).origin, cookie });
  });
  sent.once("error", reject);
  return promise;
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && (hostname === "127.0.0.1" || hostname === "[::1]" || hostname === "localhost");
}
