import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Agent, noSettings, nothingSaved, type Runner, type SavedState, type Saving } from "@reprise/model";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import { openPromptStore } from "../../runs/prompts/prompt-store.ts";
import type { SavedWorkspace } from "../store/workspace-store.ts";
import { Feed } from "./feed.ts";
import type { WorkbenchParts } from "./parts.ts";
import { ReturnedPrompts } from "./returned-prompts.ts";
import { ShownState } from "./shown-state.ts";

const saving: Saving = { state: "on", detail: null, owner: null, savedAt: null };
let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch("returned-prompts");
});
afterAll(() => scratch.remove());

function stage(draft: string, offered: string | null = null) {
  const state: SavedState =
    draft === "" ? nothingSaved : { ...nothingSaved, draft: { text: draft, cursor: 0, tokens: 0, inputs: [] } };
  const saved = { state, saving: () => saving, save: async () => undefined } as unknown as SavedWorkspace;
  const choice = () => ({ agent: "codex" as Agent, settings: noSettings });
  const feed = new Feed({ id: "w", root: "/work", epoch: "e" }, saved, choice);
  const shown = new ShownState(feed, state);
  feed.show(shown);
  const offer = async () => ({ run: "r", session: null, prompt: offered });
  const runner = { offer } as unknown as Runner;
  const parts = { shown, runner, host: nodeHost(), stateFolder: scratch.root };
  const returned = new ReturnedPrompts(parts as unknown as WorkbenchParts);
  return { shown, returned, text: () => shown.state.draft?.text ?? null };
}

test("the last prompt of a run that was left is back, unless the agent has it on disk", async () => {
  const { returned, text } = stage("and more");
  await returned.takeUnconfirmed({ text: "lost", isPersisted: false, inputs: [] });
  expect(text()).toBe("lost\n\nand more");
  await returned.takeUnconfirmed({ text: "kept", isPersisted: true, inputs: [] });
  await returned.takeUnconfirmed(null);
  await returned.takeUnconfirmed({ text: "lost", isPersisted: false, inputs: [] });
  expect(text()).toBe("lost\n\nand more");
});

test("a short prompt within another word is not taken for itself", async () => {
  const { returned, text } = stage("look");
  await returned.takeUnconfirmed({ text: "ok", isPersisted: false, inputs: [] });
  expect(text()).toBe("ok\n\nlook");
});

test("the first prompt of an agent that could not start is back beside what was written since, and in no file", async () => {
  const store = openPromptStore(scratch.root, nodeHost());
  const target = { mode: "new", session: null, agent: "codex" as Agent, cwd: "/work" } as const;
  const other = store.save("sent elsewhere", target);
  const { returned, text } = stage("and more");
  const accepted = vi.fn(async () => expect(readdirSync(join(scratch.root, "prompts"))).toHaveLength(2));
  const giving = returned.give({ text: "lost", inputs: [], target, accepted }, async () => {
    throw new Error("It does not start.");
  });
  await expect(giving).rejects.toThrow("It does not start.");
  expect(accepted).toHaveBeenCalledOnce();
  expect(text()).toBe("lost\n\nand more");
  expect(readdirSync(join(scratch.root, "prompts"))).toEqual([`${other}.json`]);
});

test("an offered prompt that the person deletes does not come back by itself", async () => {
  const { shown, returned, text } = stage("", "offered");
  await returned.takeOffered();
  expect(text()).toBe("offered");
  await shown.save([{ type: "draft", draft: null }]);
  await returned.takeOffered();
  expect(text()).toBeNull();
});
