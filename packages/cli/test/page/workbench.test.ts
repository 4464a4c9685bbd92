import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eachWorkbench } from "./each-workbench.ts";
import { stateOf, type WalkContext, type WalkPage } from "./walk-page.ts";
import { button, chooseAsking, escalated, haveTwoEdits, message, pushTwoEdits, send, tab } from "./walks.ts";
import type { WorkbenchStage } from "./workbench-stage.ts";

let stage: WorkbenchStage;
let person: WalkContext;
eachWorkbench("page-workbench", (opened) => {
  ({ stage, person } = opened);
});

const live = (page: WalkPage) => expect.poll(() => stateOf(page)).toBe("live");
const treeItem = (page: WalkPage, name: RegExp) => page.getByRole("treeitem", { name });
const texts = () => [stage.text("a.txt"), stage.text("b.txt")];

/** A folder for pictures of what is measured. */
const pictures = process.env.REPRISE_PICTURES;

describe("a conversation", () => {
  it("is sent, approved, reviewed and discarded, and that is undone", async () => {
    pushTwoEdits(stage);
    const { page, problems } = await stage.enter(person);
    await live(page);
    await chooseAsking(page);
    await send(page, "change both files");
    const request = page.getByRole("region", { name: "Request" });
    await request.waitFor();
    expect(await request.innerText()).toContain("+A1");
    await button(page, "Allow once").click();
    await page.getByText("Both files are changed.").waitFor();
    expect(texts()).toEqual(["A1\na2\n", "b1\nB2\n"]);
    await page.locator(".thread-title").filter({ hasText: "change both files" }).waitFor();

    await tab(page, /Changes/).click();
    await page.getByRole("tree", { name: "Changed files" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press(" ");
    await expect.poll(() => treeItem(page, /b.txt/).getAttribute("aria-checked")).toBe("false");
    await button(page, "Discard selected (1)").click();
    await button(page, "Undo").waitFor();
    expect(texts()).toEqual(["a1\na2\n", "b1\nB2\n"]);
    await button(page, "Undo").click();
    await expect.poll(texts).toEqual(["A1\na2\n", "b1\nB2\n"]);
    expect(problems).toEqual([]);
  });

  it("shows its commands in the console, linked both ways", async () => {
    stage.model.push([escalated("printf '\\033[31mred\\033[0m\\n'; exit 3")], [{ text: "It failed." }]);
    const { page } = await stage.enter(person);
    await live(page);
    await chooseAsking(page);
    await send(page, "run it");
    await button(page, "Allow once").click();
    await page.getByText("It failed.").waitFor();
    await tab(page, /Changes/).click();
    await button(page, "Console").click();
    const card = page.getByRole("article", { name: /^Command/ });
    await card.waitFor();
    await expect.poll(() => card.innerText()).toContain("exit 3");
    expect(await card.innerText()).toMatch(/failed.*red/s);
    await card.getByRole("button", { name: "Show in chat" }).click();
    await page.locator(".entry[data-target]").waitFor();
  });

  it("takes no answer from a letter, a paste, or a click before the request was there for a moment", async () => {
    stage.model.push([escalated("touch allowed")], [{ text: "Over." }]);
    const { page } = await stage.enter(person);
    await live(page);
    await chooseAsking(page);
    // Clicked in the moment in which it appears.
    await page.evaluate(`new MutationObserver(() => {
      const first = document.querySelector(".active-request .button");
      if (first === null || window.wasClicked) return;
      window.wasClicked = true;
      first.click();
    }).observe(document.body, { childList: true, subtree: true })`);
    await send(page, "run it");
    const request = page.locator(".active-request");
    await request.waitFor();
    expect(await page.evaluate("window.wasClicked")).toBe(true);
    await page.evaluate(`document.activeElement.blur()`);
    for (const key of ["y", "s", "a", "Enter", "n"]) await page.keyboard.press(key);
    await page.waitForTimeout(500);
    expect(await request.isVisible()).toBe(true);
    await button(page, "Decline").first().click();
    await page.getByText("Over.").waitFor();
    expect(() => stage.text("allowed")).toThrow();
  });
});

describe("two tabs", () => {
  it("stay in step: draft, conversation, request and selection", async () => {
    const { page: one } = await stage.enter(person);
    await live(one);
    const two = await person.newPage();
    await two.goto(new URL("/", stage.program.link).href);
    await stage.show(two, stage.folder);
    await message(one).fill("written in the first");
    await expect.poll(() => message(two).inputValue()).toBe("written in the first");
    await message(two).press("End");
    await message(two).pressSequentially(" and the second");
    await expect.poll(() => message(one).inputValue()).toBe("written in the first and the second");
    pushTwoEdits(stage);
    await chooseAsking(one);
    await send(one, "change both files");
    await expect.poll(() => message(two).inputValue()).toBe("");
    await two.getByRole("region", { name: "Request" }).waitFor();
    await button(two, "Allow once").click();
    await one.getByText("Both files are changed.").waitFor();
    await one.getByRole("region", { name: "Request" }).waitFor({ state: "hidden" });
    for (const page of [one, two]) await tab(page, /Changes/).click();
    await two.getByRole("tree", { name: "Changed files" }).focus();
    await two.keyboard.press(" ");
    await expect.poll(() => treeItem(one, /a.txt/).getAttribute("aria-checked")).toBe("false");
  });
});

describe("offline", () => {
  it("is shown apart from the agent, what is typed is kept, and the page comes back by itself", async () => {
    const { page } = await stage.enter(person);
    await live(page);
    await person.setOffline(true);
    await message(page).fill("written without a connection");
    await page.getByRole("status", { name: "Offline" }).waitFor();
    expect(await stateOf(page)).toBe("stale");
    expect(await button(page, "Send").getAttribute("aria-disabled")).toBe("true");
    await person.setOffline(false);
    await live(page);
    await page.getByRole("status", { name: "Offline" }).waitFor({ state: "hidden" });
    expect(await message(page).inputValue()).toBe("written without a connection");
    const other = await person.newPage();
    await other.goto(new URL("/", stage.program.link).href);
    await stage.show(other, stage.folder);
    await expect.poll(() => message(other).inputValue()).toBe("written without a connection");
  });
});

describe("after a kill of the server and its agent", () => {
  it("draft, partly selected changes and the open request are back, stale at first, then live", async () => {
    const { page } = await stage.enter(person);
    await live(page);
    await haveTwoEdits(stage, page);
    await tab(page, /Changes/).click();
    await page.getByRole("tree", { name: "Changed files" }).focus();
    await page.keyboard.press(" ");
    await expect.poll(() => treeItem(page, /a.txt/).getAttribute("aria-checked")).toBe("false");
    stage.model.push([escalated("touch asked-for")]);
    await send(page, "one more thing");
    await page.getByRole("region", { name: "Request" }).waitFor();
    await message(page).fill("half a thought");
    await page.waitForTimeout(1000);
    await stage.kill();
    await expect.poll(() => stateOf(page)).toBe("stale");
    await page.close();

    await stage.serve();
    const { page: next, problems } = await stage.enter(person);
    expect(await stateOf(next)).toMatch(/stale|connecting|reconciling|degraded/);
    await expect.poll(() => message(next).inputValue()).toBe("half a thought");
    await next.getByText("Both files are changed.").waitFor();
    await tab(next, /Changes/).click();
    await expect.poll(() => treeItem(next, /a.txt/).getAttribute("aria-checked")).toBe("false");
    expect(await treeItem(next, /b.txt/).getAttribute("aria-checked")).toBe("true");
    await tab(next, /Approvals/).click();
    const expired = next.getByRole("article", { name: /Expired request/ });
    await expired.waitFor();
    expect(await expired.innerText()).toContain("it was not run");
    await expired.getByRole("button", { name: "Ask again" }).click();
    await expect.poll(() => expired.innerText()).toContain("asks the agent to ask for it again");

    const resume = button(next, "Resume");
    await resume.waitFor();
    expect(await stateOf(next)).toBe("degraded");
    await expectInView(next);
    await resume.click();
    await live(next);
    expect(await message(next).inputValue()).toBe("half a thought");
    stage.model.push([{ text: "I see." }]);
    await message(next).press("Enter");
    await next.getByText("I see.").waitFor();
    expect(JSON.stringify(stage.model.requests.at(-1)?.body)).toContain("touch asked-for");
    expect(problems).toEqual([]);
  });
});

describe("a tab that stays open", () => {
  it("goes on by itself with the next server, also with what was typed while there was none", async () => {
    const { page } = await stage.enter(person);
    await live(page);
    stage.model.push([{ text: "First answer." }]);
    await send(page, "first");
    await page.getByText("First answer.").waitFor();
    await page.locator(".working").waitFor({ state: "hidden" });
    const { origin } = stage.program.link;
    await page.evaluate("window.isSamePage = true");
    await stage.kill();
    await expect.poll(() => stateOf(page)).toBe("stale");
    await message(page).fill("typed while it was gone");
    await stage.serve();
    expect(stage.program.link.origin).toBe(origin);
    await live(page);
    expect(await page.evaluate("window.isSamePage")).toBe(true);
    expect(await message(page).inputValue()).toBe("typed while it was gone");
    stage.model.push([{ text: "Second answer." }]);
    await button(page, "Send").click();
    await page.getByText("Second answer.").waitFor();
    expect(JSON.stringify(stage.model.requests.at(-1)?.body)).toContain("typed while it was gone");
  });

  it("is out after it has signed out", async () => {
    const { page } = await stage.enter(person);
    await live(page);
    await page.evaluate("document.activeElement.blur()");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /./ }).first().fill("sign out");
    await page.getByRole("option", { name: /Sign out this browser/ }).click();
    await page.getByText("Not signed in").first().waitFor();
    await stage.kill();
    await stage.serve();
    await page.goto(new URL("/", stage.program.link).href);
    await page.getByText("Not signed in").first().waitFor();
  });
});

