import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seriousProblems } from "./axe.ts";
import type { WalkContext, WalkPage } from "./walk-page.ts";
import { button, patch } from "./walks.ts";
import { startWalkBrowser, type WalkBrowser, WorkbenchStage } from "./workbench-stage.ts";

/** One server, browser and project for all of these: each continues where the one before has left it. */
let browser: WalkBrowser;
let stage: WorkbenchStage;
let person: WalkContext;
let page: WalkPage;
const problems: string[] = [];
beforeAll(async () => {
  browser = await startWalkBrowser();
  stage = await WorkbenchStage.open("page-projects");
  await stage.serve();
  person = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await person.newPage();
  page.setDefaultTimeout(120_000); // only against hanging
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(stage.program.link.href);
  await show("#/projects");
});
afterAll(async () => {
  await person.close();
  await browser.close();
  await stage.close();
});

const show = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
const shownPath = async () =>
  decodeURIComponent((await page.evaluate<string>("location.hash")).replace("#/projects/", ""));
const state = () => page.locator(".project-head .badge").innerText();
const records = (path: string) =>
  readFileSync(join(path, "rounds.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; thread_id?: string; current?: number });
const threads = (path: string) =>
  records(path)
    .filter(({ type }) => type === "round_configured")
    .map(({ thread_id }) => thread_id);
let path = "";

it("a project is started, interrupted, and its round continued", async () => {
  stage.model.push([{ partial: "I start with the parser." }, { hang: true }]);
  await button(page, "Start a project").first().click();
  await page.getByRole("textbox", { name: "Goal" }).fill("Port the parser.\n\nKeep every public function.");
  await page.getByRole("textbox", { name: "Rounds, at most" }).waitFor({ state: "hidden" });
  await page.locator("dialog input[type=number]").fill("3");
  await button(page, "Start").last().click();
  await page.getByText("Round 1/3", { exact: false }).first().waitFor();
  await stage.model.streamed({ reply: 1, action: 1 });
  path = await shownPath();
  await expect.poll(state).toBe("running");
  await button(page, "Interrupt").click();
  await page.getByText("The round is paused.").waitFor();
  stage.model.push([{ text: "The first step is done." }], [{ partial: "Round two" }, { hang: true }]);
  await button(page, "Continue the round").click();
  await page.getByText("The first step is done.").waitFor();
  await page.getByText("Round 2/3", { exact: false }).first().waitFor();
  const started = () => records(path).filter(({ type }) => type === "round_started");
  await expect.poll(() => started().map(({ current }) => current)).toEqual([1, 2]);
  await expect.poll(() => new Set(threads(path)).size).toBe(2);
});

it("after a kill of the server the round is continued in its thread, and the goal is met", async () => {
  await stage.model.arrived(3);
  const before = threads(path);
  await stage.kill();
  await stage.serve();
  await expect.poll(state).toBe("interrupted");
  await page.getByText("Round 2 has no end").waitFor();
  const flag = ["@@", "-finite_incantatem: false", "+finite_incantatem: true"];
  stage.model.push([patch(`*** Update File: ${join(path, "MAIN.md")}`, ...flag)], [{ text: "All of it is done." }]);
  await button(page, "Continue & iterate 2 more rounds").click();
  await page.getByText("Continues round 2 in its thread").waitFor();
  await page.getByText("Permissions: workspace-write, approvals never (as in the last round)").waitFor();
  // It changes while it is covered, and is followed afterwards.
  await page.evaluate(`document.querySelector(".transcript").dispatchEvent(new Event("scroll"))`);
  await page.locator("dialog").getByRole("button", { name: "Continue & iterate 2 more rounds" }).click();
  await expect.poll(state).toBe("goal met");
  expect(threads(path)).toEqual(before);
  await page.getByText("All of it is done.").waitFor();
  expect(await page.locator(".damage-note").count()).toBe(0);
  const belowView = `(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.querySelector(".transcript"))`;
  await expect.poll(() => page.evaluate(belowView)).toBeLessThan(40);
  const bars = page.locator(".rounds-line > li");
  expect(await bars.count()).toBe(2);
  expect(await bars.last().innerText()).toContain("Round 2/3 · goal met");
  await page.getByRole("button", { name: "Iterate 10 more rounds" }).waitFor();
});

it("a log that names more than the last round had is refused, on the page and by its route", async () => {
  const log = join(path, "rounds.jsonl");
  const before = readFileSync(log, "utf8");
  const edited = before.replaceAll('"sandbox":"workspace-write"', '"sandbox":"danger-full-access"');
  expect(edited).not.toBe(before);
  writeFileSync(log, edited);
  await show("#/projects");
  await show(`#/projects/${encodeURIComponent(path)}`);
  await page.getByText("name what you want with --sandbox").waitFor();
  expect(await button(page, /Iterate|Continue/).count()).toBe(0);
  const asked = stage.model.requests.length;
  const answer = await page.evaluate<{ status: number; text: string }>(`(async () => {
    const path = ${JSON.stringify(path)};
    const view = await (await fetch("/projects/view?path=" + encodeURIComponent(path))).json();
    const shown = { rounds: view.rounds.length, unfinishedRound: view.unfinishedRound, updatedAt: view.updatedAt };
    const body = JSON.stringify({ path, wish: { settings: {}, rounds: 1 }, shown });
    const headers = { "content-type": "application/json" };
    const response = await fetch("/projects/resume", { method: "POST", headers, body });
    return { status: response.status, text: await response.text() };
  })()`);
  expect(answer).toEqual({
    status: 409,
    text: expect.stringMatching(/danger-full-access.*workspace-write.*--sandbox/),
  });
  expect([readFileSync(log, "utf8"), stage.model.requests.length]).toEqual([edited, asked]);
  writeFileSync(log, before);
});

it("projects are listed with their states, also a damaged one with the reason", async () => {
  const damaged = join(stage.folder, ".reprise/projects/2025/01/02/1");
  mkdirSync(damaged, { recursive: true });
  writeFileSync(join(damaged, "MAIN.md"), readFileSync(join(path, "MAIN.md")));
  writeFileSync(join(damaged, "rounds.jsonl"), `nonsense\n${readFileSync(join(path, "rounds.jsonl"), "utf8")}`);
  const files = readdirSync(damaged);
  await show("#/projects");
  const rows = page.getByRole("list", { name: "Projects" }).getByRole("link");
  await expect.poll(() => rows.count()).toBe(2);
  const row = rows.filter({ hasText: "damaged" });
  expect(await row.innerText()).toMatch(/rounds\.jsonl/);
  expect(await rows.filter({ hasText: "goal met" }).innerText()).toContain("2 rounds");
  await page.getByRole("searchbox", { name: "Filter projects" }).fill("damaged");
  await expect.poll(() => rows.count()).toBe(1);
  await row.click();
  await page.getByText("cannot be continued").waitFor();
  expect(await button(page, /Iterate|Continue/).count()).toBe(0);
  expect(readdirSync(damaged)).toEqual(files);
});

it("a project that another process works on is shown with its owner, and only watched", async () => {
  const reply = stage.model.requests.filter(({ number }) => number !== null).length + 1;
  stage.model.push([{ partial: "The manual starts with" }, { hang: true }]);
  const other = stage.spawn("project", "start", "Write the manual", "--agent", "codex", "--rounds", "1", "--json");
  await show("#/projects");
  const row = page.getByRole("link", { name: /Write the manual/ });
  await row.filter({ hasText: "Worked on by Reprise" }).waitFor();
  await row.click();
  await page.getByText(`process ${other.child.pid}) works on this project`).waitFor();
  expect(await button(page, /Iterate|Continue|Interrupt/).count()).toBe(0);
  await stage.model.streamed({ reply, action: 2 });
  stage.model.release();
  expect(await other.ended()).toMatchObject({ code: 0 });
  await button(page, "Iterate 10 more rounds").waitFor();
  await expect.poll(state).toBe("out of rounds");
});

it("every screen is usable by everyone, at any size and in both colours", async () => {
  for (const hash of ["#/projects", `#/projects/${encodeURIComponent(path)}`])
    for (const width of [360, 1440])
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await show(hash);
        await page.locator(".project-row, .rounds-line").first().waitFor();
        expect(await seriousProblems(page), `${hash} ${width} ${colorScheme}`).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      }
  expect(problems).toEqual([]);
});
