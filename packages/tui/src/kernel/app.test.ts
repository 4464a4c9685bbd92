import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Message, route, settle, setUp } from "../../test/support/app-stage.ts";
import type { Go } from "./screen.ts";

test.each([
  ["back", { back: true }],
  ["quit", { quit: 0 }],
  ["outside", { outside: async () => {} }],
] as const)("whoever goes %s at once waits for what the terminal still has to answer", async (_, go) => {
  const { app, terminal } = setUp({}, { g: go });
  const answer = Promise.withResolvers<void>();
  terminal.pending = answer.promise;
  const ended = app.run({ screen: "sessions" });
  terminal.key("g");
  await Promise.resolve();
  expect(terminal.calls).toEqual(["enter"]);
  terminal.pending = null;
  answer.resolve();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(terminal.calls.slice(0, 2)).toEqual(["enter", "leave"]);
  app.end(0);
  expect(await ended).toBe(0);
});

describe("an error", () => {
  test("in a reducer ends the app: the terminal is free before it is thrown, and drafts are kept", async () => {
    const { app, terminal, left } = setUp();
    const ended = app.run(route);
    terminal.key("x");
    expect(terminal.calls.at(-1)).toBe("leave");
    expect(left).toEqual(["begun"]);
    await expect(ended).rejects.toThrow("the reducer broke");
  });

  test("in a view does the same", async () => {
    const { app, terminal } = setUp({
      view: () => {
        throw new Error("the view broke");
      },
    });
    await expect(app.run(route)).rejects.toThrow("the view broke");
    expect(terminal.calls.at(-1)).toBe("leave");
  });

  test("of a task is told to its screen, also when it is thrown at once", async () => {
    const { app, terminal, shown } = setUp();
    void app.run(route);
    terminal.key("t");
    await expect.poll(shown).toBe("failed: the task broke");
    app.end(0);
  });

  test("in a reducer that a task's message broke is not told to the task", async () => {
    const { app, terminal } = setUp({
      update: (state, event) => {
        if (event.type === "told") throw new Error("broke on a message");
        return event.type === "key" ? { state, tasks: ["break"] } : { state };
      },
    });
    const ended = app.run(route);
    terminal.key("m");
    await expect(ended).rejects.toThrow("broke on a message");
  });

  test("while a draft is kept does not keep the terminal", async () => {
    const { app, terminal } = setUp({
      leave: () => {
        throw new Error("the disk is full");
      },
    });
    const ended = app.run(route, route);
    await settle();
    app.end(0);
    expect(terminal.calls.at(-1)).toBe("leave");
    await expect(ended).rejects.toThrow("the disk is full");
  });
});

test("a screen is drawn before its first task is begun", async () => {
  const { app, terminal } = setUp({
    perform: async () => void terminal.calls.push(`task after ${terminal.pictures.length} pictures`),
  });
  void app.run(route);
  expect(terminal.calls).toEqual(["enter", "task after 1 pictures"]);
  app.end(0);
});

describe("leaving", () => {
  test("from outside frees the terminal at once and ends with the code", async () => {
    const { app, terminal, left } = setUp();
    const ended = app.run(route);
    app.end(7);
    expect(app.wayBack).toBeNull();
    expect(terminal.calls).toEqual(["enter", "leave"]);
    expect(left).toEqual(["begun"]);
    expect(await ended).toBe(7);
  });

  test("one Esc too many does not quit: the last screen stays and says what does", async () => {
    const { app, terminal, shown, left } = setUp({}, { e: { escape: true }, q: { back: true } });
    const ended = app.run(route, route);
    terminal.key("e");
    await settle();
    expect([left, shown()]).toEqual([["e"], "begun returned"]);
    terminal.key("e");
    await settle();
    expect(shown()).toContain("q quits.");
    terminal.key("q");
    expect(await ended).toBe(0);
  });

  test("back from the last screen ends well, with the way back to what it showed", async () => {
    const { app, terminal } = setUp({ wayBack: ({ text }) => `resume ${text}` }, { q: { back: true } });
    const ended = app.run(route);
    terminal.key("q");
    expect(await ended).toBe(0);
    expect(app.wayBack).toBe("resume q");
  });
});

