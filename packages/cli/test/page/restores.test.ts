import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DemoStage, reprise } from "../demo-stage.ts";
import { OpenProgram } from "../open-stage.ts";
import { stateOf, type WalkContext, type WalkPage } from "./walk-page.ts";
import { button, message, send } from "./walks.ts";
import { startWalkBrowser, type WalkBrowser } from "./workbench-stage.ts";

let browser: WalkBrowser;
let stage: DemoStage;
let open: OpenProgram;
let person: WalkContext;
let page: WalkPage;
const problems: string[] = [];
beforeAll(async () => {
  browser = await startWalkBrowser();
  stage = await DemoStage.open("page-restores");
  const args = ["demo", "--page", "--json", "--no-browser", "--port", "0"];
  open = new OpenProgram(spawn(reprise, args, { env: stage.env, cwd: stage.scratch.workspace }));
  await open.started();
  person = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await person.newPage();
  page.setDefaultTimeout(30_000); // only against hanging
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (line) => problems.push(line.text()));
  await page.goto(open.link.href);
});
afterAll(async () => {
  await browser.close();
  if (!open.hasEnded) await open.kill("SIGKILL");
  await stage.close();
});

const show = (place: string) => page.evaluate(`location.hash = ${JSON.stringify(place)}`);
const live = () => expect.poll(() => stateOf(page)).toBe("live");

const planRestore = async (words: string) => {
  await show("#/sessions");
  await page.locator(".filter-search input").fill(words);
  const row = page.locator("#sessions [role=option]").filter({ hasText: words }).first();
  await row.click();
  await page.locator(".preview a").filter({ hasText: "Restore" }).first().click();
  await page.locator(".plan-title").waitFor();
};
it("says that it is a demo, on every screen", async () => {
  for (const place of ["#/sessions", "#/status", "#/workbench"]) {
    await show(place);
    await page.getByText("Demo: nothing here is real").waitFor();
  }
});

it("says what was cut off, and leads to it step by step until the steps are hidden", async () => {
  await show("#/sessions");
  await page.locator(".cut-off").filter({ hasText: "Cut off: “Measure how long the checks take" }).waitFor();
  await page.locator(".tour").filter({ hasText: "1 of 4: the first session was cut off." }).waitFor();
  await button(page, "Restore it").click();
  await page.locator(".plan-title").waitFor();
  await page.locator(".tour").filter({ hasText: "2 of 4: this is the plan" }).waitFor();
  await show("#/sessions");
  await button(page, "Hide these steps").click();
  expect(await page.locator(".tour").count()).toBe(0);
});

it("a dismissed interruption is not counted, and can be brought back", async () => {
  await show("#/status");
  await page.getByText(/^1 interrupted$/).waitFor();
  await button(page, "Dismiss").click();
  await page.getByText(/^0 interrupted$/).waitFor();
  expect(await button(page, /^Resume all/).getAttribute("aria-disabled")).toBe("true");
  await button(page, "Undo").first().click();
  await page.getByText(/^1 interrupted$/).waitFor();
});

it("of all interrupted sessions, one whose recap was not seen waits for its own answer", async () => {
  await button(page, "Resume all: 1 session").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Waiting for your answer: restore them one by one").waitFor();
  expect(await dialog.innerText()).toContain(
    "Measure how long the checks take, ten times.: needs your answer: the recap of unfinished work",
  );
  const resume = dialog.getByRole("button", { name: "Resume 0 sessions" });
  expect(await resume.getAttribute("aria-disabled")).toBe("true");
  await dialog.getByRole("button", { name: "Back", exact: true }).click();
});

it("a restore ends in the workbench, with the end of the conversation, and continues there", async () => {
  await planRestore("Rename the price");
  await button(page, "Restore").click();
  await page.getByRole("log", { name: "Conversation" }).waitFor();
  await live();
  await send(page, "and the changelog");
  await page.getByText("CHANGELOG.md has one line").waitFor();
});

