import type { Page } from "@reprise/testkit";
import { expect, it } from "vitest";
import { openWorkbenchPage } from "../workbench-page.ts";
import { eachWorkbench } from "./each-workbench.ts";
import { stateOf, type WalkContext, type WalkPage } from "./walk-page.ts";
import { button, chooseAsking, escalated, send } from "./walks.ts";
import type { WorkbenchStage } from "./workbench-stage.ts";

let stage: WorkbenchStage;
let person: WalkContext;
eachWorkbench("page-away", (opened) => {
  ({ stage, person } = opened);
});

const live = (page: WalkPage) => expect.poll(() => stateOf(page)).toBe("live");
const conversation = (page: WalkPage) => page.getByRole("log", { name: "Conversation" });

/** What another page does meanwhile. */
async function elsewhere(act: (page: Page) => Promise<unknown>): Promise<void> {
  const page = await openWorkbenchPage(stage.program, stage);
  await page.live();
  await act(page);
  await page.leave();
}

const said = (prompt: string, reply: string) => async (page: Page) => {
  stage.model.push([{ text: reply }]);
  await page.send(prompt);
  await page.until(reply, () => page.texts.includes(`reply ${reply}`));
  await page.idle();
};

it("a tab without a connection over several servers comes back to what is true by then", async () => {
  const { page } = await stage.enter(person);
  await live(page);
  await chooseAsking(page);
  stage.model.push([{ text: "Before." }]);
  await send(page, "first");
  await page.getByText("Before.").waitFor();
  await page.locator(".working").waitFor({ state: "hidden" });
  await page.evaluate("window.isSamePage = true");
  await person.setOffline(true);
  for (const word of ["one", "two"]) {
    await stage.kill();
    await page.getByRole("status", { name: "Offline" }).waitFor();
    await stage.serve();
    await elsewhere(said(`meanwhile ${word}`, `Reply ${word}.`));
  }
  stage.model.push([escalated("touch asked-for")], [{ text: "Allowed." }]);
  await elsewhere(async (other) => {
    await other.send("ask");
    await other.until("a request", ({ approvals }) => approvals.some(({ state }) => state === "open"));
  });
  expect(await stateOf(page)).toBe("stale");
  expect(await conversation(page).innerText()).not.toContain("meanwhile");

  await person.setOffline(false);
  await live(page);
  await page.getByText("Reply two.").waitFor();
  const text = await conversation(page).innerText();
  expect(text).toMatch(/first.*Before.*meanwhile one.*Reply one.*meanwhile two.*Reply two.*waiting for approval/s);
  expect(text.match(/meanwhile one/g)).toHaveLength(1);
  await button(page, "Allow once").click();
  await page.getByText("Allowed.").waitFor();
  expect(stage.text("asked-for")).toBe("");

  await page.locator(".working").waitFor({ state: "hidden" });
  await person.setOffline(true);
  await stage.kill();
  await page.getByRole("status", { name: "Offline" }).waitFor();
  await stage.serve();
  await elsewhere(async (other) => {
    await other.act({ type: "new" });
    await said("another start", "Another thread.")(other);
  });
  await person.setOffline(false);
  await page.getByText("Another thread.").waitFor();
  await live(page);
  expect(await conversation(page).innerText()).not.toContain("Reply one.");
  expect(await page.evaluate("window.isSamePage")).toBe(true);
});
