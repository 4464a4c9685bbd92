import { mkdirSync, readdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ReviewStage } from "./review-stage.ts";
import { button } from "./walks.ts";
import { startWalkBrowser, type WalkBrowser } from "./workbench-stage.ts";

let browser: WalkBrowser;
let stage: ReviewStage;
beforeEach(async () => {
  browser = await startWalkBrowser();
  stage = await ReviewStage.open("page-refused-review");
  await stage.bench.serve();
});
afterEach(async () => {
  await browser.close();
  await stage.close();
});

/** As Codex does when a person archives a thread. */
function archiveAll(home: string): void {
  const [sessions, archived] = [join(home, "sessions"), join(home, "archived_sessions")];
  mkdirSync(archived, { recursive: true });
  for (const name of readdirSync(sessions, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".jsonl")) renameSync(join(sessions, name), join(archived, basename(name)));
}

it("a resume of an archived thread shows why it is refused, and is replayed in a new one", async () => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(120_000); // only against hanging
  await page.goto(stage.bench.program.link.href);
  await page.evaluate(`location.hash = "#/reviews?target=acme%2Fshop%2342"`);
  const dialog = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
  const runLine = () => page.locator(".review-run-line").innerText();
  stage.bench.model.push([{ partial: "I look at the comments" }, { hang: true }]);
  await button(page, /^Work on/).click();
  await dialog("Start").click();
  await stage.bench.model.streamed({ reply: 1, action: 1 });
  await stage.bench.kill();
  archiveAll(stage.bench.agentHome);
  await stage.bench.serve();
  await expect.poll(runLine).toContain("interrupted");
  await button(page, /^Work on/).click();
  await dialog("Resume").click();
  await dialog("Start fresh").waitFor();
  await page
    .getByRole("dialog")
    .getByText(/archived/)
    .first()
    .waitFor();
  stage.bench.model.push([{ text: "Nothing to change." }]);
  await dialog("Replay in a new thread").click();
  await page.getByRole("dialog").getByText("Updated review comments", { exact: false }).waitFor();
  await dialog("Replay").click();
  await expect.poll(runLine).toContain("Run completed.");
  const sent = stage.bench.model.requests.filter(({ number }) => number !== null);
  expect(JSON.stringify(sent.at(-1)?.body)).toContain("Continue to resolve the review comments");
});