it("a fork ends in the workbench as a session of its own; the one it came from stays as it is", async () => {
  await planRestore("Orders over 50 euros");
  await page.getByRole("radio", { name: /^Fork/ }).click();
  await button(page, "Fork").click();
  await message(page).waitFor();
  await page
    .getByRole("log", { name: "Conversation" })
    .getByText(/50 euros/)
    .first()
    .waitFor();
  await live();
  await send(page, "and the changelog of the fork");
  await page.getByText("and the changelog of the fork").first().waitFor();
  await show("#/sessions");
  await page.locator(".filter-search input").fill("changelog of the fork");
  await expect.poll(() => page.locator("#sessions [role=option]").count()).toBe(1);
});

it("GPT Restore writes its brief into the message box of a new session, and sends nothing", async () => {
  await planRestore("Orders over 50 euros");
  await page.getByRole("radio", { name: /^GPT Restore/ }).click();
  await button(page, "Start a session with this brief").click();
  await expect.poll(() => message(page).inputValue()).toContain("Orders over 50 euros");
  await page.getByText("No conversation yet").waitFor();
  await message(page).fill("");
  await show("#/sessions");
  await page.locator("#sessions").waitFor();
  await show("#/workbench");
  await page.getByText("No conversation yet").waitFor();
  expect(await message(page).inputValue()).toBe("");
});

it("Back keeps search, filter and place of the list, and so does a reload", async () => {
  await show("#/sessions");
  await page.locator(".filter-search input").fill("");
  // The end is that of the sessions of Codex, also for a person who is faster than the answer.
  await page.evaluate(`{
    const ask = window.fetch;
    window.fetch = async (...asked) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      window.fetch = ask;
      return ask(...asked);
    };
  }`);
  await page.getByRole("combobox", { name: "Agent" }).selectOption("codex");
  await page.locator("#sessions").focus();
  await page.keyboard.press("End");
  const chosen = () => page.locator("#sessions [aria-selected=true] .row-title").innerText();
  const last = "The forecast shows yesterday's date after midnight.";
  await expect.poll(chosen).toBe(last);
  await expect.poll(() => page.evaluate("location.hash")).toBe("#/sessions?agent=codex");
  await page.keyboard.press("Enter");
  await page.locator(".transcript").waitFor();
  await page.evaluate("history.back()");
  await page.locator("#sessions").waitFor();
  expect(await chosen()).toBe(last);
  await page.locator(".filter-search input").fill("price");
  await expect.poll(() => page.evaluate("location.hash")).toBe("#/sessions?q=price&agent=codex");
  await page.reload();
  await expect.poll(() => page.locator(".filter-search input").inputValue()).toBe("price");
  await page.getByRole("combobox", { name: "Agent" }).selectOption("any");
});

it("projects and names are those of the demo, and nothing of the person's is read or written", async () => {
  await show("#/projects");
  await page.getByText("Delivery fees").first().click();
  await page.getByText("Exactly 50.00 is free now").first().waitFor();
  expect(await page.locator("#main").innerText()).not.toContain("is not found");
  await show("#/sessions");
  await page.locator(".filter-search input").fill("forecast");
  await page.locator("#sessions [role=option]").filter({ hasText: "The forecast" }).first().click();
  await page.getByRole("button", { name: "Name, tags, hide, archive" }).click();
  await page.locator("dialog .field input").first().fill("Midnight");
  await page.locator("dialog .field input").first().press("Enter");
  await page.locator("#sessions [aria-selected=true]").filter({ hasText: "Midnight" }).waitFor();
  const touched = readdirSync(stage.scratch.home, { recursive: true, encoding: "utf8" });
  expect(touched.filter((name) => /reprise.*\.(jsonl|db|sqlite)/.test(name))).toEqual([]);
});

it("an agent that the demo does not play cannot be chosen for a replay: the plan says so", async () => {
  await planRestore("Orders over 50 euros");
  await page.locator(".restore").getByRole("combobox", { name: "Agent" }).selectOption("claude");
  await page.getByText("The demo does not play claude.").first().waitFor();
});

it("leaves nothing behind when it is stopped", async () => {
  expect(problems).toEqual([]);
  expect(await open.kill("SIGTERM")).toEqual({ code: 0, signal: null });
  await stage.expectNothingLeft();
});
