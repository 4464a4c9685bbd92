import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isWhole, until } from "@reprise/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { NamedRun } from "../live-stage.ts";
import { EditorStage } from "./editor-stage.ts";
import { addressOf, type EditorWindow } from "./window.ts";

/** The window of a real editor takes most of a minute of a core: `npm test` has what only it can show. */
const inCampaign = it.runIf(isWhole);

/** Pictures are kept when a folder for them is named. */
const pictures = process.env.REPRISE_PICTURES;

let stage: EditorStage;
let folder: string;
let window: EditorWindow;
let run: NamedRun;

beforeAll(async () => {
  stage = await EditorStage.open();
  folder = stage.live.folder("work");
  writeFileSync(join(folder, "notes.txt"), "one\ntwo\nthree\nfour\n");
  await ran("say hello", "Hello there.");
  window = await stage.window(folder);
});
afterAll(() => stage?.close());

async function ran(prompt: string, reply: string): Promise<void> {
  stage.live.model.push([{ text: reply }]);
  expect(await stage.live.run(folder, "run", prompt)).toMatchObject({ code: 0 });
}

/** A run that is killed while its agent answers. */
async function interrupted(prompt: string): Promise<NamedRun> {
  const { model } = stage.live;
  const reply = model.requests.filter(({ number }) => number !== null).length + 1;
  model.push([{ partial: "I have begun" }, { hang: true }]);
  const now = new Date().toISOString();
  stage.live.start(folder, "run", prompt);
  await model.streamed({ reply, action: 2 });
  const found = await stage.live.runIn(folder, ({ isPersisted, startedAt }) => isPersisted && startedAt >= now);
  await stage.live.kill(found);
  return found;
}

/** From 0 to 1. */
function lightness(selector: string, property: "color" | "backgroundColor"): string {
  const parts = `getComputedStyle(document.querySelector("${selector}")).${property}.match(/\\d+/g)`;
  return `${parts}.slice(0, 3).reduce((sum, part) => sum + Number(part) / 765, 0)`;
}

async function picture(name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await window.page.screenshot({ path: join(pictures, `${name}.png`) });
}

it("the side bar shows the sessions, from a server that was started for it", async () => {
  expect(stage.servers()).toEqual([]);
  await window.showSideBar();
  const panel = await window.panel();
  await panel.getByText("say hello").first().waitFor();
  await panel.getByRole("status").filter({ hasText: "Connected" }).waitFor();
  expect(stage.servers()).toHaveLength(1);
  await picture("side-bar");
});

inCampaign("an editor tab shows the same page, from the same server", async () => {
  await window.run("Reprise: Open in an Editor Tab");
  await until(async () => (await window.panels()).length === 2, { what: "a second page" });
  for (const panel of await window.panels()) await panel.getByText("say hello").first().waitFor();
  expect(stage.servers()).toHaveLength(1);
  await picture("editor-tab");
});

it("colours are those of the editor, whatever the system's are, and nothing of the editor's own style is left", async () => {
  mkdirSync(join(folder, ".vscode"), { recursive: true });
  const panel = await window.sideBar();
  for (const [theme, system, isLight] of [
    ["Default Light Modern", "dark", true],
    ["Default Dark Modern", "light", false],
  ] as const) {
    await window.page.emulateMedia({ colorScheme: system });
    writeFileSync(join(folder, ".vscode/settings.json"), JSON.stringify({ "workbench.colorTheme": theme }));
    await until(async () => (await panel.evaluate<number>(lightness("body", "backgroundColor"))) > 0.5 === isLight, {
      what: `the page in ${theme}`,
    });
    expect((await panel.evaluate<number>(lightness("body", "color"))) > 0.5).toBe(!isLight);
    // As commands of a conversation are shown.
    await panel.evaluate(`document.querySelector("#main").append(document.createElement("code"))`);
    const code = "document.querySelector('#main > code')";
    const shown = `(({ color, backgroundColor, padding }) => [color === getComputedStyle(document.body).color, backgroundColor, padding])(getComputedStyle(${code}))`;
    expect(await panel.evaluate(shown)).toEqual([true, "rgba(0, 0, 0, 0)", "0px"]);
    await panel.evaluate(`${code}.remove()`);
    await picture(`theme-${isLight ? "light" : "dark"}`);
  }
});

inCampaign("keys that the page uses do nothing else in the editor", async () => {
  const panel = await window.panel();
  await panel.locator("#main").click();
  await window.page.keyboard.press("Control+k");
  await panel.getByRole("dialog").waitFor();
  expect(await window.page.locator(".statusbar").textContent()).not.toContain("Ctrl+K");
  await window.page.keyboard.press("Escape");
});

inCampaign("after a reload of the window, both pages are back where they were", async () => {
  run = await interrupted("a long task");
  for (const panel of await window.panels()) await panel.getByRole("link", { name: "Usage" }).first().click();
  await window.panelsAt("#/usage", 2);
  await window.reload();
  await window.panelsAt("#/usage", 2);
  expect(stage.servers()).toHaveLength(1);
});

