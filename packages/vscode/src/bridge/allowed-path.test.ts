import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isAllowedPath } from "./allowed-path.ts";

const routes = new URL("../../../web/src/server/routes/", import.meta.url);
/** The page itself, how browsers get in, chats of programs, and what watches the server. */
const notForThePage = /^\/(?:$|open$|assets\/|healthz$|metrics$|openapi\.json$|sign-out$|chat\b)/;

it("of every route of the server it is known whether the page in an editor may use it", () => {
  const sources = readdirSync(routes).map((name) => readFileSync(new URL(name, routes), "utf8"));
  const paths = sources.flatMap((source) =>
    [...source.matchAll(/\bapp\.(?:get|post|put|patch|delete)\(\s*"([^"]+)"/g)].map(
      (match) => match[1] ?? "",
    ),
  );
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) expect(isAllowedPath(path), path).toBe(!notForThePage.test(path));
});

it("a path is one of the server itself, as it is written", () => {
  expect(isAllowedPath("/sessions/codex%3A1/view?from=1&find=a/../b")).toBe(true);
  for (const path of [
    ...[
      "",
      "sessions",
      "//evil.example/sessions",
      "/\\evil.example/sessions",
      "http://evil.example/sessions",
    ],
    ...[
      "/sessions/../open",
      "/sessions/%2e%2e/open",
      "/./sessions",
      "/sessions#x",
      "/sessionsx",
      "/open?key=/sessions",
    ],
    ...["/sessions\\..\\open", "/sessions/\n", "@evil.example/sessions"],
  ])
    expect(isAllowedPath(path), path).toBe(false);
});
