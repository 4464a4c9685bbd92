import { join } from "node:path";
import { expect, it } from "vitest";
import { eachWorkbench } from "./each-workbench.ts";
import { stateOf, type WalkContext, type WalkPage } from "./walk-page.ts";
import { button, chooseAsking, escalated, message, send } from "./walks.ts";
import type { WorkbenchStage } from "./workbench-stage.ts";

let stage: WorkbenchStage;
let person: WalkContext;
eachWorkbench("page-switching", (opened) => {
  ({ stage, person } = opened);
});

/** Set to a folder, the screens of the walk are kept there. */
const pictures = process.env.REPRISE_PICTURES;

async function pictured(page: WalkPage, name: string): Promise<void> {
  if (pictures === undefined) return;
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`) });
    }
  }
}

const conversation = (page: WalkPage) => page.getByRole("log", { name: "Conversation" });

it("a new session asks about the agent that waits; kept, it comes back with its request", async () => {
  const { page, problems } = await stage.enter(person);
  await expect.poll(() => stateOf(page)).toBe("live");
  await chooseAsking(page);
  stage.model.push([escalated("touch asked-for")]);
  await send(page, "Do the first thing");
  await button(page, "Allow once").waitFor();

  await button(page, "New session").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("waits for your answer in “Do the first thing”").waitFor();
  await pictured(page, "question");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await conversation(page).innerText()).toContain("Do the first thing");
  await button(page, "New session").click();
  await dialog.getByRole("button", { name: "Keep it running" }).click();

  await button(page, /Do the first thing.*waiting for you/).waitFor();
  stage.model.push([{ text: "Meanwhile done." }]);
  await send(page, "Something else");
  await page.getByText("Meanwhile done.").waitFor();
  expect(await conversation(page).innerText()).not.toContain("Do the first thing");
  await pictured(page, "also-running");

  await button(page, /Do the first thing.*waiting for you/).click();
  await expect.poll(() => button(page, "Allow once").getAttribute("aria-disabled")).not.toBe("true");
  stage.model.push([{ text: "Allowed." }]);
  await button(page, "Allow once").click();
  await page.getByText("Allowed.").waitFor();
  expect(stage.text("asked-for")).toBe("");
  // The browser says so of the refusals that the questions come from.
  expect(problems.filter((problem) => !problem.includes("409 (Conflict)"))).toEqual([]);
});

it("a tab that is reloaded during a turn, at an address that named another run, ends nothing", async () => {
  const { page } = await stage.enter(person);
  await expect.poll(() => stateOf(page)).toBe("live");
  stage.model.push([{ text: "First done." }]);
  await send(page, "The first session");
  await page.getByText("First done.").waitFor();
  await page.locator(".working").waitFor({ state: "hidden" });
  // As after a restore.
  const followed = async () => {
    await page.evaluate(`location.hash = "#/sessions"`);
    await page.locator("#sessions [role=option]").filter({ hasText: "The first session" }).first().click();
    await page.locator(".preview a").filter({ hasText: "Restore" }).first().click();
    await page.locator(".plan-title").waitFor();
  };
  await button(page, "New session").click();
  await page.getByText("First done.").waitFor({ state: "hidden" });
  await followed();
  await button(page, "Restore").click();
  await page.getByText("First done.").waitFor();
  await expect.poll(() => page.evaluate("location.hash")).not.toContain("run=");
  await expect.poll(() => stateOf(page)).toBe("live");

  await button(page, "New session").click();
  await page.getByText("First done.").waitFor({ state: "hidden" });
  stage.model.push([{ text: "Slowly. ", chunks: 4, paceMs: 200 }, { hang: true }, { text: "At last." }]);
  await send(page, "A long turn");
  await page.getByText("Slowly.").waitFor();
  await page.reload();
  await message(page).waitFor();
  await page.getByText("Slowly.").waitFor();
  await stage.model.streamed({ reply: 2, action: 2 });
  stage.model.release();
  await page.getByText("At last.").waitFor();
  expect(await conversation(page).innerText()).toMatch(/A long turn.*At last\./s);
});
