import { createHash } from "node:crypto";
import type { pageRoutes } from "@reprise/model/routes";
import type { Answers } from "../mount.ts";

/** One HTML page that may run its own scripts, and call this server and nothing else. */
export function pageAnswers(page: string): Answers<typeof pageRoutes> {
  const scripts = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(
    ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.length === 0 ? "'none'" : scripts.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
  return { getPage: () => new Response(page, { headers }) };
}
