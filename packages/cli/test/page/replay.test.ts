import { expect, it } from "vitest";
import { eachWorkbench } from "./each-workbench.ts";
import { stateOf, type WalkContext, type WalkPage } from "./walk-page.ts";
import { button, message, send } from "./walks.ts";
import type { WorkbenchStage } from "./workbench-stage.ts";

let stage: WorkbenchStage;
let person: WalkContext;
eachWorkbench("page-replay", (opened) => {
  ({ stage, person } = opened);
});

const live = (page: WalkPage) => expect.poll(() => stateOf(page)).toBe("live");

it("a session of Codex is replayed into Claude Code, which knows it, and continues there after a kill", async () => {
  const claude = await stage.addClaude();
  await stage.kill();
  await stage.serve();
  const { page } = await stage.enter(person);
  await live(page);
  const run = { call: { name: "exec_command", arguments: { cmd: "echo hello" } } };
  stage.model.push([run], [{ text: "The number is seven." }]);
  await send(page, "remember a number");
  await page.getByText("The number is seven.").waitFor();
  await page.locator(".working").waitFor({ state: "hidden" });
  const asked = stage.model.requests.length;

  await page.evaluate(`location.hash = "#/sessions"`);
  await page.locator("#sessions [role=option]").filter({ hasText: "remember a number" }).click();
  await page.locator(".preview a").filter({ hasText: "Restore" }).first().click();
  // The list has a filter of the same name, and is there until the screen has loaded.
  await page.locator(".restore").getByRole("combobox", { name: "Agent" }).selectOption("claude");
  await page.getByText("Replay “remember a number” in a new claude session").waitFor();
  expect(await page.locator("main").innerText()).toContain("nothing until you write a message");
  await button(page, "Replay").click();

  await message(page).waitFor();
  await live(page);
  await page.getByText("The number is seven.").waitFor();
  expect(claude.requests).toEqual([]);
  claude.push([{ text: "Seven it is." }]);
  await send(page, "which number?");
  await page.getByText("Seven it is.").waitFor();
  await page.locator(".working").waitFor({ state: "hidden" });
  const sent = JSON.stringify(claude.requests.at(-1)?.body);
  expect(sent).toMatch(/remember a number.*echo hello.*The number is seven\..*which number\?/s);

  await stage.kill();
  await expect.poll(() => stateOf(page)).toBe("stale");
  await stage.serve();
  await live(page);
  await page.getByText("Seven it is.").waitFor();
  claude.push([{ text: "Still seven." }]);
  await send(page, "sure?");
  await page.getByText("Still seven.").waitFor();
  expect(stage.model.requests).toHaveLength(asked);
});
