import type { Call } from "../context.ts";
import type { Given } from "../given.ts";
import { Problem, unauthorized } from "../problem.ts";
import { plainPage } from "../routes/plain-page.ts";
import type { BrowserCookies } from "./browser-cookies.ts";
import { checkOwnPage } from "./own-page.ts";
import { pageHeaders } from "./page-headers.ts";
import type { TenantCallers } from "./tenant-callers.ts";
import { tokenCheck } from "./token.ts";

/** Say whether the server is up, and nothing else. */
export const openPaths: readonly string[] = ["/healthz", "/readyz"];

export type Right = "open" | "in" | "out";

/** Who may use a server. */
export interface Access {
  /** `open`: this route needs nothing. `in`: the caller may use every route. `out`: none but those. Throws a `Problem`. */
  of(call: Call): Right | Promise<Right>;
  /** For a caller who is out. Throws a `Problem`. */
  refuse(call: Call): Response;
  /** On every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Programs, by the server's token or one of a tenant. The one page that was given is for everyone. */
export function programAccess(
  { token, page, isConfined }: Pick<Given, "token" | "page" | "isConfined">,
  tenants: TenantCallers,
): Access {
  const isToken = tokenCheck(token);
  const checkFree = confinementCheck(isConfined);
  return {
    async of(call) {
      const { path } = call.req;
      if (openPaths.includes(path) || (path === "/" && page !== undefined)) return "open";
      if (isToken(call.req.header("authorization") ?? null)) {
        checkFree(call);
        return "in";
      }
      return (await tenants.enter(call)) ? "in" : "out";
    },
    refuse() {
      throw unauthorized("Send the token of this server in a header: `Authorization: Bearer TOKEN`.");
    },
    headers: {},
  };
}

/** Programs by their token, browsers by the cookie that `GET /open` gives for a one-time key. */
export function browserAccess(given: Pick<Given, "token" | "isConfined">, cookies: BrowserCookies): Access {
  const isToken = tokenCheck(given.token);
  const checkFree = confinementCheck(given.isConfined);
  return {
    of(call) {
      const { method, path } = call.req;
      if (openPaths.includes(path) || (path === "/open" && method === "GET")) return "open";
      if (isToken(call.req.header("authorization") ?? null)) {
        checkFree(call);
        return "in";
      }
      if (!cookies.isIn(call)) return "out";
      checkOwnPage(call);
      return "in";
    },
    refuse(call) {
      if (call.req.method === "GET" && call.req.path === "/")
        return plainPage(401, "Not signed in", "Run <code>reprise open</code> to get in.");
      throw unauthorized("This browser is not signed in. Run `reprise open` to get in.");
    },
    headers: pageHeaders,
  };
}

/** Once for each connection: it stays with its program. */
function confinementCheck(isConfined: Given["isConfined"] = () => false): (call: Call) => void {
  const known = new WeakMap<object, boolean>();
  return (call) => {
    const socket = call.env?.incoming?.socket;
    const { localPort: server, remotePort: client, localAddress, remoteAddress } = socket ?? {};
    if (socket === undefined || server === undefined || client === undefined) return;
    // Another machine has its own rules.
    if (remoteAddress !== localAddress && !isLoopback(remoteAddress ?? "")) return;
    const isOut = known.get(socket) ?? isConfined({ server, client });
    known.set(socket, isOut);
    if (isOut) throw new Problem(403, { code: "forbidden", message: confined });
  };
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(address);
}

const confined =
  "Programs in a sandbox, such as commands of an agent, may not use this server: it could give them more than the sandbox does. A service that is restricted by its unit (NoNewPrivileges) needs a server with the same restriction.";
