import { utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Turn } from "@reprise/model";
import { transcriptOf } from "@reprise/testkit";
import { afterEach, expect, test } from "vitest";
import { type Tree, Workspace } from "../../../test/rewind/tree.ts";
import { claudeSource } from "../../agents/claude/source.ts";
import { codexSource } from "../../agents/codex/source.ts";
import { geminiSource } from "../../agents/gemini/source.ts";
import { opencodeSource } from "../../agents/opencode/source.ts";
import type { AgentSource } from "../../agents/reading/source.ts";
import { nodeHost } from "../../host/node-host.ts";
import { rewindFiles } from "./rewind.ts";
import { undoRewind } from "./undo.ts";

const fixtures = fileURLToPath(new URL("../../../../../fixtures/", import.meta.url));
const open: Workspace[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.remove();
});

/** The turns of a recording as if they had been lived in this workspace. */
async function livedIn(work: Workspace, source: AgentSource, name: string): Promise<readonly Turn[]> {
  const host = nodeHost({ HOME: work.folder });
  const { rollouts } = source.locate(join(fixtures, name), host);
  for (const rollout of rollouts) {
    const { turns } = await transcriptOf(rollout, source, host, { all: rollouts });
    if (!turns.some(({ items }) => items.some(({ kind }) => kind === "edit"))) continue;
    return JSON.parse(JSON.stringify(turns).replaceAll("/srv/proj-a", work.root));
  }
  throw new Error(`${name} has no session with an edit.`);
}

/** The files as the session left them, written when it did. */
function leftBy(files: Tree): Workspace {
  const work = new Workspace(files);
  open.push(work);
  const then = Date.parse("2026-11-15T19:00:00Z") / 1000;
  for (const name of Object.keys(files)) utimesSync(join(work.root, name), then, then);
  return work;
}

test.each<[string, AgentSource, Tree, Tree]>([
  ["codex/exec-tools", codexSource, { "hello.txt": "hello world\n" }, {}],
  ["codex/legacy-mode-real", codexSource, { "legacy.txt": "x\n" }, {}],
  ["gemini/tools-resumed", geminiSource, { "note.txt": "one\nthree\n" }, {}],
  ["opencode/recorded", opencodeSource, { "note.txt": "one\nthree\n" }, {}],
  [
    "claude/tools-side-by-side",
    claudeSource,
    { "a.txt": "one\nTWO\nthree\n", "b.txt": "hello\nworld\n" },
    { "a.txt": "one\ntwo\nthree\n" },
  ],
])("%s is rewound to its start, and back", async (name, source, left, start) => {
  const work = leftBy(left);
  const plan = await work.at(0, await livedIn(work, source, name));
  expect(plan.files.filter(({ conflict }) => conflict !== null)).toEqual([]);
  const id = await rewindFiles(plan, work.place);
  expect(work.tree()).toEqual(start);
  await undoRewind(id, work.place);
  expect(work.tree()).toEqual(left);
});

test("codex/patch-update-move-delete comes back whole, its move too", async () => {
  const work = leftBy({ "pt/b.txt": "one\nTWO\nthree\n", "pt/n.txt": "new\n" });
  const turns = await livedIn(work, codexSource, "codex/patch-update-move-delete");
  const id = await rewindFiles(await work.at(0, turns), work.place);
  expect(work.tree()).toEqual({ "pt/a.txt": "one\ntwo\nthree\n", "pt/d.txt": "bye\n" });
  await undoRewind(id, work.place);
  expect(work.tree()).toEqual({ "pt/b.txt": "one\nTWO\nthree\n", "pt/n.txt": "new\n" });
});
