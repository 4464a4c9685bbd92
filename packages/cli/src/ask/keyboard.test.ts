import { PassThrough } from "node:stream";
import type { ReadStream } from "node:tty";
import { expect, test } from "vitest";
import { keysIn, openKeyboard } from "./keyboard.ts";

function terminal() {
  const modes: boolean[] = [];
  const stream = Object.assign(new PassThrough(), {
    setRawMode(mode: boolean) {
      modes.push(mode);
      return stream;
    },
  });
  return { stream: stream as unknown as ReadStream & PassThrough, modes };
}

test("keys are characters; escape, enter, backspace and Ctrl-C have names; arrows are none", () => {
  expect(keysIn("yN")).toEqual(["y", "N"]);
  expect(keysIn("\u001b")).toEqual(["escape"]);
  expect(keysIn("\u0003\u0004\r\u007fü😀")).toEqual([
    "interrupt",
    "interrupt",
    "enter",
    "backspace",
    "ü",
    "😀",
  ]);
  expect(keysIn("\u001b[A\u001bOP\u001b[15~\u001bx\u0001")).toEqual([]);
});

test("what was typed before the question is no answer to it", async () => {
  const { stream, modes } = terminal();
  stream.write("yyy");
  const keyboard = await openKeyboard(stream);
  stream.write("n");
  expect(await keyboard.next()).toBe("n");
  keyboard.close();
  expect(modes).toEqual([true, false]);
});

test("waiting ends with the signal, and for good with the terminal", async () => {
  const { stream } = terminal();
  const keyboard = await openKeyboard(stream);
  const stop = new AbortController();
  const waiting = keyboard.next(stop.signal);
  stop.abort();
  expect(await waiting).toBe("closed");
  stream.end();
  expect([await keyboard.next(), await keyboard.next()]).toEqual(["closed", "closed"]);
});
