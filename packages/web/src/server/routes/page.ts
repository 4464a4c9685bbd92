import { createHash } from "node:crypto";
import type { App } from "../context.ts";

/** One HTML page that may run its own scripts, and call this server and nothing else. */
export function pageRoute(app: App, page: string): void {
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
  app.get("/", () => {
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
    return new Response(page, { headers });
  });
}
