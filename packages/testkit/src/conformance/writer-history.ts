import type { PortableCall, PortableItem } from "@reprise/core";
import { type Agent, asTimestamp } from "@reprise/model";

/** Not a real agent: its tools are foreign to all of them. */
const stranger = "stranger" as Agent;
const big = `history-15 ${'0123456789 "quoted" 漢字 🎉\n'.repeat(3000)}end`;
/** A complete image of one pixel. */
export const image = {
  mediaType: "image/png",
  base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
};

/** Every text occurs once with its own mark, so that repeated or missing texts are noticed. */
export const sampleHistory: readonly PortableItem[] = [
  assistant(0, "history-01 Ready when you are."),
  user(1, "history-02 What is in here?\n\n\t\"double\" 'single' \\n $(boom) `tick` 漢字 🎉 e\u0301 \u2028 <tag> end"),
  assistant(2, "history-03 I look."),
  call(3, "call_one", { tool: "command", command: "ls -la 'a b' # history-04" }, "total 0 history-05\n"),
  {
    ...call(4, "call_two", { tool: "command", command: "false # history-06" }, "Exit code 1\nhistory-07"),
    hasFailed: true,
  },
  call(
    5,
    "call-three",
    {
      tool: "edit",
      changes: [{ path: "made-08.txt", change: "add", diff: "history-08 <b>&amp;</b> 漢字\n" }],
    },
    "Success. history-09",
  ),
  call(
    6,
    "toolu_4",
    {
      tool: "other",
      agent: stranger,
      meaning: null,
      name: "search_things",
      input: {
        query: "history-10",
        deep: { list: [1, { a: null, b: [true, 0.5] }], schlüssel: "漢字 🎉" },
        empty: "",
      },
    },
    '{"found":"history-11"}',
  ),
  assistant(7, "history-12 漢字かな交じり文 🎉👩‍👩‍👧 überprüft\n```ts\nconst a = 1;\n```"),
  user(8, "/help history-13 @made-08.txt"),
  call(9, "call_five", { tool: "command", command: "cat big # history-14" }, big),
  {
    ...user(10, "history-16 Go on, please."),
    attached: [
      { kind: "attachment", what: "file", name: 'src/a "b".ts', text: "history-19 content\n\nof a file" },
      { kind: "attachment", what: "image", name: "history-20.png", text: null, image },
      { kind: "command", command: "git status # history-21", output: "clean history-22" },
    ],
  },
  call(11, "call_six", { tool: "command", command: "true # history-17" }, ""),
  {
    ...user(12, ""),
    attached: [{ kind: "attachment", what: "result", name: "Agent finished", text: "history-23 found it" }],
  },
  call(
    13,
    "call_seven",
    {
      tool: "other",
      agent: stranger,
      name: "read_it",
      input: {},
      meaning: { does: "read", path: "history-24.txt", from: null, count: null },
    },
    "history-25 text",
  ),
  assistant(14, "history-18 All of it is done."),
];

export const markCount = 25;

function user(second: number, text: string): PortableItem & { kind: "user" } {
  return { kind: "user", text, at: at(second) };
}

function assistant(second: number, text: string): PortableItem {
  return { kind: "assistant", text, at: at(second) };
}

function call(second: number, id: string, made: PortableCall, output: string): PortableItem & { kind: "call" } {
  return { kind: "call", id, call: made, output, hasFailed: false, at: at(second) };
}

/** Some have no time of their own. */
function at(second: number) {
  if (second % 4 === 3) return null;
  return asTimestamp(`2026-11-15T10:00:${String(second).padStart(2, "0")}.000Z`);
}
