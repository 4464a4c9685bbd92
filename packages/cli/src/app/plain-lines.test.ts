import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { OnInterrupt } from "../machine.ts";
import { openLines } from "./plain-lines.ts";

function open() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let press: OnInterrupt = () => "ends";
  const lines = openLines(input, output, {
    sleep: async () => {},
    onInterrupt: (listener) => {
      press = listener;
      return () => {};
    },
  });
  return { input, lines, written: () => output.read()?.toString() ?? "", press: () => press("SIGINT") };
}

test("lines come in their order, also those that were said before they were asked for", async () => {
  const { input, lines, written } = open();
  input.write("one\r\ntwo\n");
  expect(await lines.ask("? ")).toBe("one");
  const next = [lines.ask(""), lines.ask("")];
  input.end("three"); // without a newline, at the end
  expect(await Promise.all(next)).toEqual(["two", "three"]);
  expect(await lines.ask("")).toBeNull();
  expect(written()).toBe("? ");
});

test("a signal stops waiting, and takes no line", async () => {
  const { input, lines } = open();
  const stop = new AbortController();
  const asked = lines.ask("", stop.signal);
  stop.abort();
  expect(await asked).toBeNull();
  input.write("later\n");
  expect(await lines.ask("")).toBe("later");
});

test("Ctrl-C is told to whoever listens, and else ends the input", async () => {
  const { lines, press } = open();
  let count = 0;
  const release = lines.onInterrupt(() => {
    count += 1;
  });
  expect([press(), count]).toEqual(["goes-on", 1]);
  release();
  expect(press()).toBe("ends");
  expect(await lines.ask("")).toBeNull();
});
