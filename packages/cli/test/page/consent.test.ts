import { expect, it } from "vitest";
import { eachWorkbench } from "./each-workbench.ts";
import { stateOf, type WalkContext } from "./walk-page.ts";
import { button, chooseAsking, patch, pushTwoEdits, send, tab } from "./walks.ts";
import type { WorkbenchStage } from "./workbench-stage.ts";

let stage: WorkbenchStage;
let person: WalkContext;
eachWorkbench("page-consent", (opened) => {
  ({ stage, person } = opened);
});

async function asked() {
  const { page } = await stage.enter(person);
  await expect.poll(() => stateOf(page)).toBe("live");
  await chooseAsking(page);
  await send(page, "write it");
  await page.getByRole("region", { name: "Request" }).waitFor();
  return page;
}

it("an edit is allowed only after all of its lines were on the screen, in their whole width", async () => {
  const lines = Array.from({ length: 200 }, (_, index) => `+line ${index}`);
  const wide = `+wide${" ".repeat(400)}hidden`;
  stage.model.push([patch("*** Add File: new.txt", ...lines, wide)], [{ text: "Over." }]);
  const page = await asked();
  const allow = button(page, "Allow once");
  await page.waitForTimeout(1000);
  expect(await allow.getAttribute("aria-disabled")).toBe("true");
  const hidden = `[...document.querySelectorAll(".request .diff")].filter((diff) =>
    diff.scrollHeight > diff.clientHeight + 1 || diff.scrollWidth > diff.clientWidth + 1).length`;
  expect(await page.evaluate(hidden)).toBe(0);
  await page.evaluate(`(async () => {
    const box = document.querySelector(".request-box");
    for (let top = 0; top < box.scrollHeight; top += 40) {
      box.scrollTop = top;
      await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    }
  })()`);
  await expect.poll(() => allow.getAttribute("aria-disabled")).not.toBe("true");
  await allow.click();
  await page.getByText("Over.").waitFor();
  expect(stage.text("new.txt")).toContain("hidden");
});

it("what the agent asks for is not allowed as a whole from the changes, but declined or written in part", async () => {
  pushTwoEdits(stage);
  const page = await asked();
  await tab(page, /Changes/).click();
  const apply = button(page, /^Apply selected/);
  await page.waitForTimeout(1000);
  expect(await apply.getAttribute("aria-disabled")).toBe("true");
  await page.getByRole("tree", { name: "Changed files" }).focus();
  await page.keyboard.press(" ");
  await expect.poll(() => apply.getAttribute("aria-disabled")).not.toBe("true");
  await apply.click();
  await expect.poll(() => [stage.text("a.txt"), stage.text("b.txt")]).toEqual(["a1\na2\n", "b1\nB2\n"]);
});
