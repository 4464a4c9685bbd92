import { expect, it } from "vitest";
import { eachWorkbench } from "./each-workbench.ts";
import { stateOf, type WalkContext, type WalkPage } from "./walk-page.ts";
import { haveTwoEdits, message } from "./walks.ts";
import type { WorkbenchStage } from "./workbench-stage.ts";

let stage: WorkbenchStage;
let person: WalkContext;
eachWorkbench("page-keyboard", (opened) => {
  ({ stage, person } = opened);
});

const focused = (page: WalkPage) =>
  page.evaluate<string>(
    `document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent.trim()`,
  );

/** Presses a key until what has this name has the focus. */
async function reach(page: WalkPage, key: "Tab" | "Shift+Tab", name: RegExp): Promise<void> {
  const passed: string[] = [];
  while (!name.test(await focused(page))) {
    if (passed.length > 80) throw new Error(`${name} is not reached by ${key}, only: ${passed.join(", ")}`);
    await page.keyboard.press(key);
    passed.push(await focused(page));
  }
}

it("changes are reviewed by keyboard alone: one file is left out, the other discarded, and that undone", async () => {
  const texts = () => [stage.text("a.txt"), stage.text("b.txt")];
  const { page } = await stage.enter(person);
  await expect.poll(() => stateOf(page)).toBe("live");
  await haveTwoEdits(stage, page);
  await page.locator(".working").waitFor({ state: "hidden" });

  await message(page).focus();
  await reach(page, "Tab", /^Console/);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => focused(page)).toMatch(/^Changes/);
  await page.keyboard.press("Enter");
  await page.getByRole("tree", { name: "Changed files" }).waitFor();
  await reach(page, "Tab", /^Changed files$/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press(" ");
  const second = page.getByRole("treeitem", { name: /b.txt/ });
  await expect.poll(() => second.getAttribute("aria-checked")).toBe("false");
  expect(await second.getAttribute("aria-selected")).toBe("true");

  await reach(page, "Shift+Tab", /^Discard selected \(1\)$/);
  await expect.poll(() => page.evaluate("document.activeElement.ariaDisabled")).not.toBe("true");
  await page.keyboard.press("Enter");
  await page.getByText("Discarded: 1 file.").waitFor();
  expect(texts()).toEqual(["a1\na2\n", "b1\nB2\n"]);
  await reach(page, "Tab", /^Undo$/);
  await page.keyboard.press("Enter");
  await page.getByText("Undone: 1 file.").waitFor();
  expect(texts()).toEqual(["A1\na2\n", "b1\nB2\n"]);
});
