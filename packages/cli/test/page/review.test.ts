import { chmodSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stateOf, type WalkContext, type WalkPage } from "./walk-page.ts";
import { button, haveTwoEdits, message, patch, send, tab } from "./walks.ts";
import { startWalkBrowser, type WalkBrowser, WorkbenchStage } from "./workbench-stage.ts";

let browser: WalkBrowser;
let stage: WorkbenchStage;
let person: WalkContext;
let page: WalkPage;
let problems: string[];
beforeAll(async () => {
  browser = await startWalkBrowser();
  stage = await WorkbenchStage.open("page-review");
  await stage.serve();
  person = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  ({ page, problems } = await stage.enter(person));
});
afterAll(async () => {
  await browser.close();
  await stage.close();
});

const restarted = async () => {
  await stage.kill();
  await expect.poll(() => stateOf(page)).toBe("stale");
  await stage.serve();
};
const live = () => expect.poll(() => stateOf(page)).toBe("live");
const texts = () => [stage.text("a.txt"), stage.text("b.txt")];
const treeItem = (name: RegExp) => page.getByRole("treeitem", { name });
const chips = () => page.locator(".chip").count();
const disabled = (name: string | RegExp) => button(page, name).getAttribute("aria-disabled");

/** Gives the composer files as a browser does. */
function give(event: "paste" | "drop", ...files: { name: string; type: string }[]): Promise<unknown> {
  return page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob("${pixel}"), (one) => one.charCodeAt(0));
    const data = new DataTransfer();
    // What is after the end of an image is not shown: one name, one image.
    for (const { name, type } of ${JSON.stringify(files)}) data.items.add(new File([bytes, name], name, { type }));
    const given = { bubbles: true, cancelable: true };
    document.querySelector(".composer-box").dispatchEvent("${event}" === "paste"
      ? new ClipboardEvent("paste", { ...given, clipboardData: data })
      : new DragEvent("drop", { ...given, dataTransfer: data }));
  })()`);
}
/** A PNG of one pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const choose = async (agent: string) => {
  await page.locator(".composer-foot .button").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Agent" }).selectOption(agent);
  return dialog;
};
const useThese = async (dialog: Awaited<ReturnType<typeof choose>>) => {
  await dialog.getByRole("button", { name: "Use these" }).click();
  await dialog.waitFor({ state: "hidden" });
};

describe("an agent that is not installed", () => {
  it("is shown as that before anything is sent, and can be used as soon as it is there", async () => {
    await live();
    const dialog = await choose("gemini");
    await dialog.getByText(/^Gemini CLI cannot be started: REPRISE_GEMINI_BIN names /).waitFor();
    expect(await dialog.getByRole("combobox", { name: "Agent" }).innerText()).toContain("Gemini CLI (unavailable)");
    await useThese(dialog);
    await message(page).fill("hello");
    await page.getByText(/^Gemini CLI cannot be started: .* Your text is kept\.$/).waitFor();
    expect(await disabled("Send")).toBe("true");
    await message(page).press("Enter");
    expect(await message(page).inputValue()).toBe("hello");
    writeFileSync(stage.absentProgram, "#!/bin/sh\n");
    chmodSync(stage.absentProgram, 0o755);
    await page.evaluate(`window.dispatchEvent(new Event("focus"))`);
    await expect.poll(() => disabled("Send")).toBe(null);
    await useThese(await choose("codex"));
  });
});

describe("images", () => {
  it("are pasted and dropped, kept with the draft, and sent", async () => {
    await give("paste", { name: "shot.png", type: "image/png" });
    await expect.poll(chips).toBe(1);
    expect(await page.evaluate('document.querySelector(".chip img").naturalWidth')).toBe(1);
    await give("drop", { name: "notes.txt", type: "text/plain" });
    await page.getByText("notes.txt is no PNG, JPEG, GIF or WebP image. Mention other files with @.").waitFor();
    await give("drop", { name: "shot.png", type: "image/png" }, { name: "photo.png", type: "image/png" });
    await expect.poll(chips).toBe(2);
    await page.locator(".chip .button").last().click();
    await expect.poll(chips).toBe(1);
    await page.reload();
    await message(page).waitFor();
    await expect.poll(chips).toBe(1);
    expect(await page.locator(".chip").first().innerText()).toBe("shot.png");
    await live();
    stage.model.push([{ text: "One pixel." }]);
    await send(page, "what is on it?");
    await page.getByText("One pixel.").waitFor();
    await page.locator(".entry").filter({ hasText: "shot.png" }).first().waitFor();
    expect(await page.locator(".entry").filter({ hasText: "/inputs/" }).count()).toBe(0);
    expect(JSON.stringify(stage.model.requests.at(-1)?.body)).toContain("data:image/png;base64,");
    await expect.poll(chips).toBe(0);
  });
});

describe("changes", () => {
  it("are shown side by side, kept, discarded and brought back", async () => {
    await button(page, "New session").click();
    await page.getByText("No conversation yet").waitFor();
    await haveTwoEdits(stage, page);
    await tab(page, /Changes/).click();
    await page.getByRole("radio", { name: "Side by side" }).click();
    await page.locator(".document[data-layout=side-by-side] .side-row").first().waitFor();
    const [left, right] = await page.evaluate<[string, string]>(
      `[...document.querySelector(".side-row").children].map((one) => one.querySelector(".line-text").textContent)`,
    );
    expect([left, right]).toEqual(["a1", "A1"]);
    await page.getByRole("tree", { name: "Changed files" }).focus();
    await page.keyboard.press(" ");
    await expect.poll(() => treeItem(/a.txt/).getAttribute("aria-checked")).toBe("false");
    await button(page, "Keep selected (1)").click();
    await page.getByText("Kept: 1 file.").waitFor();
    await button(page, "Undo").click();
    await page.getByText("Undone: 1 file.").waitFor();
    await button(page, "Discard selected (1)").click();
    await page.getByText("Discarded: 1 file.").waitFor();
    expect(texts()).toEqual(["A1\na2\n", "b1\nb2\n"]);
  });

  it("that were discarded come back also after the server was killed; until then, they block what is written", async () => {
    await restarted();
    await expect.poll(() => stateOf(page)).toBe("degraded");
    await message(page).fill("once more");
    await page.getByText("Something has changed since. Agree to the plan above first. Your text is kept.").waitFor();
    expect(await disabled("Send")).toBe("true");
    await message(page).press("Enter");
    await button(page, "Undo").click();
    await expect.poll(texts).toEqual(["A1\na2\n", "b1\nB2\n"]);
    await button(page, "Try again").click();
    await live();
    expect(await message(page).inputValue()).toBe("once more");
    expect(await disabled("Send")).toBe(null);
  });

  it("of which a part is applied leave a note for the agent", async () => {
    stage.model.push(
      [
        patch(
          ...["*** Update File: a.txt", "@@", "-A1", "+AA", " a2"],
          ...["*** Update File: b.txt", "@@", " b1", "-B2", "+BB"],
        ),
      ],
      [{ text: "Then not." }],
    );
    await send(page, "once more");
    await page.locator(".active-request").waitFor();
    await page.getByRole("tree", { name: "Changed files" }).focus();
    await page.keyboard.press(" ");
    await expect.poll(() => disabled("Apply selected (1)")).toBe(null);
    await button(page, "Apply selected (1)").click();
    await page.getByText("Applied: 1 file.").waitFor();
    expect(texts()).toEqual(["A1\na2\n", "b1\nBB\n"]);
    await page.getByText("Then not.").waitFor();
    stage.model.push([{ text: "I see." }]);
    await send(page, "go on");
    await page.getByText("I see.").waitFor();
    expect(JSON.stringify(stage.model.requests.at(-1)?.body)).toContain(
      "Of your last edit I applied these files myself: b.txt. I declined these: a.txt.",
    );
  });

  it("are refused where a file has changed meanwhile: nothing is written", async () => {
    stage.model.push(
      [patch("*** Update File: a.txt", "@@", "-A1", "+AA", " a2", "*** Update File: b.txt", "@@", " b1", "-BB", "+B3")],
      [{ text: "Not that either." }],
    );
    await send(page, "and again");
    await page.locator(".active-request").waitFor();
    await page.getByRole("tree", { name: "Changed files" }).focus();
    await page.keyboard.press(" ");
    await expect.poll(() => disabled("Apply selected (1)")).toBe(null);
    stage.put("b.txt", "mine\n");
    await button(page, "Apply selected (1)").click();
    await page.getByText(/^Nothing was applied: /).waitFor();
    expect(texts()).toEqual(["A1\na2\n", "mine\n"]);
    await button(page, "Decline").first().click();
    await page.getByText("Not that either.").waitFor();
  });
});

describe("a person", () => {
  it("who wants no motion sees none", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    stage.model.push([{ hang: true }, { text: "Done." }]);
    const count = stage.model.requests.length;
    await send(page, "take your time");
    await stage.model.arrived(count + 1);
    await page.locator(".working").waitFor();
    const moving = await page.evaluate<string[]>(
      `document.getAnimations().filter(({ playState }) => playState === "running").map((one) => one.animationName ?? one.transitionProperty)`,
    );
    expect(moving).toEqual([]);
    stage.model.release();
    await page.getByText("Done.", { exact: true }).waitFor();
    // While there was no server, and of the refusal.
    const expected = /ERR_CONNECTION|WebSocket|409/;
    expect(problems.filter((one) => !expected.test(one))).toEqual([]);
  });
});