describe("a file that changed since", () => {
  it("makes its patch stale: nothing is discarded, and the page says so", async () => {
    const { page } = await stage.enter(person);
    await live(page);
    await haveTwoEdits(stage, page);
    await tab(page, /Changes/).click();
    stage.put("a.txt", "mine\n");
    await button(page, "Discard selected (2)").click();
    await page.getByText(/^Nothing was discarded: /).waitFor();
    expect(texts()).toEqual(["mine\n", "b1\nB2\n"]);
    await button(page, "Refresh").click();
    await treeItem(page, /a.txt/).click();
    await page.getByText(/^Patch stale: /).waitFor();
    expect(await treeItem(page, /a.txt/).innerText()).toContain("patch stale");
  });
});

/** Resume and its ticks can be seen without scrolling on every screen, with the details folded and unfolded. */
async function expectInView(page: WalkPage): Promise<void> {
  const card = page.getByRole("region", { name: "Before it continues" });
  expect(await card.innerText()).toMatch(
    /Interrupted at \d\d:\d\d while Codex waited for your answer\.\s+Same thread, read-only, nothing is sent until you write\./,
  );
  expect(await button(page, "Try again").count()).toBe(0);
  for (const [width, height] of [
    [390, 844],
    [720, 450],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const isUnfolded of [true, false]) {
      await button(page, "Details").click();
      expect(await card.innerText()).toMatch(isUnfolded ? /Unanswered requests/ : /^Interrupted/);
      if (pictures !== undefined)
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: join(pictures, `plan-${width}-${isUnfolded}-${colorScheme}.png`) });
        }
      expect(
        await page.evaluate(`[...document.querySelectorAll(".preflight-foot :is(button, input)")].map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("button, label, input")?.contains(one);
        })`),
      ).toEqual([true, true, true]);
    }
  }
}
