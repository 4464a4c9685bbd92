import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seriousProblems } from "./axe.ts";
import { stateOf, type WalkContext, type WalkPage } from "./walk-page.ts";
import { button, haveTwoEdits, message, send, tab } from "./walks.ts";
import { startWalkBrowser, type WalkBrowser, WorkbenchStage } from "./workbench-stage.ts";

const passphrase = "correct horse battery staple";

let browser: WalkBrowser;
let stage: WorkbenchStage;
let person: WalkContext;
let page: WalkPage;
beforeAll(async () => {
  browser = await startWalkBrowser();
  stage = await WorkbenchStage.open("page-encrypted");
  await stage.serve();
  person = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = (await stage.enter(person)).page;
});
afterAll(async () => {
  await browser.close();
  await stage.close();
});

const live = () => expect.poll(() => stateOf(page)).toBe("live");
const showOptions = async () => {
  await page.evaluate(`location.hash = "#/options"`);
  await page.getByRole("heading", { name: "Saved sessions" }).waitFor();
};
const unlock = async (typed: string) => {
  await page.getByRole("textbox", { name: "Passphrase" }).fill(typed);
  await button(page, "Unlock").click();
};

/** Every saved file, by its path below the state folder. */
function savedFiles(folder = join(stage.state, "workspaces")): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile() && !path.includes("lock"))
      .map((path) => [path, readFileSync(path, "latin1")]),
  );
}

it("is encrypted once the options say so and a passphrase is set", async () => {
  await live();
  await showOptions();
  await page.getByRole("checkbox", { name: "Encrypt saved session" }).click();
  await page.getByRole("radio", { name: "Passphrase" }).click();
  await button(page, "Save options").click();
  await page.getByRole("textbox", { name: "New passphrase" }).fill(passphrase);
  await page.getByRole("textbox", { name: "The same again" }).fill(`${passphrase}!`);
  await button(page, "Set passphrase").click();
  await page.getByText("The two are not the same.").waitFor();
  expect(Object.keys(savedFiles()).filter((path) => path.endsWith("keys.json"))).toEqual([]);
  await page.getByRole("textbox", { name: "The same again" }).fill(passphrase);
  await button(page, "Set passphrase").click();
  await page.getByText("Unlocked: sessions are saved, encrypted.").waitFor();
  await stage.show(page);
  await live();
  await haveTwoEdits(stage, page);
  await message(page).fill("a secret half of a thought");
  await expect.poll(() => Object.keys(savedFiles()).length).toBeGreaterThan(0);
  await page.waitForTimeout(1000);
  const all = Object.values(savedFiles()).join();
  for (const words of ["a secret half", "Both files are", "change both files"]) expect(all).not.toContain(words);
});

it("after a kill it is locked: a wrong passphrase says so and changes no file", async () => {
  await stage.kill();
  await page.close();
  await stage.serve();
  page = (await stage.enter(person)).page;
  await page.getByText(/^Locked: /).waitFor();
  await page.getByRole("heading", { name: "Locked" }).waitFor();
  expect(await stateOf(page)).toBe("degraded");
  expect(await message(page).inputValue()).toBe("");
  expect(await message(page).getAttribute("readonly")).not.toBeNull();
  expect(await seriousProblems(page)).toEqual([]);
  const before = savedFiles();
  await unlock("wrong");
  await page.getByText("This is not the passphrase of your saved sessions").waitFor();
  expect(savedFiles()).toEqual(before);
});

it("the right passphrase brings everything back, and the conversation continues", async () => {
  await unlock(passphrase);
  await page.getByText("Both files are changed.").waitFor();
  await expect.poll(() => message(page).inputValue()).toBe("a secret half of a thought");
  await page.getByText(/^Locked: /).waitFor({ state: "hidden" });
  await tab(page, /Changes/).click();
  await page.getByRole("treeitem", { name: /a.txt/ }).waitFor();
  await live();
  stage.model.push([{ text: "Still here." }]);
  await send(page, "are you there?");
  await page.getByText("Still here.").waitFor();
  const all = Object.values(savedFiles()).join();
  for (const words of ["Still here", "are you there", "change both files"]) expect(all).not.toContain(words);
});

it("is cleared only after a question, for which Keep it has the focus", async () => {
  await showOptions();
  await button(page, "Clear saved session").click();
  const dialog = page.getByRole("dialog", { name: "Clear saved session?" });
  await dialog.waitFor();
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Keep it");
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await button(page, "Clear saved session").click();
  await dialog.getByRole("button", { name: "Clear saved session" }).click();
  await page.getByText(/^Cleared the saved session of /).waitFor();
  await stage.show(page);
  await page.getByText("No conversation yet").waitFor();
  // What was cleared is offered again from the agent's own session.
  const kept = page.getByRole("region", { name: "Sessions of this folder" });
  await kept.getByText("change both files").waitFor();
  await kept.getByRole("link", { name: "Restore", exact: true }).click();
  await page.getByText("Resume “change both files”").waitFor();
  await stage.show(page);
  await stage.kill();
  await page.close();
  await stage.serve();
  page = (await stage.enter(person)).page;
  await unlock(passphrase);
  await page.getByText("No conversation yet").waitFor();
  // The files and the agent's own session stay.
  expect(stage.text("a.txt")).toBe("A1\na2\n");
  await page.evaluate(`location.hash = "#/sessions"`);
  await page.getByText("change both files").first().waitFor();
});
