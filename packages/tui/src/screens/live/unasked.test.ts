import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DrivenLive, newBeginning, restoreBeginning } from "../../../test/support/live.ts";
import { request } from "../../../test/support/plans.ts";
import type { LiveTask } from "./state.ts";

const waiting = () => new DrivenLive(restoreBeginning()).resumed();
const beginnings: Readonly<Record<string, () => DrivenLive>> = {
  "a new session with a draft": () =>
    new DrivenLive({ ...newBeginning, draft: { text: "an old draft", cursor: 3 } } as typeof newBeginning),
  "a session that waits": waiting,
  "a session at work": () => waiting().press('"go on"', "enter"),
  "a session that asks": () => waiting().happens({ type: "request", request: request() }),
};

/** Enter sends the text, Tab does so after the turn, Ctrl-R resends it, and no other key sends anything. */
const mute = ["up", "down", "left", "right", "home", "end", "pageUp", "pageDown", "backspace"];
const more = ["delete", "escape", "ctrl+c", "ctrl+g", "ctrl+t", "ctrl+j", "ctrl+u", "alt+b", "f1"];
const letters = [..."abcdefghijklmopqrstvwxzAHNRT./?019 "];

const acts = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...mute, ...more, ...letters) },
  { weight: 2, arbitrary: fc.constantFrom("(waits)", "(turn ends)", "(paste)", "(wheel)", "(resize)") },
);

function acted(live: DrivenLive, act: string): void {
  if (act === "(waits)") live.waits();
  else if (act === "(turn ends)") live.turnEnds();
  else if (act === "(paste)") live.tell({ type: "paste", text: "pasted\nwords\r" });
  else if (act === "(wheel)") live.wheel(-3);
  else if (act === "(resize)") live.resize(40 + (live.size.columns % 100), 12 + (live.size.rows % 30));
  else live.press(act);
}

/** Reaches a model, or lets an agent act. */
function isSaying(task: LiveTask): boolean {
  if (task.type === "decide") return task.isYes;
  return task.type === "send" || task.type === "steer" || task.type === "run";
}

describe("nothing is said to a model by any key but Enter, Tab and Ctrl-R", () => {
  test.each(Object.entries(beginnings))("%s", (_, begun) => {
    fc.assert(
      fc.property(fc.array(acts, { maxLength: 120 }), (sequence) => {
        const live = begun();
        live.tasks.splice(0, live.tasks.length, ...live.tasks.filter(({ type }) => type === "wait"));
        for (const act of sequence) acted(live, act);
        expect(live.tasks.filter(isSaying)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
