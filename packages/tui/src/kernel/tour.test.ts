import { expect, test } from "vitest";
import { type FakeTerminal, route, settle, setUp } from "../../test/support/app-stage.ts";

const last = (terminal: FakeTerminal) => terminal.pictures.at(-1)?.lines.at(-1);

test("the demo says on every screen what to do next; the screen has one row less", async () => {
  const sizes: number[] = [];
  const { app, terminal } = setUp(
    {
      tour: ({ text }) => (text === "p" ? "plan" : text === "c" ? "continued" : text === "v" ? "elsewhere" : "list"),
      view: ({ text }, { rows }) => {
        sizes.push(rows);
        return { lines: [text] };
      },
    },
    {},
    { isDemo: true },
  );
  void app.run(route);
  expect(last(terminal)).toMatch(/^1 of 4: this session was cut off\. Press R\. +F3 hides this$/);
  expect(terminal.pictures.at(-1)?.lines).toHaveLength(24);
  terminal.key("p");
  await settle();
  expect(last(terminal)).toMatch(/^2 of 4: .*Press Enter\./);
  terminal.key("v");
  await settle();
  expect(last(terminal)).toContain("Esc goes back to the session that was cut off.");
  terminal.key("c");
  await settle();
  expect(last(terminal)).toMatch(/^4 of 4: .*Press Esc twice\./);
  for (const place of ["p", "v", "l"]) {
    terminal.key(place);
    await settle();
    // Nothing leads to the first step again, and the person knows how to go on.
    expect(last(terminal)).toMatch(
      /^Done\. Look around, or press q; reprise shows your own sessions\. +F3 hides this$/,
    );
  }
  terminal.key("p");
  await settle();
  expect(new Set(sizes)).toEqual(new Set([23]));
  terminal.key("f3");
  await settle();
  expect(terminal.pictures.at(-1)?.lines).toEqual(["p"]);
  expect(sizes.at(-1)).toBe(24);
  app.end(0);
});

test("outside of the demo, and where every row is needed, there are no steps, and F3 is the screen's", async () => {
  const plain = setUp();
  void plain.app.run(route);
  plain.terminal.key("f3");
  await settle();
  expect(plain.shown()).toBe("f3");
  plain.app.end(0);
  const small = setUp({}, {}, { isDemo: true });
  small.terminal.size.rows = 12;
  void small.app.run(route);
  expect(small.shown()).toBe("begun");
  small.app.end(0);
});
