import { afterEach, expect, test, vi } from "vitest";
import { hrefOf, type Route } from "./route.ts";
import { replaceRoute, route } from "./router.ts";

afterEach(() => vi.unstubAllGlobals());

test("a place that moves while reading does not bring back a screen that was just left", () => {
  const replaceState = vi.fn();
  const location = { hash: "#/status" };
  vi.stubGlobal("window", { location, history: { replaceState } });
  const list: Route = { screen: "sessions", list: "q=bug" };
  const before = route.value;
  replaceRoute(list);
  expect([replaceState.mock.calls, route.value]).toEqual([[], before]);
  location.hash = "#/sessions";
  replaceRoute(list);
  expect([replaceState.mock.calls, route.value]).toEqual([[[null, "", hrefOf(list)]], list]);
});
