import { isAbsolute } from "node:path";
import { tryParseJson } from "@reprise/model";
import { json } from "@reprise/model/json";
import { openRequestSchema } from "@reprise/model/schema";
import { type App, type Call, jsonAnswer, type Shared } from "../context.ts";
import type { BrowserCookies } from "../guards/browser-cookies.ts";
import type { OneTimeKeys } from "../guards/one-time-keys.ts";
import { isNavigation } from "../guards/own-page.ts";
import { Rate } from "../guards/rate.ts";
import { tokenCheck, unauthorized } from "../guards/token.ts";
import { badRequest, closing, Problem } from "../problem.ts";
import { readBody } from "../read-body.ts";
import { SOCKET_PATH } from "../socket/accept-sockets.ts";
import { checkContentType } from "../turns/read-request.ts";
import { plainPage } from "./plain-page.ts";

interface Parts {
  readonly keys: OneTimeKeys;
  readonly cookies: BrowserCookies;
  readonly token: string;
}

/** How browsers get in: `POST /open` makes a link, which only programs with the token may; `GET /open` takes its key. And out. */
export function openRoutes(app: App, { limits, isClosing }: Shared, { keys, cookies, token }: Parts): void {
  const isToken = tokenCheck(token);
  const rate = new Rate(limits.keysPerSecond, limits.keyBurstCount);

  // Who may open a socket: see `acceptSockets`.
  app.get(SOCKET_PATH, () => new Response(null, { status: 204 }));

  app.get("/open", (call) => {
    if (!isNavigation(call))
      throw new Problem(403, { code: "forbidden", message: "Open this address in a tab of its own." });
    rate.take();
    const used = keys.use(call.req.query("key") ?? "");
    return used === null ? spentKey() : letIn(call, used.folder, cookies);
  });

  app.post(
    "/sign-out",
    (call) => new Response(null, { status: 204, headers: { "Set-Cookie": cookies.signOut(call) } }),
  );

  app.post("/open", async (call) => {
    if (!isToken(call.req.header("authorization") ?? null))
      throw unauthorized("Only `reprise open` and programs with its token make links.");
    if (isClosing()) throw closing();
    checkContentType(call.req.header("content-type") ?? null);
    const folder = folderIn(await readBody(call.req.raw, limits.bodyBytes));
    return jsonAnswer(
      json("open", { type: "listening", url: linkTo(new URL(call.req.url).origin, keys.issue(folder)) }),
    );
  });
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
  const headers = { "Set-Cookie": cookies.issue(call) };
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
    "Run <code>reprise open</code> again for a new one. If it was new and you had not used it, somebody else has: stop the server with Ctrl-C.",
  );
}

function folderIn(body: string): string {
  const parsed = openRequestSchema.safeParse(tryParseJson(body));
  if (!parsed.success || !isAbsolute(parsed.data.folder))
    throw badRequest('Send the absolute path of a folder: {"folder":"/path"}');
  return parsed.data.folder;
}
