import { isIP } from "node:net";
import { Problem } from "../problem.ts";

export interface Callers {
  readonly hosts?: readonly string[] | undefined;
  readonly isPublic?: boolean | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Set for a server of its own page. */
  readonly pageFolder?: string | undefined;
}

/** The origin to answer in CORS headers; null for none. */
export type CallerCheck = (headers: { readonly host: string | null; readonly origin: string | null }) => string | null;

const ownNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * A page whose name was pointed at this machine (DNS rebinding) has its own name in `Host`; a page of another site has it
 * in `Origin`. Both are refused, whatever token they bear. Throws a `Problem`.
 */
export function callerCheck({ hosts = [], isPublic = false, allowedOrigins = [], pageFolder }: Callers): CallerCheck {
  const origins = new Set(allowedOrigins.map(originOf));
  const named = [...origins].flatMap((origin) => (origin === "null" ? [] : [new URL(origin).hostname]));
  const names = new Set([...ownNames, ...hosts.map((host) => bracketed(host.toLowerCase())), ...named]);
  return ({ host, origin }) => {
    const address = host === null ? null : addressOf(host);
    const isKnown = address !== null && (names.has(address.hostname) || (isPublic && isLiteral(address.hostname)));
    if (!isKnown) throw foreign("Host", "Call the server by the address that it printed.");
    if (origin === null) return null;
    if (origins.has(origin)) return origin;
    if (origin === `http://${address.host}` || origin === `https://${address.host}`) return null;
    throw foreign(
      "Origin",
      pageFolder === undefined
        ? "Pages of other origins need `reprise serve --allow-origin ORIGIN`."
        : "Only its own page may call it.",
    );
  };
}

/** An origin as browsers send it. Throws for anything else. */
export function originOf(text: string): string {
  if (text === "null") return text;
  const { origin, protocol } = new URL(text);
  if (!/^https?:$/.test(protocol) || new URL(text).href !== `${origin}/`)
    throw new TypeError(`${text} is not an origin such as https://app.example:8443.`);
  return origin;
}

function addressOf(host: string): URL | null {
  if (!/^[\w.:[\]-]+$/.test(host)) return null;
  return URL.parse(`http://${host}`);
}

function isLiteral(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

function foreign(header: string, advice: string): Problem {
  return new Problem(403, {
    code: "forbidden",
    message: `This server does not answer to this ${header}. ${advice}`,
  });
}