describe("outside", () => {
  test("the terminal is the other program's; afterwards the screen is told and drawn", async () => {
    let finish = () => {};
    const outside = () => new Promise<void>((resolve) => (finish = resolve));
    const { app, terminal, shown } = setUp({}, { o: { outside } });
    void app.run(route);
    terminal.key("o");
    await settle();
    expect([app.isOutside, terminal.calls]).toEqual([true, ["enter", "leave"]]);
    app.refresh(); // a SIGCONT meant for the other program
    expect(terminal.calls).toEqual(["enter", "leave"]);
    finish();
    await settle();
    expect([app.isOutside, terminal.calls, shown()]).toEqual([false, ["enter", "leave", "enter"], "o returned"]);
    terminal.key("ctrl+c"); // the second one, meant for the other program
    expect(shown()).toBe("o returned");
    app.end(0);
  });

  test("what it throws is told; an end meanwhile stays an end", async () => {
    let fail: (error: Error) => void = () => {};
    const outside = () => new Promise<void>((_, reject) => (fail = reject));
    const { app, terminal, shown } = setUp({}, { o: { outside } });
    const ended = app.run(route);
    terminal.key("o");
    fail(new Error("no editor"));
    await settle();
    expect(shown()).toBe("failed: no editor returned");
    terminal.key("o");
    app.end(143);
    fail(new Error("too late"));
    await settle();
    expect([await ended, terminal.calls.at(-1)]).toEqual([143, "leave"]);
  });

  test("Ctrl-Z suspends on every screen", async () => {
    const { app, terminal, suspensions } = setUp();
    void app.run(route);
    terminal.key("ctrl+z");
    await settle();
    expect([suspensions, terminal.calls]).toEqual([[1], ["enter", "leave", "enter"]]);
    app.end(0);
  });
});

describe("a screen that is not on top", () => {
  /** Navigates as each message says. */
  const stacked = (ways: Readonly<Record<string, Go>>) => {
    const told: ((message: Message) => void)[] = [];
    const set = setUp(
      {
        update: (state, event) => {
          const name = event.type === "told" ? event.text : event.type === "key" ? event.key : null;
          const go = name === null ? undefined : ways[name];
          if (event.type === "returned") return { state: { text: `${state.text} returned` } };
          return go ? { state: { text: name ?? "" }, go } : { state };
        },
        perform: async (_task, _world, tell) => void told.push(tell),
      },
      ways,
    );
    const ended = set.app.run(route, route, route);
    return { ...set, ended, tell: (index: number, text: string) => told[index]?.({ type: "told", text }) };
  };

  test("goes itself, and what was opened above it goes first", async () => {
    const { left, tell, shown, app } = stacked({ away: { back: true } });
    tell(1, "away");
    await settle();
    expect([left, shown()]).toEqual([["begun", "away"], "begun returned"]);
    app.end(0);
  });

  test("gives its place to another", async () => {
    const { left, tell, app } = stacked({ other: { instead: route } });
    tell(1, "other");
    expect(left).toEqual(["begun", "other"]);
    app.end(0);
    expect(left).toEqual(["begun", "other", "begun", "begun"]);
  });

  test.each<[string, Go]>([
    ["back", { back: true }],
    ["quit", { quit: 3 }],
  ])("does not take the terminal from another program to go %s", async (name, go) => {
    let finish = () => {};
    const outside = () => new Promise<void>((resolve) => (finish = resolve));
    const { app, terminal, tell, left, ended } = stacked({ edit: { outside }, [name]: go });
    terminal.key("edit");
    await settle();
    tell(2, name);
    await settle();
    expect([app.isOutside, left, terminal.calls]).toEqual([true, [], ["enter", "leave"]]);
    finish();
    await settle();
    expect(left[0]).toBe(`${name} returned`);
    app.end(3);
    expect(await ended).toBe(3);
  });
});

test("a draft that cannot be kept is told by the next screen, and ends nothing else", async () => {
  let isFull = true;
  let attempts = 0;
  const { app, terminal, shown } = setUp(
    {
      leave: () => {
        attempts += 1;
        if (isFull) throw new Error(`the disk is full (${attempts})`);
      },
    },
    { b: { back: true }, i: { instead: route } },
  );
  const ended = app.run(route, route);
  terminal.key("b");
  await expect.poll(shown).toBe("failed: the disk is full (1)");
  terminal.key("i");
  await expect.poll(shown).toBe("failed: the disk is full (2)");
  isFull = false;
  app.end(0);
  expect(await ended).toBe(0);
});

describe("drawing", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  test("a stream is drawn thirty times a second, a key at once", async () => {
    let tell: (message: Message) => void = () => {};
    const { app, terminal, shown } = setUp({
      perform: async (_task, _world, told) => {
        tell = told;
      },
    });
    void app.run(route);
    terminal.key("m");
    await Promise.resolve();
    const before = terminal.pictures.length;
    for (let delta = 1; delta <= 2000; delta += 1) {
      tell({ type: "told", text: `delta ${delta}` });
      await vi.advanceTimersByTimeAsync(1);
    }
    await vi.advanceTimersByTimeAsync(40);
    const drawn = terminal.pictures.length - before;
    expect(drawn).toBeGreaterThan(30);
    expect(drawn).toBeLessThan(65);
    expect(shown()).toBe("delta 2000");
    terminal.key("a");
    await Promise.resolve();
    expect(shown()).toBe("a");
    app.end(0);
  });
});
