import type { openRoutes } from "@reprise/model/routes";
import type { Call, Shared } from "../context.ts";
import type { BrowserCookies } from "../guards/browser-cookies.ts";
import type { OneTimeKeys } from "../guards/one-time-keys.ts";
import { isNavigation } from "../guards/own-page.ts";
import { Rate } from "../guards/rate.ts";
import { tokenCheck } from "../guards/token.ts";
import type { Answers } from "../mount.ts";
import { Problem, unauthorized } from "../problem.ts";
import { checkAbsolute } from "../runs/check-paths.ts";
import { plainPage } from "./plain-page.ts";

interface Parts {
  readonly keys: OneTimeKeys;
  readonly cookies: BrowserCookies;
  readonly token: string;
}

/** How browsers get in: `POST /open` makes a link, which only programs with the token may; `GET /open` takes its key. And out. */
export function openAnswers({ limits }: Shared, { keys, cookies, token }: Parts): Answers<typeof openRoutes> {
  const isToken = tokenCheck(token);
  const rate = new Rate(limits.keysPerSecond, limits.keyBurstCount);
  return {
    // Who may open a socket: see `acceptSockets`.
    openStreams: () => new Response(null, { status: 204 }),

    signIn({ call }) {
      if (!isNavigation(call))
        throw new Problem(403, { code: "forbidden", message: "Open this address in a tab of its own." });
      const used = keys.use(call.req.query("key") ?? "");
      if (used !== null) return letIn(call, used.folder, cookies);
      // Only wrong keys: whoever guesses does not keep the person's own link from working.
      rate.take();
      return spentKey();
    },

    signOut: ({ call }) => new Response(null, { status: 204, headers: { "Set-Cookie": cookies.signOut(call) } }),

    makeLink({ call, body: { folder } }) {
      if (!isToken(call.req.header("authorization") ?? null))
        throw unauthorized("Only `reprise open` and programs with its token make links.");
      checkAbsolute("folder", folder);
      return { type: "listening", url: linkTo(new URL(call.req.url).origin, keys.issue(folder)) };
    },
  };
}

/** `url`: of the server, without a slash at the end. */
export function linkTo(url: string, key: string): string {
  return `${url}/open?key=${key}`;
}

/**
 * The page finds its folder in the hash, which browsers keep to themselves: `/#/?folder=` and the path, percent-encoded.
 */
function pageFor(folder: string): string {
  return `/#/?folder=${encodeURIComponent(folder)}`;
}

/**
 * Browsers leave our cookie out of a redirect that a page of another site led to, such as a terminal in a page. Then our
 * own page leads on.
 */
function letIn(call: Call, folder: string, cookies: BrowserCookies): Response {
  // A browser has one cookie: to sign out ends everything that it opened.
  const headers: Record<string, string> = cookies.isIn(call) ? {} : { "Set-Cookie": cookies.issue(call) };
  const next = pageFor(folder);
  const site = call.req.header("sec-fetch-site") ?? "none";
  if (site === "none" || site === "same-origin")
    return new Response(null, { status: 303, headers: { ...headers, Location: next } });
  const head = `<meta http-equiv="refresh" content="0; url=${next}">\n`;
  return plainPage(200, "Signed in", `<a href="${next}">Open the page</a>`, { head, headers });
}

function spentKey(): Response {
  return plainPage(
    403,
    "This link has been used or is too old",
    "Run <code>reprise open</code> again for a new one. If it was new and you had not used it, someone else has: stop the server with Ctrl-C.",
  );
}
