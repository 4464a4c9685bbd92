import type { SessionId } from "@reprise/model";
import { expect, it } from "vitest";
import { openWorkbenchPage } from "../workbench-page.ts";
import { eachWorkbench } from "./each-workbench.ts";
import { putLongSession } from "./long-rollout.ts";
import { stateOf, type WalkContext, type WalkPage } from "./walk-page.ts";
import { button, send } from "./walks.ts";
import type { WorkbenchStage } from "./workbench-stage.ts";

let stage: WorkbenchStage;
let person: WalkContext;
eachWorkbench("page-scroll", (opened) => {
  ({ stage, person } = opened);
});

const log = `document.querySelector("[role=log][aria-label=Conversation]")`;
/** The first reply on the screen, and how far below the top of the conversation it is. */
const firstInView = (page: WalkPage) =>
  page.evaluate<{ text: string; top: number }>(`(() => {
    const box = ${log}.getBoundingClientRect();
    const row = [...document.querySelectorAll(".measured-row")].find((one) => one.getBoundingClientRect().top >= box.top);
    return { text: row.innerText, top: Math.round(row.getBoundingClientRect().top - box.top) };
  })()`);

it("earlier entries are loaded while one scrolls up, and what one reads stays where it is", async () => {
  const session = putLongSession(stage, { turns: 4, replies: 150 });
  const opened = await openWorkbenchPage(stage.program, stage);
  await opened.live();
  await opened.act({ type: "show", session: session as SessionId });
  await opened.live();
  await opened.leave();
  const { page } = await stage.enter(person);
  await expect.poll(() => stateOf(page)).toBe("live");
  await page.getByText("Reply 4.150", { exact: true }).waitFor();

  // To the start of what is there, again and again: each time more is loaded above it.
  await expect
    .poll(
      async () => {
        await page.evaluate(`${log}.scrollTop = 0`);
        return page.locator("[role=log]").getByText("prompt 1", { exact: true }).isVisible();
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  await page.evaluate(`${log}.scrollTop = 0`);
  expect((await firstInView(page)).text).toContain("prompt 1");

  // Half-way down something is read; the answer that comes meanwhile does not move it.
  await page.evaluate(`${log}.scrollTop = ${log}.scrollHeight / 2`);
  const steady = async () => {
    const before = await firstInView(page);
    await page.evaluate("new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))");
    return JSON.stringify(before) === JSON.stringify(await firstInView(page)) ? before : null;
  };
  await expect.poll(steady).not.toBe(null);
  const read = await firstInView(page);
  stage.model.push([{ text: "At the very end." }]);
  await send(page, "one more");
  await button(page, /new ↓/).waitFor();
  await page.locator(".working").waitFor({ state: "hidden" });
  const after = await firstInView(page);
  expect(after.text).toBe(read.text);
  expect(Math.abs(after.top - read.top)).toBeLessThanOrEqual(1);
  await button(page, /new ↓/).click();
  await page.getByText("At the very end.").waitFor();
});
