import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Browser, shareBrowser } from "./examples/browser.ts";
import { OpenStage } from "./open-stage.ts";

const recording = (name: string) => fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));

let browser: Browser;
let stage: OpenStage;
beforeAll(async () => {
  browser = await shareBrowser();
  stage = await OpenStage.open();
});
afterAll(async () => {
  await browser.close();
  await stage.close();
});

it("the usage screen has days and sessions as a chart, by keys and as tables, without a complaint", async () => {
  const env = {
    CODEX_HOME: recording("codex/forked"),
    CLAUDE_CONFIG_DIR: recording("claude/tools-side-by-side"),
  };
  const open = await stage.start(["--no-browser", "--port", "0"], { env });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (line) => problems.push(line.text?.() ?? ""));
  await page.goto(open.link.href);
  await page.waitForSelector("#app *");
  await page.goto(`${open.link.origin}/#/usage`);
  await page.waitForSelector(".usage select");
  await page.evaluate(`(() => {
    const period = document.querySelector(".usage select");
    period.value = "all";
    period.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
  await page.waitForSelector(".usage-plot canvas");
  // Counted by hand in the recordings: 600 and 60 tokens of Codex, 300 and 30 of Claude Code.
  expect(await page.textContent(".usage-totals")).toMatch(/^Input900/);
  await page.press(".usage-plot", "Home");
  expect(await page.textContent(".usage figcaption")).toMatch(/^2026-11-1[56]: Claude Code 330, Codex 660$/);
  expect(await page.evaluate(`document.querySelector(".usage-plot").getAttribute("aria-valuetext")`)).toMatch(
    /Claude Code 330, Codex 660$/,
  );
  await page.press(".usage-table summary", "Enter");
  await page.waitForSelector(".usage-table[open] td");
  expect(await page.textContent(".usage-table tbody")).toMatch(/^2026-11-1[56]330660$/);
  expect((await page.locator(".usage-sessions tbody a").allInnerTexts()).length).toBe(3);
  await page.click('.usage input[value="commands"]');
  expect(await page.textContent(".usage-table tbody")).toMatch(/^2026-11-1[56]10$/);
  expect(problems).toEqual([]);
});
