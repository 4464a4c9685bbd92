import { noSettings, nothingSaved, type SavedState, type Saving } from "@reprise/model";
import { expect, test } from "vitest";
import type { SavedWorkspace } from "../store/workspace-store.ts";
import type { WorkbenchParts } from "./parts.ts";
import { ReturnedPrompts } from "./returned-prompts.ts";
import { ShownState } from "./shown-state.ts";

const saving: Saving = { state: "on", detail: null, owner: null, savedAt: null };

function stage(draft: string) {
  const state: SavedState =
    draft === ""
      ? nothingSaved
      : { ...nothingSaved, draft: { text: draft, cursor: 0, tokens: 0, inputs: [] } };
  const saved = { state, saving: () => saving, save: async () => undefined } as unknown as SavedWorkspace;
  const shown = new ShownState({ id: "w", root: "/work", epoch: "e" }, saved, () => ({
    agent: "codex",
    settings: noSettings,
  }));
  const returned = new ReturnedPrompts({ shown } as WorkbenchParts);
  return { returned, text: () => shown.state.draft?.text ?? null };
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
