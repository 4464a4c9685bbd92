import { describe, expect, test } from "vitest";
import { type Message, route, settle, setUp } from "../../test/support/app-stage.ts";
import { clickable } from "./click-zones.ts";
import { makeTheme } from "./theme.ts";

describe("a click", () => {
  const theme = makeTheme({ hasColor: false });
  const lines = [`  ${clickable("row:4", "title", theme)}`, clickable("key:s", " S  search", theme)];

  test("on marked text arrives with its target, on a key's label as that key; the marks are not shown", async () => {
    const events: unknown[] = [];
    const { app, terminal, shown } = setUp({
      view: () => ({ lines }),
      update: (state, event) => {
        events.push(event);
        return { state };
      },
    });
    const running = app.run(route);
    expect(shown()).toBe("  title\n S  search");
    const click = { type: "click", target: null, isAgain: false } as const;
    terminal.press({ ...click, row: 0, column: 1 });
    terminal.press({ ...click, row: 0, column: 2 });
    terminal.press({ ...click, row: 0, column: 6 });
    terminal.press({ ...click, row: 1, column: 4 });
    terminal.press({ ...click, row: 0, column: 2 });
    expect(events).toEqual([
      { ...click, row: 0, column: 1 },
      { ...click, row: 0, column: 2, target: "row:4" },
      { ...click, row: 0, column: 6, target: "row:4", isAgain: true },
      { type: "key", key: "s", text: "s" },
      { ...click, row: 0, column: 2, target: "row:4" },
    ]);
    app.end(0);
    await running;
  });
});

test("a click on a note is not one on the keys that it hides", async () => {
  const keys: string[] = [];
  const theme = makeTheme({ hasColor: false });
  const { app, terminal, shown } = setUp({
    view: () => ({ lines: [...Array(23).fill(""), clickable("key:q", " q  quit", theme)] }),
    update: (state, event) => {
      if (event.type === "key") keys.push(event.key);
      return { state };
    },
  });
  const running = app.run(route);
  const click = { type: "click", row: 23, column: 3, target: null, isAgain: false } as const;
  terminal.key("f2");
  await Promise.resolve();
  terminal.press(click);
  await Promise.resolve();
  expect(keys).toEqual([]);
  expect(shown()).toContain("quit");
  terminal.press(click);
  expect(keys).toEqual(["q"]);
  app.end(0);
  await running;
});

describe("a click where something else comes to stand", () => {
  const theme = makeTheme({ hasColor: false });
  const click = { type: "click", target: null, isAgain: false, column: 1 } as const;
  const rows = ["first", "second", "third"].map((text, row) => clickable(`row:${row}`, text, theme));

  /** A list below a notice, which `tell` makes longer. */
  const listed = () => {
    const clicks: unknown[] = [];
    let tell: (message: Message) => void = () => {};
    const parts = setUp({
      view: ({ text }) => ({ lines: [...text.split("\n"), ...rows] }),
      update: (state, event) => {
        if (event.type === "told") return { state: { text: event.text } };
        if (event.type === "click") clicks.push([event.target, event.isAgain]);
        return { state };
      },
      perform: async (_task, _world, toTell) => {
        tell = toTell;
      },
    });
    const running = parts.app.run(route);
    const end = () => {
      parts.app.end(0);
      return running;
    };
    return { ...parts, clicks, end, tell: (text: string) => tell({ type: "told", text }) };
  };

  test("hits nothing before that is shown", async () => {
    const { terminal, clicks, tell, end } = listed();
    tell("one\ntwo");
    terminal.press({ ...click, row: 2 });
    await Promise.resolve();
    terminal.press({ ...click, row: 2 });
    terminal.isBehind = true;
    terminal.press({ ...click, row: 2 });
    expect(clicks).toEqual([
      [null, false],
      ["row:0", false],
      [null, false],
    ]);
    await end();
  });

  test("is no second click: not on the row that is there now, nor on the one that moved", async () => {
    const { terminal, clicks, tell, end } = listed();
    terminal.press({ ...click, row: 2 });
    await Promise.resolve();
    tell("one\ntwo");
    await settle();
    await expect.poll(() => terminal.pictures.at(-1)?.lines[1]).toBe("two");
    terminal.press({ ...click, row: 2 });
    terminal.press({ ...click, row: 3 });
    terminal.press({ ...click, row: 3 });
    expect(clicks).toEqual([
      ["row:1", false],
      ["row:0", false],
      ["row:1", false],
      ["row:1", true],
    ]);
    await end();
  });
});

test("F2 gives the mouse to the terminal on every screen, and says so until the next key", async () => {
  const { app, terminal, shown } = setUp();
  const running = app.run(route);
  terminal.key("f2");
  await Promise.resolve();
  expect(terminal.calls).toContain("mouse");
  expect(shown()).toContain("The mouse is the terminal's");
  terminal.key("a");
  await Promise.resolve();
  expect(shown()).toBe("a");
  app.end(0);
  await running;
});
