import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Input } from "./input.ts";
import { readInput } from "./read-input.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function reader() {
  const inputs: Input[] = [];
  const reading = readInput((input) => inputs.push(input));
  return {
    inputs,
    send: (...pieces: readonly (string | Uint8Array)[]) => {
      for (const piece of pieces) reading.take(typeof piece === "string" ? Buffer.from(piece) : piece);
    },
    keys: () => inputs.map((input) => (input.type === "key" ? input.key : input.type)),
  };
}

describe("keys", () => {
  test("what is typed fast comes letter by letter, each with what it writes", () => {
    const { send, inputs } = reader();
    send("aB ü");
    expect(inputs).toEqual([
      { type: "key", key: "a", text: "a" },
      { type: "key", key: "B", text: "B" },
      { type: "key", key: "space", text: " " },
      { type: "key", key: "ü", text: "ü" },
    ]);
  });

  test("an emoji is one key, also when its bytes come one by one", () => {
    const { send, inputs } = reader();
    send(...[...Buffer.from("🚀é")].map((byte) => Uint8Array.of(byte)));
    expect(inputs).toEqual([
      { type: "key", key: "🚀", text: "🚀" },
      { type: "key", key: "é", text: "é" },
    ]);
  });

  test.each([
    ["\r", "enter"],
    ["\n", "ctrl+j"],
    ["\t", "tab"],
    ["\x1b[Z", "shift+tab"],
    ["\x7f", "backspace"],
    ["\x03", "ctrl+c"],
    ["\x1b[A", "up"],
    ["\x1bOA", "up"],
    ["\x1b[5~", "pageUp"],
    ["\x1b[1~", "home"],
    ["\x1b[4~", "end"],
    ["\x1b[H", "home"],
    ["\x1ba", "alt+a"],
    ["\x1b\r", "alt+enter"],
    // Kitty's protocol
    ["\x1b[27u", "escape"],
    ["\x1b[99;5u", "ctrl+c"],
    ["\x1b[13;2u", "shift+enter"],
    ["\x1b[1089::99;5u", "ctrl+c"],
    ["\x1b[97;3u", "alt+a"],
    ["\x1b[122;5u", "ctrl+z"],
    ["\x1b[106;5u", "ctrl+j"],
    ["\x1b[13;3u", "alt+enter"],
    ["\x1b[57414u", "enter"],
    ["\x1b[9;2u", "shift+tab"],
    ["\x1b[127;3u", "alt+backspace"],
    ["\x1b[3;3~", "alt+delete"],
    ["\x1b[1;3D", "alt+left"],
    ["\x1b[1;5C", "ctrl+right"],
    ["\x1b[1;5F", "ctrl+end"],
    ["\x1b[P", "f1"],
    ["\x1b[Q", "f2"],
    // with a lock on
    ["\x1b[27;129u", "escape"],
    ["\x1b[99;133u", "ctrl+c"],
    ["\x1b[1;129A", "up"],
    ["\x1b[5;129~", "pageUp"],
    ["\x1b[1;129P", "f1"],
    ["\x1b[1;129Q", "f2"],
    // legacy names of these keys
    ["\x1b[91;5u", "escape"],
    ["\x1b[109;5u", "enter"],
    ["\x1b[105;5u", "tab"],
    ["\x1b[104;5u", "backspace"],
    ["\x1b[127;2u", "backspace"],
    ["\x1b[98;3u", "alt+left"],
    ["\x1bb", "alt+left"],
    ["\x1b[102;3u", "alt+right"],
    ["\x1bf", "alt+right"],
    ["\x1b[45:95;6u", "ctrl+-"],
    ["\x1f", "ctrl+-"],
    // xterm's protocol
    ["\x1b[27;2;13~", "shift+enter"],
    ["\x1b[27;3;13~", "alt+enter"],
    ["\x1b[27;5;99~", "ctrl+c"],
    ["\x1b[27;5;122~", "ctrl+z"],
    ["\x1b[27;5;106~", "ctrl+j"],
    ["\x1b[27;2;9~", "shift+tab"],
    ["\x1b[27;3;98~", "alt+left"],
    ["\x1b[27;3;100~", "alt+d"],
    ["\x1b[27;6;95~", "ctrl+-"],
    ["\x1b[27;5;91~", "escape"],
  ])("%j is %s", (bytes, key) => {
    const { send, keys } = reader();
    send(bytes);
    expect(keys()).toEqual([key]);
  });

  test.each([
    ["\x1b[97u", "a"],
    ["\x1b[97:65;2u", "A"],
    ["\x1b[27;2;65~", "A"],
    ["\x1b[39;2u", "'"],
    ["\x1b[57399u", "0"],
    ["\x1b[1103u", "я"],
    ["\x1b[97;1:2u", "a"],
  ])("%j writes %s", (bytes, text) => {
    const { send, inputs } = reader();
    send(bytes);
    expect(inputs).toEqual([{ type: "key", key: text, text }]);
  });

  test.each([
    "\x1b[97;1:3u",
    "\x1b[13;2:3u",
    "\x1b[27;1:3u",
    "\x1b[1;1:3A",
    "\x1b[5;1:3~",
    "\x1b[57361u", // a key that writes nothing
    "\x1b[57441;2u",
    "\x1b[?5u",
    "\x1b[?62;22c",
    "\x1b]11;rgb:0000/0000/0000\x1b\\",
    "\x1bP>|xterm\x1b\\",
    "\x1b[I",
  ])("a release or a report is nobody's key: %j", (bytes) => {
    const { send, keys } = reader();
    send(`${bytes}x`);
    expect(keys()).toEqual(["x"]);
  });
});

