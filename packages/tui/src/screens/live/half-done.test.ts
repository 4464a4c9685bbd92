import { expect, test } from "vitest";
import { DrivenLive, restoreBeginning } from "../../../test/support/live.ts";
import { request } from "../../../test/support/plans.ts";

const command = (text: string) =>
  ({ kind: "command", command: text, output: null, exitCode: null, status: "open" }) as const;
const working = () => new DrivenLive(restoreBeginning()).resumed().press('"fix it"', "enter");
const asked = () =>
  working()
    .item("c", command("rm -rf build"), false)
    .happens({ type: "request", request: request({ item: "c" }) });

test("a command that waits for an answer is not said to run, and one that was allowed is", () => {
  const live = asked().resize(80, 40);
  expect(live.text).toContain("$ rm -rf build  waiting for you");
  expect(live.text).not.toContain("running");
  live.item("c", command("rm -rf build"), false);
  expect(live.text).toContain("$ rm -rf build  waiting for you");
  live.happens({ type: "request-resolved", id: "r1", decision: "once", by: "person" });
  expect(live.text).toContain("$ rm -rf build  running");
});

test("what was never allowed has not half-run when the turn ends", () => {
  const live = asked().turnEnds({ state: "interrupted" }).resize(80, 40);
  expect(live.text).toContain("$ rm -rf build  not run, waiting for approval");
  expect(live.text).toMatch(/Turn interrupted\.$/m);
});

test("what had begun may still run after an interruption, and is not said to have ended", () => {
  const live = working().item("c", command("make"), false).turnEnds({ state: "interrupted" });
  expect(live.text).toContain("$ make  outcome unknown: may have partly run");
  expect(live.text).toContain("Turn interrupted. Work it had started may still be running.");
});

test("words that waited for the turn come back after an interruption, also of a command", async () => {
  const live = working().item("c", command("make"), false);
  live.tell({ type: "steer-refused", text: "and test it", reason: "no" }).turnEnds({ state: "interrupted" });
  expect(live.state.composer.buffer.text).toBe("and test it");
});

test("of a long request one line stays in the conversation", () => {
  const live = working().happens({ type: "request", request: request({ subject: "cat <<EOF\na\nb\nEOF" }) });
  live.happens({ type: "request-resolved", id: "r1", decision: "decline", by: "person" });
  expect(live.text).toContain("approval: cat <<EOF … (4 lines) → you declined it");
});

test("an error says what can be done: sent again where the session does not hold it, else said on", async () => {
  const failure = { kind: "server", message: `overloaded ${"x".repeat(300)}`, resetsAt: null } as const;
  const live = (await working().performs()).turnEnds({ state: "failed", failure });
  const banner = () => live.text.split("\n").slice(-7, -4);
  expect(banner()[0]).toMatch(/^! overloaded/);
  expect(banner()[2]).toBe("  R, then Enter: your prompt is sent again.");
  await live.press('"R"', "enter").performs();
  expect(live.controls.done).toEqual(["send fix it", "send fix it"]);
  live.happens({ type: "prompt-persisted", promptId: "p" }).turnEnds({ state: "failed", failure });
  expect(banner()[2]).toBe('  Your last prompt was received. Type "continue", or something else.');
});
