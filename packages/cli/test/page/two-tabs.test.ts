import { expect, it } from "vitest";
import { eachWorkbench } from "./each-workbench.ts";
import { stateOf, type WalkContext, type WalkPage } from "./walk-page.ts";
import { button, chooseAsking, escalated, message, send } from "./walks.ts";
import type { WorkbenchStage } from "./workbench-stage.ts";

let stage: WorkbenchStage;
let person: WalkContext;
eachWorkbench("page-two-tabs", (opened) => {
  ({ stage, person } = opened);
});

async function bothTabs(): Promise<readonly [WalkPage, WalkPage]> {
  const { page: one } = await stage.enter(person);
  const two = await person.newPage();
  two.setDefaultTimeout(120_000); // only against hanging
  await two.goto(new URL("/", stage.program.link).href);
  await stage.show(two, stage.folder);
  for (const page of [one, two]) await expect.poll(() => stateOf(page)).toBe("live");
  return [one, two];
}

/** In one task of the page, so that both tabs do it before either hears of the other. */
const press = (page: WalkPage, label: string) =>
  page.evaluate(
    `[...document.querySelectorAll(".active-request .button")].find((one) => one.textContent === ${JSON.stringify(label)}).click()`,
  );

it("one request is answered in both at once: one answer counts, and the other tab learns which", async () => {
  const [one, two] = await bothTabs();
  await chooseAsking(one);
  stage.model.push([escalated("echo ran >> runs.txt")], [{ text: "Over." }]);
  await send(one, "run it");
  for (const page of [one, two])
    await expect.poll(() => button(page, "Allow once").getAttribute("aria-disabled")).not.toBe("true");
  await Promise.all([press(one, "Allow once"), press(two, "Decline")]);
  for (const page of [one, two]) await page.getByText("Over.").waitFor();
  const toasts = await Promise.all([one, two].map((page) => page.locator("body").innerText()));
  const ran = toasts.some((text) => text.includes("already answered: allowed once"));
  const declined = toasts.some((text) => text.includes("already answered: declined"));
  expect([ran, declined]).toContain(true);
  expect(ran && declined).toBe(false);
  if (ran) expect(stage.text("runs.txt")).toBe("ran\n");
  else expect(() => stage.text("runs.txt")).toThrow();
});

it("one draft is sent from both at once: the agent gets it once; other words are sent as well", async () => {
  const [one, two] = await bothTabs();
  await message(one).fill("do it");
  await expect.poll(() => message(two).inputValue()).toBe("do it");
  stage.model.push([{ text: "Done." }], [{ text: "Done again." }]);
  await Promise.all([message(one).press("Enter"), message(two).press("Enter")]);
  for (const page of [one, two]) {
    await page.getByText("Done.").waitFor();
    await expect.poll(() => message(page).inputValue()).toBe("");
  }
  await send(two, "and that");
  await one.getByText("Done again.").waitFor();
  const said = await one.getByRole("log", { name: "Conversation" }).innerText();
  expect(said.match(/do it/g)).toHaveLength(1);
  expect(stage.model.requests).toHaveLength(2);
});
