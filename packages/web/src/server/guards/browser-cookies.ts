import type { Call } from "../context.ts";
import { findSecret, newSecret, secretHash } from "./secret.ts";

const MOST_BROWSERS = 200;

/** Browsers that a one-time key has let in. They stay in until the server ends; of too many, the first is out. */
export class BrowserCookies {
  #hashes: readonly Buffer[] = [];

  /** For the header `Set-Cookie`. No script can read it, and no page of another site sends it. */
  issue(call: Call): string {
    const secret = newSecret();
    this.#hashes = [...this.#hashes, secretHash(secret)].slice(-MOST_BROWSERS);
    return `${nameFor(call)}=${secret}; HttpOnly; SameSite=Strict; Path=/`;
  }

  isIn(call: Call): boolean {
    const name = nameFor(call);
    const parts = (call.req.header("cookie") ?? "").split(";").map((part) => part.trim());
    const given = parts
      .filter((part) => part.startsWith(`${name}=`))
      .map((part) => part.slice(name.length + 1));
    return given.some((secret) => findSecret(this.#hashes, secret) >= 0);
  }
}

/** With the port: browsers send a cookie to every port of a host, and each server has its own. */
function nameFor(call: Call): string {
  return `reprise-${call.env?.incoming?.socket.localPort ?? 0}`;
}
