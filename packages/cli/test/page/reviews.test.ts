import { sampleOf } from "@reprise/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seriousProblems } from "./axe.ts";
import { ReviewStage } from "./review-stage.ts";
import type { WalkContext, WalkPage } from "./walk-page.ts";
import { button, patch } from "./walks.ts";
import { startWalkBrowser, type WalkBrowser } from "./workbench-stage.ts";

/** One server, browser and pull request for all of these: each continues where the one before has left it. */
let browser: WalkBrowser;
let stage: ReviewStage;
let person: WalkContext;
let page: WalkPage;
const problems: string[] = [];
const newPage = async () => {
  const opened = await person.newPage();
  opened.setDefaultTimeout(120_000); // only against hanging
  opened.on("pageerror", (error) => problems.push(String(error)));
  return opened;
};
beforeAll(async () => {
  browser = await startWalkBrowser();
  stage = await ReviewStage.open("page-reviews");
  await stage.bench.serve();
  person = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await newPage();
  await page.goto(stage.bench.program.link.href);
});
afterAll(async () => {
  await person.close();
  await browser.close();
  await stage.close();
});

const show = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
const shownAs = () => page.locator(".review-filter-label").innerText();
const dialog = (name: string) => page.getByRole("dialog").getByRole("button", { name });
const runLine = () => page.locator(".review-run-line").innerText();
const prompts = () =>
  stage.bench.model.requests.filter(({ number }) => number !== null).map(({ body }) => JSON.stringify(body));
const address = "#/reviews?target=acme%2Fshop%2342";
const fixCart = patch(
  ...[
    "*** Update File: src/cart.ts",
    "@@",
    "-  return items.length;",
    "+  return items.reduce((a, b) => a + b.price, 0);",
  ],
);

