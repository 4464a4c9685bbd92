import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eachWorkbench } from "./each-workbench.ts";
import { stateOf, type WalkContext, type WalkPage } from "./walk-page.ts";
import { button, message, send, tab } from "./walks.ts";
import type { WorkbenchStage } from "./workbench-stage.ts";

let stage: WorkbenchStage;
let person: WalkContext;
eachWorkbench("page-questions", (opened) => {
  ({ stage, person } = opened);
});

const live = (page: WalkPage) => expect.poll(() => stateOf(page)).toBe("live");

const options = ["Red", "Blue"].map((label) => ({ label, description: label }));
const ask = {
  call: {
    name: "request_user_input",
    arguments: {
      questions: [
        { id: "color", header: "Color", question: "Which color?", options },
        { id: "edge", header: "Edge", question: "And the edge?", options },
      ],
    },
  },
};

/** All of the saved workbench. */
function savedText(): string {
  const folder = join(stage.state, "workspaces");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

async function asked(): Promise<WalkPage> {
  const config = join(stage.agentHome, "config.toml");
  const feature = "[features]\ndefault_mode_request_user_input = true\n";
  writeFileSync(config, readFileSync(config, "utf8").replace("[features]\n", feature));
  const { page } = await stage.enter(person);
  await live(page);
  stage.model.push([ask]);
  await send(page, "paint it");
  await page.getByRole("region", { name: "Request" }).waitFor();
  return page;
}

it("questions of the agent are answered one by one, by a choice or in one's own words", async () => {
  const page = await asked();
  stage.model.push([{ text: "Painted." }]);
  const request = page.getByRole("region", { name: "Request" });
  expect(await request.innerText()).toContain("Question 1 of 2: Which color?");
  // The form says it all: no box above it.
  expect(await page.locator(".request-box").count()).toBe(0);
  await request.getByRole("radio", { name: "Blue" }).click();
  await expect.poll(() => button(page, "Answer").getAttribute("aria-disabled")).not.toBe("true");
  await button(page, "Answer").click();
  await request.getByText("Question 2 of 2: And the edge?").waitFor();
  await request.getByRole("textbox", { name: "In your own words" }).fill("none at all");
  await expect.poll(() => button(page, "Answer").getAttribute("aria-disabled")).not.toBe("true");
  await button(page, "Answer").click();
  await page.getByText("Painted.").waitFor();
  const sent = JSON.stringify(stage.model.requests.at(-1)?.body);
  expect(sent).toMatch(/color[^}]*Blue/);
  expect(sent).toMatch(/edge[^}]*none at all/);
});

it("after a SIGKILL of the server a question is expired, with its words, and can be asked again", async () => {
  const page = await asked();
  await expect.poll(savedText).toContain("Which color?");
  await stage.kill();
  await stage.serve();
  await expect.poll(() => stateOf(page)).toBe("degraded");
  await tab(page, /Approvals/).click();
  const expired = page.getByRole("article", { name: /Expired request/ });
  await expired.waitFor();
  expect(await expired.innerText()).toContain("it was not answered");
  await expired.getByText("What was asked").click();
  expect(await expired.innerText()).toMatch(/Which color\?.*Red.*Blue.*And the edge\?/s);
  await expired.getByRole("button", { name: "Ask again" }).click();
  await button(page, "Resume").click();
  await live(page);
  stage.model.push([{ text: "I ask again." }]);
  await message(page).fill("go on");
  await message(page).press("Enter");
  await page.getByText("I ask again.").waitFor();
  expect(JSON.stringify(stage.model.requests.at(-1)?.body)).toContain(
    "Before the interruption you asked: Which color? And the edge?",
  );
});
