import { everyRoute } from "@reprise/model/routes";
import { expect, it } from "vitest";
import { isAllowedPath } from "./allowed-path.ts";

/** The page itself, how browsers get in, chats of programs, and what watches the server. */
const notForThePage = /^\/(?:$|open$|assets\/|healthz$|readyz$|metrics$|openapi\.json$|sign-out$|streams$|chat\b)/;

it("the page in an editor may use every route but those of browsers and programs", () => {
  const paths = Object.values(everyRoute).map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(70);
  for (const path of paths) expect(isAllowedPath(path), path).toBe(!notForThePage.test(path));
});

it("what no route has below a known path is not forwarded", () => {
  for (const path of ["/sessions/codex%3A1/nothing", "/runs/a/b/c", "/projects/view/more", "/reviews", "/workbench"])
    expect(isAllowedPath(path), path).toBe(false);
});

it("a path is one of the server itself, as it is written", () => {
  expect(isAllowedPath("/sessions/codex%3A1/view?from=1&find=a/../b")).toBe(true);
  for (const path of [
    ...["", "sessions", "//evil.example/sessions", "/\\evil.example/sessions", "http://evil.example/sessions"],
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
