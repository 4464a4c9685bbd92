import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareTrees, hashTree, until } from "@reprise/testkit";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Page } from "../examples/browser.ts";
import { PageStage, seriousProblems } from "./page-stage.ts";

let stage: PageStage;
let page: Page;
beforeAll(async () => {
  stage = await PageStage.open();
});
afterAll(() => stage.close());
afterEach(async () => {
  await page.close();
  expect(stage.problems.splice(0)).toEqual([]);
});

const count = async (selector: string) => (await page.locator(selector).allInnerTexts()).length;
const titles = () => page.locator("#sessions .row-title").allInnerTexts();
const text = async (selector: string) => (await page.textContent(selector)) ?? "";
const shows = (selector: string, words: string) =>
  until(async () => (await text(selector).catch(() => "")).includes(words), {
    what: `${words} in ${selector}`,
  });
const openList = async () => {
  page = await stage.at("#/sessions");
  await page.waitForSelector("#sessions [role=option]");
  await expect.poll(async () => (await titles()).length).toBeGreaterThan(5);
};
const noted = () => {
  const { REPRISE_STATE = "", HOME = "" } = stage.demo.env;
  const path = join(REPRISE_STATE || join(HOME, ".local/state/reprise"), "annotations.jsonl");
  return existsSync(path) ? readFileSync(path, "utf8") : "";
};

it("a session is named and tagged in a dialog, and that is undone", async () => {
  const home = stage.demo.env.CODEX_HOME ?? "";
  const before = await hashTree(home);
  await openList();
  await page.press("body", "n");
  await page.waitForSelector("dialog[open] input");
  expect(await seriousProblems(page)).toEqual([]);
  await page.fill("dialog .field:nth-child(1) input", "Großer Umbau <b>");
  await page.fill("dialog .field:nth-child(2) input", "bug ui/login");
  await page.press("dialog .field:nth-child(2) input", "Enter");
  await until(async () => (await count("dialog")) === 0, { what: "the dialog to close" });
  await shows("#sessions [aria-selected=true]", "Großer Umbau <b>");
  await shows("#sessions [aria-selected=true]", "#ui/login");
  expect(await seriousProblems(page)).toEqual([]);

  await page.fill(".filter-search input", "tag:BUG");
  await until(async () => (await titles()).length === 1, { what: "only the tagged session" });
  await page.fill(".filter-search input", "");
  await page.click(".toast button:has-text('Undo')");
  await until(async () => !(await titles()).join().includes("Umbau"), { what: "the name to go" });
  expect(noted()).toContain("Großer Umbau");
  expect(compareTrees(before, await hashTree(home))).toEqual([]);
});

it("a name that is not allowed is refused in words, and what was typed stays", async () => {
  await openList();
  await page.press("body", "n");
  await page.waitForSelector("dialog[open] input");
  await page.fill("dialog .field:nth-child(2) input", "fine bad,tag");
  await page.click("dialog button:has-text('Save')");
  await shows(".toasts [role=alert]", '"bad,tag" is not a tag');
  expect(await count("dialog")).toBe(1);
  stage.problems.splice(0); // the browser notes the refused request
});

it("a session is hidden with a key, found in what is not shown, and comes back", async () => {
  await openList();
  const first = (await titles())[0] ?? "";
  const all = (await titles()).length;
  await page.press("body", "x");
  await until(async () => (await titles()).length === all - 1, { what: "one row less" });
  await shows(".hidden-note", "1 hidden by you");
  await page.click(".hidden-note button:has-text('hidden by you')");
  await until(async () => (await titles()).includes(first), { what: "the hidden row" });
  await shows("#sessions", "hidden");
  await page.click(".hidden-note button:has-text('hidden by you')");
  await until(async () => !(await titles()).includes(first), { what: "the row to go" });
  await page.click(".toast button:has-text('Undo')");
  await until(async () => (await titles()).includes(first), { what: "the row to come back" });
});

it("the menu of a row archives it, and lists sort by turns", async () => {
  await openList();
  const all = (await titles()).length;
  await page.click("#sessions [aria-selected=true] .row-menu");
  await page.waitForSelector("dialog[open] input");
  await page.click("dialog button:has-text('Archive')");
  await until(async () => (await titles()).length === all - 1, { what: "one row less" });
  await shows(".hidden-note", "archived");
  await page.click(".toast button:has-text('Undo')");
  await until(async () => (await titles()).length === all, { what: "the row to come back" });

  const listed = stage.requests.length;
  await page.selectOption(".filter-bar select >> nth=2", "turns");
  await until(() => stage.requests.slice(listed).some((url) => url.includes("order=turns")), {
    what: "a query in that order",
  });
});
