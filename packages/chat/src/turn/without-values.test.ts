import type { ChatEvent } from "@reprise/model";
import { expect, it } from "vitest";
import { WithoutValues } from "./without-values.ts";

const secret = "hunter2-hunter2-Zq7";
const piece = (content: string): ChatEvent => ({ type: "message", role: "assistant", content, delta: true });
const result: ChatEvent = { type: "result", status: "completed", usage: null, resets_at: null };

function said(events: readonly ChatEvent[]): string {
  const without = new WithoutValues([secret, "short", `${secret}-longer`]);
  const out = [...events, result].flatMap((event) => without.take(event));
  expect(out.at(-1)).toEqual(result);
  return out.map((event) => ("content" in event ? event.content : "")).join("");
}

it("a value of the environment is in no event, in whatever pieces the agent streams it", () => {
  const text = `It is ${secret}, or hunter2-hunter3, or ${secret}-longer. hunter2-hun`;
  const clean = "It is [redacted], or hunter2-hunter3, or [redacted]. hunter2-hun";
  for (let size = 1; size <= text.length; size++) {
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      piece(text.slice(index * size, (index + 1) * size)),
    );
    expect(said(pieces).replaceAll("[redacted]-longer", "[redacted]")).toBe(clean);
  }
});

it("what waits for more of a value comes before an event of another kind, and nothing waits otherwise", () => {
  const without = new WithoutValues([secret]);
  expect(without.take(piece("an ordinary text"))).toEqual([piece("an ordinary text")]);
  expect(without.take(piece("so hunter2"))).toEqual([piece("so ")]);
  expect(without.take({ type: "reasoning", content: "hm", delta: true })).toEqual([
    piece("hunter2"),
    { type: "reasoning", content: "hm", delta: true },
  ]);
  expect(without.take({ type: "stderr", content: `key=${secret}` })).toEqual([
    { type: "stderr", content: "key=[redacted]" },
  ]);
});
