import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SessionId } from "@reprise/model";
import { type Action, codex, isWhole, type Machine, type Page, startMachine, until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type OpenProgram, OpenStage } from "./open-stage.ts";
import { openWorkbenchPage } from "./workbench-page.ts";

let stage: OpenStage;
let machine: Machine;
let open: OpenProgram;
let page: Page;
beforeEach(async () => {
  stage = await OpenStage.open();
  machine = await startMachine("workbench", codex);
  await begin();
});
afterEach(async () => {
  await page.leave();
  await stage.close();
  await machine.close();
});

async function begin(): Promise<void> {
  open = await stage.start(["--no-browser", "--port", "0"], { env: machine.env });
  page = await openWorkbenchPage(open, { state: machine.state, folder: stage.scratch.workspace });
}

const settings = {
  model: null,
  provider: null,
  effort: null,
  summary: null,
  cwd: null,
  sandbox: "read-only",
  approvalPolicy: "on-request",
};
const edit: Action = {
  custom: {
    name: "apply_patch",
    input: `*** Begin Patch
*** Update File: a.txt
@@
-a1
+A1
*** Update File: b.txt
@@
-b1
+B1
*** End Patch
`,
  },
};

function compared() {
  return page.until("compared", ({ connection: { state } }) => state === "live" || state === "degraded");
}

// As in a browser, in page/workbench; in the campaign.
it.runIf(isWhole)(
  "after a SIGKILL of server and agent: draft, partly selected diff and pending request are back",
  async () => {
    const at = (name: string) => join(stage.scratch.workspace, name);
    writeFileSync(at("a.txt"), "a1\n");
    writeFileSync(at("b.txt"), "b1\n");
    machine.model.push([{ text: "I will edit. " }, edit], [{ text: "Done." }]);
    await page.live();
    await page.act({ type: "choose", choice: { agent: "codex", settings } });
    await page.send("edit both");
    const { diffs, approvals } = await page.until("a request", (view) => view.approvals.length > 0);
    const diff = diffs.at(-1)?.id ?? "";
    await page.act({ type: "select", diff, paths: ["b.txt"], isSelected: false });
    await page.act({ type: "draft", text: "and then the te", cursor: 9, inputs: [] });
    const before = page.view;
    await page.leave();
    await open.kill("SIGKILL");

    await begin();
    const view = await compared();
    expect(view.draft).toMatchObject({ text: "and then the te", cursor: 9 });
    expect(view.choice).toEqual(before.choice);
    expect(view.thread?.session).toBe(before.thread?.session);
    expect(view.approvals).toMatchObject([{ id: approvals[0]?.id, state: "expired" }]);
    expect(view.diffs.find(({ id }) => id === diff)?.documents).toMatchObject([
      { path: "a.txt", isSelected: true, state: "proposed", problem: null },
      { path: "b.txt", isSelected: false, state: "proposed", problem: null },
    ]);
    expect(page.texts.slice(0, 2)).toEqual(["prompt edit both", expect.stringContaining("I will edit.")]);

    await page.act({ type: "apply", diff });
    expect([readFileSync(at("a.txt"), "utf8"), readFileSync(at("b.txt"), "utf8")]).toEqual(["A1\n", "b1\n"]);
  },
);

it("a second server on the workspace shows what the first does, starts no agent, and goes on when that is gone", async () => {
  await page.live();
  await page.send("one");
  await page.idle();
  const [first, firstPage] = [open, page];
  await begin();
  const { saving } = await page.until("watched", ({ activity }) => activity.isWatched);
  expect(saving).toMatchObject({ state: "read-only", owner: { pid: first.child.pid } });
  machine.model.push([{ text: "Word after word after word.", chunks: 8, paceMs: 150 }]);
  await firstPage.send("two");
  await page.until("a part of the reply", () => page.texts.some((text) => /^reply Word .*(?<!\.)$/.test(text)));
  await page.until("the reply", () => page.texts.includes("reply Word after word after word."));
  expect(page.texts.filter((text) => text.startsWith("reply Word"))).toHaveLength(1);
  await firstPage.act({ type: "end" });
  await page.until("stale", ({ connection }) => connection.state === "stale");
  const before = page.states.length;
  await firstPage.act({ type: "draft", text: "later", cursor: 5, inputs: [] });
  const { activity } = await page.until("the draft", ({ draft }) => draft?.text === "later");
  expect([activity.phase, page.states.slice(before)]).toEqual(["none", []]);
  await expect(page.send("three")).rejects.toMatchObject({ code: "busy" });
  await firstPage.leave();
  await first.kill("SIGKILL");
  await page.live();
  expect(page.view.saving.state).toBe("on");
  expect(page.view.draft?.text).toBe("later");
  await page.send("three");
  await page.until("the prompt", () => page.texts.includes("prompt three"));
});

it("a session that `reprise run` has open elsewhere is shown as it goes, and cannot be acted on here", async () => {
  machine.model.push([{ text: "Working" }, { hang: true }, { text: " on it." }]);
  const reprise = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));
  const env = { ...stage.env, ...machine.env };
  const cwd = stage.scratch.workspace;
  const children = [spawn(reprise, ["run", "--json", "look around"], { env, cwd })];
  try {
    await machine.model.arrived(1);
    await page.live();
    const session = await until(async () => {
      const { origin, port } = open.link;
      const { token } = JSON.parse(readFileSync(join(machine.state, "servers", `${port}.json`), "utf8"));
      const answer = await fetch(`${origin}/sessions`, { headers: { authorization: `Bearer ${token}` } });
      const { sessions } = (await answer.json()) as { sessions: readonly { id: SessionId }[] };
      return sessions[0]?.id;
    });
    await page.act({ type: "show", session });
    await page.until("watched", ({ activity }) => activity.isWatched);
    expect(page.texts).toContain("prompt look around");
    await expect(page.send("me too")).rejects.toMatchObject({ code: "refused" });
    machine.model.release();
    await page.until("the end of the reply", () => page.texts.some((text) => text.includes("on it.")));

    // Once more, while the page has no agent: a prompt is no reason for a new thread.
    await page.idle();
    await page.act({ type: "end" });
    machine.model.push([{ hang: true }, { text: "Again." }]);
    children.push(spawn(reprise, ["resume", "--json", session, "go on"], { env, cwd }));
    await machine.model.arrived(2);
    await expect(page.send("me too")).rejects.toMatchObject({ code: "refused" });
    await page.until("watched", ({ activity }) => activity.isWatched);
    expect(page.view.connection.state).toBe("live");
    machine.model.release();
    await page.until("the reply", () => page.texts.includes("reply Again."));
  } finally {
    machine.model.release();
    for (const child of children) child.kill("SIGKILL");
  }
});
