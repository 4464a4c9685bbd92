import { everyRoute } from "@reprise/model/routes";
import { expect, it } from "vitest";
import { isLive } from "./socket-call.ts";

it("the streams of the page that go on by themselves are on its socket, and nothing else is", () => {
  const routes = Object.values(everyRoute).filter((route) => route.method === "get" && route.for !== "programs");
  expect(routes.filter(({ live }) => live).length).toBeGreaterThan(3);
  for (const { path, live = false } of routes) expect(isLive(`${path.replace(/:\w+/g, "x")}?a=b`), path).toBe(live);
});
