import type { Library, Runner } from "@reprise/model";
import { memoryLibrary, promptTurn, until } from "@reprise/testkit";
import { expect, it } from "vitest";
import { testWorld } from "../../../test/support/world.ts";
import { App } from "../../kernel/app.ts";
import type { Input } from "../../kernel/input.ts";
import type { Route } from "../../kernel/route.ts";
import type { Picture } from "../../kernel/screen.ts";
import type { Terminal } from "../../kernel/terminal.ts";
import { bareTheme } from "../../kernel/theme.ts";
import { begin, sessionsScreen } from "./index.ts";

const library = memoryLibrary(
  Array.from({ length: 130 }, (_, index) => ({
    thread: `t${index}`,
    workspace: "/home/me/shop",
    updatedAt: new Date(Date.UTC(2026, 10, 15, 10) - index * 60_000).toISOString(),
    turns: [promptTurn(index === 120 ? "what about the zeppelin" : `Question ${index}`)],
  })),
);

/** The screen in the real app, on a recording terminal; queries and frames in order. */
function running() {
  const happened: string[] = [];
  let picture: Picture = { lines: [] };
  let onInput: (input: Input) => void = () => {};
  const terminal: Terminal = {
    size: { columns: 80, rows: 24 },
    enter: (told) => {
      onInput = told;
    },
    leave: () => {},
    answered: () => null,
    write: () => {},
    isBehind: false,
    toggleMouse: () => true,
    show(shown) {
      picture = shown;
      happened.push(shown.lines[0]?.startsWith("Showing 1–") ? "shown" : "waiting");
    },
  };
  const spied = new Proxy(library, {
    get(target, name: keyof Library) {
      happened.push(name);
      return target[name].bind(target);
    },
  });
  const runs = {
    status: async () => [],
    dismissedCount: async () => 0,
    offer: async () => null,
  } as unknown as Runner;
  const world = testWorld({
    library: spied,
    runner: async () => {
      happened.push("runner");
      return runs;
    },
  });
  const opened: Route[] = [];
  const app = new App({
    world,
    terminal,
    theme: bareTheme,
    suspend: async () => {},
    open(route, mount, given) {
      opened.push(route);
      if (route.screen === "sessions") mount(sessionsScreen, begin(given));
    },
  });
  const ended = app.run({ screen: "sessions" });
  const press = (...keys: string[]) => {
    for (const key of keys) onInput({ type: "key", key, text: key.length === 1 ? key : null });
  };
  return { app, ended, press, happened, opened, text: () => picture.lines.join("\n") };
}

it("shows the first page before anything else is asked", async () => {
  const { happened, ended, press } = running();
  await until(() => happened.includes("watch") && happened.includes("runner"), {
    what: "the rest to be asked",
  });
  const shown = happened.indexOf("shown");
  expect(happened.slice(0, shown).filter((name) => name === "list")).toHaveLength(1);
  expect(shown).toBeGreaterThan(0);
  for (const later of ["watch", "runner"]) expect(happened.indexOf(later)).toBeGreaterThan(shown);
  press("escape", "escape", "q");
  expect(await ended).toBe(0);
});

it("finds by content what is far down the list, and opens it there", async () => {
  const { press, text, opened, app } = running();
  await until(() => text().includes("Question 0"), { what: "the list" });
  press("s", ..."zeppelin");
  await until(() => text().includes("turn 1 · prompt"), { what: "what was found" });
  press("enter");
  expect(opened.at(-1)).toMatchObject({
    screen: "viewer",
    session: { id: "codex:t120" },
    at: 1,
    search: "zeppelin",
  });
  app.close();
});
