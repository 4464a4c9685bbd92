import { afterAll, beforeAll, expect, it } from "vitest";
import { seriousProblems } from "./axe.ts";
import type { WalkContext, WalkPage } from "./walk-page.ts";
import { button, escalated, haveTwoEdits, message, send, tab } from "./walks.ts";
import { startWalkBrowser, type WalkBrowser, WorkbenchStage } from "./workbench-stage.ts";

let browser: WalkBrowser;
let stage: WorkbenchStage;
let person: WalkContext;
let page: WalkPage;
beforeAll(async () => {
  browser = await startWalkBrowser();
  stage = await WorkbenchStage.open("page-access");
  await stage.serve();
  person = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = (await stage.enter(person)).page;
  await page.getByRole("status", { name: "Connection", exact: true }).filter({ hasText: "Connected" }).waitFor();
  await haveTwoEdits(stage, page);
  stage.model.push([escalated("echo hello")]);
  await send(page, "one more thing");
  await page.locator(".active-request").waitFor();
});
afterAll(async () => {
  await browser.close();
  await stage.close();
});

it.each(["light", "dark"] as const)("axe finds nothing serious in any pane, %s", async (colorScheme) => {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const name of [/Console/, /Changes/, /Approvals/]) {
    await tab(page, name).click();
    await page.waitForTimeout(400);
    expect(await seriousProblems(page)).toEqual([]);
  }
  await button(page, /^Codex/).click();
  await page.getByRole("dialog").waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
});

it("axe finds nothing serious on a phone, and nothing is wider than it", async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const name of [/Chat/, /Console/, /Changes/, /Approvals/]) {
    await tab(page, name).click();
    await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    await expect.poll(() => seriousProblems(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

it("the options have names and nothing serious", async () => {
  await page.evaluate(`location.hash = "#/options"`);
  await page.getByRole("checkbox", { name: "Persist session between restarts" }).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await stage.show(page);
});

it("everything is reached by keyboard: from the message to the request and its answer", async () => {
  await message(page).focus();
  const seen = new Set<string>();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Shift+Tab");
    seen.add(
      await page.evaluate<string>(
        `document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent.trim()`,
      ),
    );
    if (seen.has("Allow once")) break;
  }
  expect([...seen]).toContain("Allow once");
  await expect.poll(() => page.evaluate(`document.activeElement.ariaDisabled`)).toBe(null);
  stage.model.push([{ text: "Said hello." }]);
  // An answer that comes too early is not taken.
  await expect
    .poll(async () => {
      const focused = await page.evaluate<string>("document.activeElement.textContent.trim()");
      if (focused === "Allow once") await page.keyboard.press("Enter");
      return page.getByText("Said hello.").count();
    })
    .toBeGreaterThan(0);
});