it("comments are listed, filtered and shown, and nothing in them is read as HTML", async () => {
  const target = page.getByRole("textbox", { name: "Pull request" });
  // The page may still be loading.
  const asked = async () => {
    await page.keyboard.press("5");
    return target.isVisible();
  };
  await expect.poll(asked).toBe(true);
  await target.fill("acme/shop#42");
  await target.press("Enter");
  await expect.poll(shownAs).toBe("Filter: Unresolved (2/3)");
  await page.keyboard.press("f");
  await expect.poll(shownAs).toBe("Filter: All (3/3)");
  await page.keyboard.press(" ");
  await page.getByRole("status").filter({ hasText: "of 3 comments chosen" }).waitFor();
  expect(await button(page, /^Work on/).innerText()).not.toContain("3");
  await page.locator(".comment-box[data-marked]").first().click();
  await expect.poll(() => button(page, /^Work on/).innerText()).toBe("Work on 3 comments");
  const link = page.getByRole("link", { name: /acme\/shop#42/ });
  expect(await link.getAttribute("href")).toBe(`${stage.github.origin}/acme/shop/pull/42`);
  expect(await page.locator(".review-head .badge").innerText()).toBe("open");
  await page.locator(".comment-detail").getByText("Name the type of").waitFor();
  await page.keyboard.press("j");
  await page.locator(".comment-detail strong").filter({ hasText: "prices" }).waitFor();
  expect(await page.locator(".comment-detail img").count()).toBe(0);
  expect(await page.locator(".comment-detail").innerText()).toContain("<img src=x");
  expect(await page.locator(".comment-detail .diff-line.added").innerText()).toContain("items.length");
  await page.keyboard.press("f");
  await expect.poll(shownAs).toBe("Filter: Unresolved (2/3)");
  await page.getByRole("combobox", { name: "Reviewer" }).selectOption("hubot");
  await expect.poll(shownAs).toBe("Filter: Unresolved · hubot (1/3)");
  await page.reload();
  await expect.poll(shownAs).toBe("Filter: Unresolved · hubot (1/3)");
  await button(page, "Show all").click();
  await expect.poll(shownAs).toBe("Filter: All (3/3)");
  await page.keyboard.press("Tab");
  await page.evaluate("document.querySelector('#comments').focus()");
  await page.keyboard.press("c");
  await page.locator(".full-diff summary").filter({ hasText: "src/cart.ts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".comment-detail").waitFor();
});

it("an empty filter is an error, not a run, and a range that means nothing changes nothing", async () => {
  await show(`${address}&file=nothing`);
  await page.reload();
  await expect.poll(shownAs).toBe("Filter: Unresolved · nothing (0/3)");
  await page.keyboard.press("x");
  await page.getByText("No comments are shown. Change the filter, then work on them.").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await button(page, "Show all").click();
  await page.getByRole("textbox", { name: "Commits" }).fill("nonsense");
  await page.getByRole("textbox", { name: "Commits" }).press("Enter");
  await page.locator(".review-filter [role=alert]").waitFor();
  expect(await shownAs()).toBe("Filter: All (3/3)");
  await page.getByRole("textbox", { name: "Commits" }).fill("");
  await page.getByRole("textbox", { name: "Commits" }).press("Enter");
});

it("a run asks before it edits, also after a reload and in a second tab, and its end is a report", async () => {
  stage.bench.model.push([fixCart], [{ text: "101: summed the prices. 102, 103: unchanged." }]);
  await page.evaluate("document.querySelector('#comments').focus()");
  await page.keyboard.press("x");
  await page.getByText("Nothing is posted.").waitFor();
  await page.getByRole("combobox", { name: "Sandbox" }).selectOption("read-only");
  await dialog("Start").click();
  await button(page, "Allow once").waitFor();
  await page.reload();
  await button(page, "Allow once").waitFor();
  expect(await page.getByRole("region", { name: "What is asked" }).innerText()).toContain("items.reduce");
  const other = await newPage();
  await other.goto(`${stage.bench.program.link.origin}/${address}`);
  await button(other, "Allow once").waitFor();
  await page.keyboard.press("x");
  await page.getByText("A run is already in progress.").first().waitFor();
  expect(stage.bench.text("src/cart.ts")).toContain("items.length");
  await button(page, "Allow once").click();
  await expect.poll(runLine).toContain("Run completed.");
  expect(stage.bench.text("src/cart.ts")).toContain("items.reduce");
  await other.locator(".review-run-line").filter({ hasText: "completed" }).waitFor();
  await other.close();
  const card = page.getByRole("article", { name: "mona at src/cart.ts:2" });
  await card.getByText("changed near the line").waitFor();
  expect(await card.innerText()).toContain("+1 −1, line 2");
  expect(await page.getByRole("article", { name: "mona at src/price.ts:1" }).innerText()).toContain(
    "no change in its file",
  );
  await expect.poll(runLine).toContain("Journal:");
});

it("a reply is posted by its own button after its own question, once, and is marked", async () => {
  const card = page.getByRole("article", { name: "mona at src/cart.ts:2" });
  await card.getByRole("textbox").fill("Summed the prices in <b>line 2</b>.");
  expect(stage.posted).toEqual([]);
  await card.getByRole("button", { name: "Post reply…" }).click();
  await page.getByRole("dialog").getByText("under your name").waitFor();
  await dialog("Cancel").click();
  expect(stage.posted).toEqual([]);
  await card.getByRole("button", { name: "Post reply…" }).click();
  await dialog("Post").click();
  await card.getByText("posted", { exact: true }).waitFor();
  expect(stage.posted).toEqual(["Summed the prices in <b>line 2</b>."]);
  await page.reload();
  await page.getByText("Report", { exact: true }).click();
  await card.getByText("posted", { exact: true }).waitFor();
  expect(await card.getByRole("button", { name: "Post reply…" }).count()).toBe(0);
});

it("a run whose server was killed is offered, and resumed in its thread with the current comments", async () => {
  const before = stage.bench.model.requests.filter(({ number }) => number !== null).length;
  stage.bench.model.push([{ partial: "I look at the comments" }, { hang: true }]);
  await button(page, /^Work on/).click();
  await dialog("Start").click();
  await page.getByText("Codex:").waitFor();
  await stage.bench.model.streamed({ reply: before + 1, action: 1 });
  await stage.bench.kill();
  await stage.bench.serve();
  await expect.poll(runLine).toContain("interrupted");
  stage.pull.comments.push({
    id: 201,
    author: "mona",
    path: "src/cart.ts",
    line: 3,
    body: "One more thing.",
  });
  await button(page, /Fetch the comments again/).click();
  await expect.poll(shownAs).toContain("/5)");
  const question = page.getByText(/^Interrupted session from \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Resume\?$/);
  await button(page, /^Work on/).click();
  await question.waitFor();
  await dialog("Not now").click();
  expect(prompts()).toHaveLength(before + 1);
  await button(page, /^Work on/).click();
  await question.waitFor();
  stage.bench.model.push([{ text: "201: nothing to change." }]);
  await dialog("Resume").click();
  await expect.poll(runLine).toContain("Run completed.");
  const [last] = prompts().slice(-1);
  expect(last).toContain("Resolve the review comments of acme/shop#42");
  expect(last).toContain("Continue to resolve the review comments");
  expect(last).toContain("One more thing.");
});

it("a run is stopped after a question; started fresh, the old one is not offered again", async () => {
  const before = stage.bench.model.requests.filter(({ number }) => number !== null).length;
  stage.bench.model.push([{ partial: "Once more" }, { hang: true }]);
  await button(page, /^Work on/).click();
  await dialog("Start").click();
  await stage.bench.model.streamed({ reply: before + 1, action: 1 });
  await button(page, "Stop").click();
  await dialog("Let it work").click();
  await button(page, "Stop").click();
  await dialog("Stop").click();
  await expect.poll(runLine).toMatch(/cancelled/);
  await button(page, /^Work on/).click();
  await page.getByText(/session from .* Resume\?$/).waitFor();
  stage.bench.model.push([{ text: "Nothing to do." }]);
  await dialog("Start fresh").click();
  await dialog("Start").click();
  await expect.poll(runLine).toContain("Run completed.");
  await button(page, /^Work on/).click();
  await page.getByText("Nothing is posted.").waitFor();
  await dialog("Not now").click();
});

it("in a checkout of another repository an agent works only if the person says so", async () => {
  stage.github.add({ owner: "acme", repository: "other", number: 7, comments: [{ id: 1 }] });
  await show("#/reviews?target=acme%2Fother%237");
  await expect.poll(shownAs).toBe("Filter: Unresolved (1/1)");
  await button(page, "Work on 1 comment").click();
  await page.getByText("is not a checkout of the pull request's repository").waitFor();
  expect(await dialog("Start").getAttribute("aria-disabled")).toBe("true");
  await page.getByRole("checkbox", { name: "Work here anyway" }).click();
  expect(await dialog("Start").getAttribute("aria-disabled")).toBeNull();
  await dialog("Not now").click();
});

it("a limit of the server is shown with its end, and the comments stay", async () => {
  await show(address);
  await expect.poll(shownAs).toContain("/5)");
  stage.github.limit = { remaining: 0, resetsAt: Math.floor(Date.now() / 1000) + 10 };
  await button(page, /^Fetch/).click();
  const alert = page.getByRole("alert").filter({ hasText: "rate limit" });
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(/after \d{4}-\d\d-\d\d \d\d:\d\d/);
  const before = await shownAs();
  await page.keyboard.press("f");
  await expect.poll(shownAs).not.toBe(before);
  expect(await alert.count()).toBe(1);
  stage.github.limit = null;
  const again = async () => {
    await button(page, /^Fetch/).click();
    return alert.count();
  };
  await expect.poll(again, { interval: 1000 }).toBe(0);
});

const looks = [
  [360, "light"],
  [360, "dark"],
  [1440, "dark"],
  [1440, "light"],
  [2560, "light"],
  [2560, "dark"],
] as const;

it("every part is usable by everyone, at any size and in both colours", async () => {
  for (const hash of ["#/reviews", address])
    for (const [width, colorScheme] of sampleOf(looks, 3)) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await show(hash);
      await page.locator(".choose-review, #comments [role=option]").first().waitFor();
      const parts = hash === address ? ["Comment", "Diff", "Report"] : [];
      for (const part of [null, ...parts]) {
        if (part !== null) await page.getByText(part, { exact: true }).click();
        expect(await seriousProblems(page), `${hash} ${part} ${width} ${colorScheme}`).toEqual([]);
        const overflow = "document.documentElement.scrollWidth - innerWidth";
        expect(await page.evaluate(overflow), `${hash} ${part} ${width}`).toBeLessThanOrEqual(0);
      }
      if (hash === address && width === 360) await page.getByText("Comments", { exact: true }).click();
    }
  expect(problems).toEqual([]);
});