inCampaign("an interrupted session is offered once, and the offer leads to the restore screen", async () => {
  const asked = stage.live.asked().length;
  const offer = window.page.locator(".notification-toast", { hasText: "a long task" });
  await offer.first().waitFor({ timeout: 120_000 });
  await picture("offer");
  await offer.getByRole("button", { name: "Resume This Session" }).click();
  const [panel] = await window.panelsAt("/restore", 1);
  await picture("restore");
  expect(panel && (await addressOf(panel))).toBe(`#/sessions/${encodeURIComponent(run.session)}/restore`);
  expect(stage.live.asked()).toHaveLength(asked);
  await window.reload();
  const [again] = await window.panelsAt("/restore", 1);
  await again?.getByRole("link", { name: "Status" }).first().click();
  await window.panelsAt("/restore", 0);
  // Looks at the same list as the offer, after it.
  await window.run("Reprise: Resume an Interrupted Session");
  await window.panelsAt("/restore", 1);
  expect(await offer.count()).toBe(0);
  // Otherwise later runs would stop to ask about it.
  stage.live.model.push([{ text: "It is finished." }]);
  expect(await stage.live.run(folder, "resume", run.session, "finish it", "--yes")).toMatchObject({
    code: 0,
  });
});

it("the server is killed: the page finds a new one by itself, and shows what happened since", async () => {
  const panel = await window.sideBar();
  await panel.getByRole("link", { name: "Sessions" }).first().click();
  await panel.getByText("say hello").first().waitFor();
  const [before] = stage.servers();
  await stage.killServers();
  await ran("say it again", "Hello again.");
  await panel.getByText("say it again").first().waitFor({ timeout: 120_000 });
  expect(stage.servers()).toHaveLength(1);
  expect(stage.servers()).not.toContain(before);
});

inCampaign("a file that a session changed opens in the editor, at the changed line", async () => {
  const patch = "*** Begin Patch\n*** Update File: notes.txt\n@@\n two\n-three\n+THREE\n*** End Patch";
  stage.live.model.push([{ custom: { name: "apply_patch", input: patch } }], [{ text: "It is changed." }]);
  const writing = ["--sandbox", "danger-full-access", "--approval", "never"];
  expect(await stage.live.run(folder, "run", "change the notes", ...writing)).toMatchObject({ code: 0 });
  const { id } = await stage.live.session(({ title }) => title === "change the notes");
  const panel = await window.sideBar();
  await panel.evaluate(`location.hash = ${JSON.stringify(`#/sessions/${encodeURIComponent(id)}`)}`);
  await panel.getByText("It is changed.").first().waitFor({ timeout: 120_000 });
  await panel.locator(".file-path", { hasText: "notes.txt" }).first().click();
  await window.page
    .getByRole("tab", { name: /notes\.txt/ })
    .first()
    .waitFor({ timeout: 120_000 });
  await picture("file");
  await window.page.locator(".statusbar", { hasText: "Ln 3, Col 1" }).first().waitFor();
});

inCampaign("a change in the workbench opens in the editor's own diff view", async () => {
  const patch = "*** Begin Patch\n*** Update File: notes.txt\n@@\n-one\n+ONE\n two\n*** End Patch";
  stage.live.model.push([{ custom: { name: "apply_patch", input: patch } }], [{ text: "Changed again." }]);
  const panel = await window.sideBar();
  await panel.getByRole("link", { name: "Workbench" }).first().click();
  await panel.getByRole("textbox", { name: "Message" }).fill("change the first line");
  await panel.getByRole("button", { name: "Send" }).click();
  await panel.getByRole("tab", { name: /Changes/ }).click();
  await picture("workbench");
  await panel.getByRole("button", { name: "Open diff in editor" }).click({ timeout: 120_000 });
  await window.page
    .getByRole("tab", { name: /notes\.txt \(/ })
    .first()
    .waitFor({ timeout: 120_000 });
  await picture("diff");
  for (const text of [/one/, /ONE/])
    await window.page.locator(".monaco-diff-editor", { hasText: text }).first().waitFor({ timeout: 120_000 });
  await panel.getByRole("tab", { name: "Chat" }).click();
  await picture("request");
  await panel.getByRole("region", { name: "What is asked" }).press("End");
  await panel.getByRole("button", { name: "Allow once" }).click({ timeout: 60_000 });
  await until(() => readFileSync(join(folder, "notes.txt"), "utf8").startsWith("ONE\n"), {
    what: "the change",
  });
});

inCampaign("the server stops when the person says so, and the page is started again with another", async () => {
  const [before] = stage.servers();
  await window.run("Reprise: Stop the Server");
  await window.page
    .locator(".notification-toast", { hasText: "The server is stopping." })
    .first()
    .waitFor({ timeout: 120_000 });
  await until(() => stage.servers().length === 0, { timeoutMs: 120_000, what: "the end of the server" });
  await picture("stopped");
  await window.run("Reprise: Restart the Page");
  await until(() => stage.servers().length === 1, { timeoutMs: 120_000, what: "another server" });
  expect(stage.servers()).not.toContain(before);
});
