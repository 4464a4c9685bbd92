import { EventEmitter } from "node:events";
import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { changesOf } from "./changes-of.ts";
import type { Input } from "./input.ts";
import { realTerminal } from "./terminal.ts";

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

/** A terminal's end that takes nothing until it is told to. */
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
    const kept = ["25", "7"]; // on by default: off while we are here
    expect(on.filter((mode) => !kept.includes(mode ?? "")).sort()).toEqual(["1000", "1006", "1049", "2004"]);
    for (const mode of on) if (!kept.includes(mode ?? "")) expect(off).toContain(mode);
    for (const mode of kept)
      expect(written.lastIndexOf(`?${mode}h`)).toBeGreaterThan(written.indexOf(`?${mode}l`));
    expect([written.split("\x1b[>5u").length, written.split("\x1b[<u").length]).toEqual([2, 2]);
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

test("a slow terminal is shown the latest picture, not every one", async () => {
  const { output, terminal: made } = terminal(true);
  made.enter(() => {});
  for (let frame = 0; frame < 1000; frame += 1) made.show({ lines: [`frame ${frame}`] });
  expect(output.written).toHaveLength(1); // the codes of entering, still on their way
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
  expect(changesOf(["a", "b"], ["a", "c"], 2)).toBe("\x1b[2;1H\x1b[Kc\x1b[0m");
  expect(changesOf(["a", "b"], ["a"], 2)).toBe("\x1b[2;1H\x1b[K\x1b[0m");
});