describe("Esc", () => {
  test("by itself is the key Esc, once it is clear that nothing follows", () => {
    const { send, keys } = reader();
    send("\x1b");
    expect(keys()).toEqual([]);
    vi.advanceTimersByTime(30);
    expect(keys()).toEqual(["escape"]);
  });

  test("twice is two, and before an arrow it is a key of its own", () => {
    const { send, keys } = reader();
    send("\x1b\x1b");
    vi.advanceTimersByTime(30);
    send("\x1b\x1b[A");
    expect(keys()).toEqual(["escape", "escape", "escape", "up"]);
  });

  test("a sequence that comes in pieces is one key, however slow the line", () => {
    const { send, keys } = reader();
    send("\x1b[");
    vi.advanceTimersByTime(100);
    send("1;");
    vi.advanceTimersByTime(100);
    send("5A");
    expect(keys()).toEqual(["ctrl+up"]);
  });

  test("half of a sequence that never goes on is not typed as text", () => {
    const { send, keys } = reader();
    send("\x1b[1;5");
    vi.advanceTimersByTime(1000);
    send("q");
    expect(keys()).toEqual(["q"]);
  });
});

describe("a paste", () => {
  test("is one input with its line ends made ours, and no key in it is a key", () => {
    const { send, inputs } = reader();
    send("a\x1b[200~one\r\ntwo\rq\x1b[A\x1b[201~b");
    expect(inputs).toEqual([
      { type: "key", key: "a", text: "a" },
      { type: "paste", text: "one\ntwo\nq\x1b[A" },
      { type: "key", key: "b", text: "b" },
    ]);
  });

  test("may come byte by byte, marks included", () => {
    const { send, inputs } = reader();
    send(...[..."\x1b[200~日本\x1b[201~"].join("\0").split("\0"));
    expect(inputs).toEqual([{ type: "paste", text: "日本" }]);
  });

  test("of four megabytes in small pieces takes no quadratic time", () => {
    const { send, inputs } = reader();
    const started = performance.now();
    send("\x1b[200~");
    for (let piece = 0; piece < 4096; piece += 1) send("x".repeat(1024));
    send("\x1b[201~");
    expect(inputs).toEqual([{ type: "paste", text: "x".repeat(4096 * 1024) }]);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test("whose end was lost is told after a while, and the keyboard works again", () => {
    const { send, keys } = reader();
    send("\x1b[200~half");
    vi.advanceTimersByTime(2000);
    send("q");
    expect(keys()).toEqual(["paste", "q"]);
  });
});

test("the wheel scrolls, the left button clicks; other buttons, releases and the sideways wheel do nothing", () => {
  const { send, inputs } = reader();
  send(
    "\x1b[<64;10;5M",
    "\x1b[<65;1",
    "0;5M",
    "\x1b[<0;7;2M",
    "\x1b[<0;7;2m",
    "\x1b[<4;7;2M",
    "\x1b[<2;7;2M",
    "\x1b[<32;7;2M",
    "\x1b[<66;1;1M",
    "\x1b[<67;1;1M",
  );
  expect(inputs).toEqual([
    { type: "wheel", lines: -3, row: 4, column: 9 },
    { type: "wheel", lines: 3, row: 4, column: 9 },
    { type: "click", row: 1, column: 6, target: null, isAgain: false },
  ]);
});
