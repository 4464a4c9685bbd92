import { EventEmitter } from "node:events";
import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import type { Input } from "./input.ts";
import { paintChanges, realTerminal, type Streams } from "./terminal.ts";

class FakeInput extends EventEmitter {
  isRaw = false;
  isPaused = true;
  setRawMode(isRaw: boolean) {
    this.isRaw = isRaw;
  }
  resume() {
    this.isPaused = false;
  }
  pause() {
    this.isPaused = true;
  }
}

/** An output that accepts nothing until released. */
class SlowOutput extends Writable {
  readonly columns = 20;
  rows = 3;
  written: string[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #isSlow: boolean;
  constructor(isSlow: boolean) {
    super({ highWaterMark: 1, decodeStrings: false });
    this.#isSlow = isSlow;
  }
  override _write(text: string, _encoding: string, done: () => void) {
    this.written.push(text);
    if (this.#isSlow) this.#waiting.push(done);
    else done();
  }
  take() {
    for (const done of this.#waiting.splice(0)) done();
  }
}

function terminal(isSlow = false) {
  const [input, output] = [new FakeInput(), new SlowOutput(isSlow)];
  return {
    input,
    output,
    terminal: realTerminal({
      input: input as unknown as NodeJS.ReadStream,
      output: output as unknown as NodeJS.WriteStream,
    }),
  };
}

describe("leaving", () => {
  test("puts off everything that entering put on, and can be done twice", () => {
    const { input, output, terminal: made } = terminal();
    made.enter(() => {});
    expect([input.isRaw, input.isPaused, input.listenerCount("data")]).toEqual([true, false, 1]);
    made.leave();
    made.leave();
    expect([input.isRaw, input.isPaused, input.listenerCount("data")]).toEqual([false, true, 0]);
    const written = output.written.join("");
    const on = [...written.matchAll(/\[\?(\d+)h/g)].map(([, mode]) => mode);
    const off = [...written.matchAll(/\[\?(\d+)l/g)].map(([, mode]) => mode);
    const kept = ["25", "7"]; // on by default, off while we run
    expect(on.filter((mode) => !kept.includes(mode ?? "")).sort()).toEqual(["1000", "1006", "1049", "2004"]);
    for (const mode of on) if (!kept.includes(mode ?? "")) expect(off).toContain(mode);
    for (const mode of kept) expect(written.lastIndexOf(`?${mode}h`)).toBeGreaterThan(written.indexOf(`?${mode}l`));
  });

  test("where the mouse is not to be reported, it never is", () => {
    const [input, output] = [new FakeInput(), new SlowOutput(false)];
    const streams = { input, output, reportsMouse: false } as unknown as Streams;
    const made = realTerminal(streams);
    made.enter(() => {});
    made.leave();
    expect(output.written.join("")).not.toMatch(/\[\?(1000|1006)h/);
    expect(output.written.join("")).toContain("[?2004h");
  });

  test("the mouse goes to the terminal and comes back, also while another program has the screen", () => {
    const { output, terminal: made } = terminal();
    made.enter(() => {});
    expect(made.toggleMouse()).toBe(false);
    expect(output.written.at(-1)).toBe("\x1b[?1006l\x1b[?1000l");
    made.leave();
    const before = output.written.length;
    made.enter(() => {});
    expect(output.written.slice(before).join("")).not.toContain("[?1000h");
    expect(made.toggleMouse()).toBe(true);
    expect(output.written.at(-1)).toBe("\x1b[?1000h\x1b[?1006h");
  });

  test("shows nothing afterwards", () => {
    const { output, terminal: made } = terminal();
    made.enter(() => {});
    made.leave();
    const before = output.written.length;
    made.show({ lines: ["late"] });
    expect(output.written).toHaveLength(before);
  });

  test("an end that is gone does not keep us", () => {
    const { input, output, terminal: made } = terminal();
    made.enter(() => {});
    output.destroy();
    input.setRawMode = () => {
      throw new Error("setRawMode EIO");
    };
    expect(() => made.leave()).not.toThrow();
  });
});

describe("the keyboard", () => {
  const answers = { kitty: "\x1b[?0u\x1b[?62;c", xterm: "\x1b[?64;1;2c" } as const;
  const codes = {
    kitty: { on: "\x1b[>5u", off: "\x1b[<u" },
    xterm: { on: "\x1b[>4;1m", off: "\x1b[>4m" },
  } as const;

  test("a terminal that answers nothing is told nothing", () => {
    const { input, output, terminal: made } = terminal();
    made.enter(() => {});
    expect(output.written.join("").endsWith("\x1b]11;?\x07\x1b[?u\x1b[?1036$p\x1b[c")).toBe(true);
    input.emit("data", Buffer.from("x"));
    made.leave();
    for (const { on, off } of Object.values(codes))
      for (const code of [on, off]) expect(output.written.join("")).not.toContain(code);
  });

  test.each(["kitty", "xterm"] as const)("%s: on when it has answered, off before it is left", (protocol) => {
    const { input, output, terminal: made } = terminal();
    const inputs: Input[] = [];
    made.enter((told) => inputs.push(told));
    const { on, off } = codes[protocol];
    for (const byte of answers[protocol]) input.emit("data", Buffer.from(byte));
    const written = () => output.written.join("");
    expect([inputs, written().split(on).length]).toEqual([[], 2]);
    made.leave();
    expect(written().indexOf(off)).toBeGreaterThan(written().indexOf(on));
    expect(written().indexOf(off)).toBeLessThan(written().indexOf("?1049l"));
    made.enter(() => {});
    made.leave();
    // Already known: not queried again.
    expect(written().split("\x1b[?u")).toHaveLength(2);
    expect([written().split(on).length, written().split(off).length]).toEqual([3, 3]);
  });

  test.each([
    ["where it is another letter", "\x1b[?1036;2$y", 1],
    ["but not where a person has set it so", "\x1b[?1036;1$y", 0],
    ["nor where it cannot be set", "\x1b[?1036;0$y", 0],
  ])("Alt is told as Alt %s, and is as before afterwards", (_, report, times) => {
    const { input, output, terminal: made } = terminal();
    const inputs: Input[] = [];
    made.enter((told) => inputs.push(told));
    input.emit("data", Buffer.from(report + answers.xterm));
    const count = (code: string) => output.written.join("").split(code).length - 1;
    expect([inputs, count("\x1b[?1036h"), count("\x1b[?1036l")]).toEqual([[], times, 0]);
    made.leave();
    expect([count("\x1b[?1036h"), count("\x1b[?1036l")]).toEqual([times, times]);
  });

  test("an answer that comes after the terminal was left puts nothing on", () => {
    const { input, output, terminal: made } = terminal();
    made.enter(() => {});
    made.leave();
    input.emit("data", Buffer.from(answers.kitty));
    expect(output.written.join("")).not.toContain("\x1b[>5u");
  });

  test("the answer can be waited for, and is not waited for without end", async () => {
    const { input, terminal: made } = terminal();
    expect(made.answered()).toBeNull();
    made.enter(() => {});
    await made.answered(); // no reply
    input.emit("data", Buffer.from(answers.xterm));
    expect(made.answered()).toBeNull();
  });
});

describe("the background", () => {
  const picture = { lines: ["\x1b[33mcareful\x1b[39m"] };

  test("on a light one the picture that stands there is written again, and the next ones at once, in darker colours", () => {
    const { input, output, terminal: made } = terminal();
    made.enter(() => {});
    made.show(picture);
    expect(output.written.join("")).toContain("\x1b[33mcareful");
    output.written = [];
    input.emit("data", Buffer.from("\x1b]11;rgb:ffff/ffff/ffff\x1b\\"));
    expect(output.written.join("")).toContain("\x1b[35mcareful");
    output.written = [];
    made.show(picture);
    expect(output.written).toEqual([]);
    made.leave();
    output.written = [];
    made.enter(() => {});
    made.show(picture);
    expect(output.written.join("")).not.toContain("]11;?"); // already known
    expect(output.written.join("")).toContain("\x1b[35mcareful");
  });

  test("on a dark one nothing is written again", () => {
    const { input, output, terminal: made } = terminal();
    made.enter(() => {});
    made.show(picture);
    const before = output.written.length;
    input.emit("data", Buffer.from("\x1b]11;rgb:0000/0000/0000\x07"));
    expect(output.written).toHaveLength(before);
  });
});

test("a slow terminal is shown the latest picture, not every one", async () => {
  const { output, terminal: made } = terminal(true);
  made.enter(() => {});
  for (let frame = 0; frame < 1000; frame += 1) made.show({ lines: [`frame ${frame}`] });
  expect(output.written).toHaveLength(1); // the enter codes, still pending
  output.take();
  await new Promise((resolve) => setImmediate(resolve));
  expect(output.written).toHaveLength(2);
  expect(output.written[1]).toContain("frame 999");
});

test("after a resize everything is written again, and the screen is told", () => {
  const { output, terminal: made } = terminal();
  const inputs: Input[] = [];
  made.enter((input) => inputs.push(input));
  made.show({ lines: ["one", "two"] });
  output.emit("resize");
  output.written = [];
  made.show({ lines: ["one", "two"] });
  expect(inputs).toEqual([{ type: "resize" }]);
  expect(output.written.join("")).toContain("one");
});

test("only what has changed is written, each line cleared before: after a full one clearing would take its end", () => {
  expect(paintChanges(["a", "b"], ["a", "c"], 2)).toBe("\x1b[2;1H\x1b[Kc\x1b[0m");
  expect(paintChanges(["a", "b"], ["a"], 2)).toBe("\x1b[2;1H\x1b[K\x1b[0m");
});
