import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/index.ts";
import { openRunner } from "../../src/runner.ts";
import { openWorkbenches, optionsOn } from "../../src/workbench.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("locked");
});
afterEach(() => scratch.remove());

async function begin() {
  const { root, home } = scratch;
  const config = join(root, "config.toml");
  const env = { HOME: home, REPRISE_STATE: join(root, "state"), REPRISE_CONFIG: config };
  const host = nodeHost(env);
  const [runner, library] = [await openRunner(host), openLibrary(host)];
  const workbenches = openWorkbenches(host, { runner, library, version: "0.0.0" });
  const workbench = await workbenches.open(scratch.workspace);
  const end = async () => {
    await workbenches.close();
    runner.close();
    library.close();
  };
  const saved = () => readFileSync(join(root, "state", "workspaces", workbench.id, "session.jsonl"), "utf8");
  return { workbenches, workbench, options: optionsOn(host), end, saved };
}

const draft = { type: "draft", text: "quite secret plans", cursor: 0, inputs: [] } as const;

it("what is saved follows the options, is locked after a restart, and opens with the passphrase only", async () => {
  mkdirSync(scratch.workspace, { recursive: true });
  writeFileSync(join(scratch.root, "config.toml"), "# mine\n");
  const first = await begin();
  await first.workbench.act(draft);
  expect(first.saved()).toContain("quite secret plans");
  first.options.change({ encrypt: true, key: "passphrase" });
  await first.workbenches.follow();
  expect(await first.workbench.view()).toMatchObject({ saving: { state: "locked" } });
  await first.workbenches.unlock("correct horse battery");
  expect(await first.workbench.view()).toMatchObject({ saving: { state: "on" } });
  expect(first.saved()).not.toContain("quite secret plans");
  await first.end();

  const second = await begin();
  expect(await second.workbench.view()).toMatchObject({ saving: { state: "locked" }, draft: null });
  const before = second.saved();
  await expect(second.workbenches.unlock("wrong horse battery")).rejects.toMatchObject({ code: "refused" });
  expect(second.saved()).toBe(before);
  await second.workbenches.unlock("correct horse battery");
  expect(await second.workbench.view()).toMatchObject({
    saving: { state: "on" },
    draft: { text: "quite secret plans" },
  });
  const { renewed, left } = await second.workbenches.renewKey("another horse battery");
  expect([renewed.length, left]).toEqual([1, []]);
  await second.end();

  const third = await begin();
  await expect(third.workbenches.unlock("correct horse battery")).rejects.toMatchObject({ code: "refused" });
  await third.workbenches.unlock("another horse battery");
  expect(await third.workbench.view()).toMatchObject({ draft: { text: "quite secret plans" } });
  await third.end();
});
