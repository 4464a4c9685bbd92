import type { Offer, RunId, Timestamp } from "@reprise/model";
import { expect, test } from "vitest";
import { DrivenLive, newBeginning } from "../../../test/support/live.ts";
import { summary } from "../../../test/support/plans.ts";

const session = summary("t-cut");
const offer: Offer = {
  mode: "resume",
  prompt: null,
  run: "run-cut" as RunId,
  agent: "codex",
  session: session.id,
  state: "interrupted",
  startedAt: "2026-02-15T10:32:41.000Z" as Timestamp,
};
const question = '"Fix the flaky test" (2026-02-15 10:32 UTC) was interrupted. Resume? [y/n]';

/** A start that found an interrupted session. */
function asked(): DrivenLive {
  const live = new DrivenLive(newBeginning).press('"fix it"', "enter");
  live.tasks.splice(0);
  live.tell({ type: "offered", offered: { offer, session } }).waits();
  live.tasks.splice(0);
  return live;
}

test("the question stands in the status line, nothing was said, and the words are in the composer", () => {
  const live = asked();
  expect(live.text.split("\n")).toContain(question);
  expect(live.text).toContain("› fix it");
  expect(live.text).not.toContain("Checking");
  expect(live.state.view.entries.list).toEqual([]);
  live.press("x").press("enter");
  expect(live.text).toContain(question);
  expect(live.tasks.filter(({ type }) => type === "run")).toEqual([]);
});

test("a key in its first moment answers nothing, and starts the moment again", () => {
  const live = new DrivenLive(newBeginning).press('"fix it"', "enter");
  live.tasks.splice(0);
  live.tell({ type: "offered", offered: { offer, session } });
  const [first] = live.tasks;
  live.press("n", "y", "escape");
  if (first?.type === "wait") live.tell(first.message);
  live.press("n");
  expect(live.text).toContain(question);
  expect(live.tasks.every(({ type }) => type === "wait")).toBe(true);
  expect(live.bright).not.toContain("[y/n]");
  expect(live.waits().bright).toContain(question);
  expect(live.press("n").text).not.toContain(question);
});

test("n is remembered and starts with the words, without asking again", () => {
  const live = asked().press("n");
  expect(live.tasks.slice(0, 2)).toEqual([
    { type: "decline", run: "run-cut" },
    { type: "run", prompt: "fix it", from: null, isFresh: true },
  ]);
  expect(live.text).not.toContain(question);
});

test("y leads to the plan of the interrupted session, and the words wait for it there, after those that do already", async () => {
  const live = asked();
  live.world.drafts.save(session.id, { text: "and then", cursor: 0, savedAt: offer.startedAt });
  live.press("y");
  expect(live.went).toEqual([{ instead: expect.objectContaining({ screen: "restore", session }) }]);
  await live.performs();
  expect(live.world.saved.get(session.id)?.text).toBe("and then\n\nfix it");
  expect(live.state.composer.buffer.text).toBe("");
});

test("Esc does neither: the words stay, and Enter asks again", () => {
  const live = asked().press("escape");
  expect(live.text).toContain("› fix it");
  expect(live.text).not.toContain(question);
  expect(live.tasks.filter(({ type }) => type === "run" || type === "decline")).toEqual([]);
  live.press("enter");
  expect(live.tasks).toContainEqual({ type: "run", prompt: "fix it", from: null });
});
