import { expect, test } from "vitest";
import type { Timestamp } from "../ids.ts";
import type { Item, ItemBody, Turn } from "../transcript.ts";
import { recapOpening } from "../words/recap.ts";
import { entriesOfTurns } from "./history.ts";

const at = "2026-11-15T14:30:00.000Z" as Timestamp;
const origin = { file: "f", line: 1, byteOffset: 0 };
const turn = (state: Turn["state"], ...bodies: readonly ItemBody[]): Turn =>
  ({
    number: 3,
    state,
    startedAt: at,
    endedAt: null,
    items: bodies.map((body, index) => ({ id: `i${index}`, at, origin, ...body }) as Item),
  }) as Turn;
const lines = (given: Turn) =>
  entriesOfTurns([given]).map((entry) => {
    expect(entry).toMatchObject({ at });
    if (entry.kind === "line") return [entry.key, entry.text, entry.tone];
    return [entry.key, entry.kind === "item" && "text" in entry.item ? `${entry.item.kind}: ${entry.item.text}` : ""];
  });
const prompt: ItemBody = { kind: "prompt", text: "go" };

test("a turn that did not complete ends with the words it ended with live", () => {
  expect(lines(turn("completed", prompt))).toEqual([["i0", "prompt: go"]]);
  for (const state of ["interrupted", "stopped"] as const)
    expect(lines(turn(state, prompt))).toEqual([
      ["i0", "prompt: go"],
      ["turn-3", "Turn interrupted.", "dim"],
    ]);
  expect(lines(turn("failed", prompt)).at(-1)).toEqual(["turn-3", "Turn failed.", "bad"]);
});

test("a failure is said once, in the words of its log or as it was said live", () => {
  const notice = (text: string): ItemBody => ({ kind: "notice", text });
  expect(lines(turn("failed", notice("The turn failed: no\nroom")))).toEqual([["i0", "Turn failed: no\nroom", "bad"]]);
  expect(lines(turn("failed", notice("API Error: 500")))).toEqual([["i0", "notice: API Error: 500"]]);
});

test("a prompt is what the person wrote, without the recap that was sent before it", () => {
  const recap = `${recapOpening}; check:\n- command \`make\`: outcome unknown (e)`;
  expect(lines(turn("completed", { kind: "prompt", text: `${recap}\n\ngo on\n\nplease` }))).toEqual([
    ["i0", "prompt: go on\n\nplease"],
  ]);
});

test("a typed command is a prompt, above the one line of its compaction", () => {
  const mark = { type: "compaction", summary: "SUMMARY" } as const;
  const items: ItemBody[] = [
    { kind: "notice", text: "Context compacted (manual)", mark },
    { kind: "notice", text: "SUMMARY", mark },
    { kind: "notice", text: "/compact" },
    { kind: "attachment", what: "context", name: "local command stdout", text: "Compacted" },
  ];
  expect(lines(turn("completed", ...items)).map(([, text]) => text)).toEqual([
    "prompt: /compact",
    "notice: Context compacted.",
    "notice: Compacted",
  ]);
});
