import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noSettings, type RunId, type RunScope, type RunStatus, type ThreadId } from "@reprise/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { processIdentity } from "../host/processes/process-identity.ts";
import { newJournalPath, openJournal } from "../journal/journal.ts";
import { openPromptStore } from "./prompts/prompt-store.ts";
import { addReply } from "./saved-replies.ts";
import { mayHaveUnfinishedWork } from "./unfinished-work.ts";

let [root, state] = ["", ""];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "unfinished-work-"));
  state = join(root, "reprise");
  mkdirSync(state);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const here = () => nodeHost({ REPRISE_STATE: state, XDG_STATE_HOME: root });
const may = () => mayHaveUnfinishedWork(here());

async function makeRun(name: string, status: RunStatus | null): Promise<void> {
  const host = here();
  const scope: RunScope = { kind: "workspace", root: "/srv/a" };
  const process_ = { ...processIdentity(process.pid, host.processes), startTicks: "1" };
  const path = newJournalPath(state, scope, host.now(), name as RunId);
  const journal = await openJournal(path, { process: process_, onHealth: () => undefined, redacts: true, host });
  journal.append({
    type: "run-started",
    run: name as RunId,
    agent: "codex",
    scope,
    label: "a",
    home: null,
    workspace: "/srv/a",
    settings: noSettings,
    process: process_,
    repriseVersion: "0",
    lineage: null,
  });
  journal.append({ type: "thread-known", thread: "t" as ThreadId, isPersisted: true, rollout: null });
  if (status !== null) journal.append({ type: "run-ended", status, failure: null });
  journal.close();
}

test("without runs, or where all were completed, there is none", async () => {
  expect(await may()).toBe(false);
  await makeRun("r1", "completed");
  expect(await may()).toBe(false);
});

test.each<RunStatus | null>(["cancelled", "interrupted", "failed", null])(
  "a run that ended as %s may be some",
  async (end) => {
    await makeRun("r1", "completed");
    await makeRun("r2", end);
    expect(await may()).toBe(true);
  },
);

test("so may a prompt on its way, an answer that was kept, and what cannot be read", async () => {
  const save = () =>
    openPromptStore(state, here()).save("go on", { mode: "resume", session: null, agent: "codex", cwd: "/srv/a" });
  const clear = () => rmSync(state, { recursive: true });
  const makers = [
    save,
    () => addReply(state, { type: "offer-declined", run: "r1" as RunId }, here()),
    () => {
      mkdirSync(join(state, "prompts"), { recursive: true });
      writeFileSync(join(state, "prompts", "a.json"), "{");
    },
  ];
  for (const make of makers) {
    clear();
    mkdirSync(state);
    await make();
    expect(await may(), make.toString()).toBe(true);
  }
});
