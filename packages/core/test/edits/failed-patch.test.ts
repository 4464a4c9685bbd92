import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FileChange, followed, usualWish } from "@reprise/model";
import { carefulConsent, codex, disposeAll, type Machine, planOf, startMachine } from "@reprise/testkit";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";
import { openRunner } from "../../src/runner.ts";

afterEach(disposeAll);

const lines = "one\ntwo\nthree\n";

/** One turn of the real Codex for each patch, in a workspace with a file, and a folder where a patch wants a file. */
async function patched(...patches: readonly string[]): Promise<Machine & { session: string }> {
  const machine = await startMachine("patched", codex, {
    script: patches.flatMap((patch, index) => [
      [{ custom: { name: "apply_patch", id: `c${index}`, input: patch } }],
      [{ text: "Done." }],
    ]),
  });
  onTestFinished(machine.close);
  const { workspace } = machine.scratch;
  mkdirSync(join(workspace, "folder"), { recursive: true });
  for (const name of ["good.txt", "other.txt"]) writeFileSync(join(workspace, name), lines);
  let resume: string | undefined;
  for (const _ of patches) {
    const run = machine.home.spawnTurn({
      prompt: "edit",
      cwd: workspace,
      allowTools: true,
      ...(resume && { resume }),
    });
    await run.exited;
    resume = codex.sessionId(run) ?? undefined;
  }
  return { ...machine, session: `codex:${resume}` };
}

async function editsOf({ env, session, scratch }: Machine & { session: string }) {
  const library = openLibrary(nodeHost(env));
  try {
    const turns = await Array.fromAsync((await library.read(await library.find(session))).turns);
    return turns.flatMap(({ items }) =>
      items.flatMap((item) =>
        item.kind === "edit"
          ? [
              {
                status: item.status,
                reason: item.reason?.replaceAll(`${scratch.workspace}/`, ""),
                files: item.changes.map((change) => told(change, scratch.workspace)),
              },
            ]
          : [],
      ),
    );
  } finally {
    library.close();
  }
}

function told({ path, movedTo, written }: FileChange, workspace: string): string {
  const short = (one: string) => one.replace(`${workspace}/`, "");
  return `${short(path)}${movedTo === undefined ? "" : ` → ${short(movedTo)}`}: ${written}`;
}

const stopping = `*** Begin Patch
*** Update File: good.txt
@@
-two
+TWO
*** Add File: folder
+no
*** Update File: other.txt
*** Move to: moved/other.txt
@@
-one
+ONE
*** End Patch
`;
const unfitting = stopping.replace("-two", "-nothing like it");

it("a patch that fails half-way: the files that were written are told apart from the others, in any turn", async () => {
  const machine = await patched(stopping, unfitting);
  const { workspace } = machine.scratch;
  expect(readFileSync(join(workspace, "good.txt"), "utf8")).toBe("one\nTWO\nthree\n");
  expect(existsSync(join(workspace, "moved"))).toBe(false);
  expect(await editsOf(machine)).toEqual([
    {
      status: "failed",
      reason: "Failed to write file folder",
      files: ["good.txt: true", "folder: undefined", "other.txt → moved/other.txt: false"],
    },
    {
      status: "failed",
      reason: "apply_patch verification failed: Failed to find expected lines in good.txt:\nnothing like it",
      files: ["good.txt: false", "folder: false", "other.txt → moved/other.txt: false"],
    },
  ]);
}, 120_000);

it("in the last turn the files themselves are looked at, and a brief, a replay and search tell what was found", async () => {
  const machine = await patched(stopping);
  const { workspace } = machine.scratch;
  expect((await editsOf(machine))[0]?.files).toEqual([
    ...["good.txt: true", "folder: false", "other.txt → moved/other.txt: false"],
  ]);
  const host = nodeHost(machine.env);
  const runner = await openRunner(host);
  const library = openLibrary(host);
  try {
    const handoff = await runner.plan(machine.session, { ...usualWish, modes: ["handoff"] });
    const { brief } = planOf(handoff, "handoff");
    expect(brief).toMatch(/## Files\n- `good\.txt`: modified, turn 1\n\n/);
    expect(brief).toMatch(/Edit, failed: \w+ `good\.txt`, written\n/);
    expect(brief).toMatch(/Edit, failed: \w+ `other\.txt` to `moved\/other\.txt`, not written\n/);
    expect(brief).toContain(`Failed to write file ${workspace}/folder`);
    const hits = await Array.fromAsync(library.search('"Failed to write file"', { scope: "all" }));
    expect(hits).toMatchObject([{ kind: "edit", turn: 1 }]);
    expect(await Array.fromAsync(library.search("moved", { scope: "all" }))).toHaveLength(1);
    machine.model.push([{ text: "I see." }]);
    const plan = await runner.plan(machine.session, {
      ...usualWish,
      modes: ["replay"],
      to: "codex",
      via: "inject",
      prompt: "go on",
      allowsWider: true,
    });
    const consent = { ...carefulConsent, drift: "accept" as const, allowsWider: true };
    for await (const _ of followed(runner.restore(plan, consent)));
    const sent = JSON.stringify(machine.model.requests.at(-1)?.body);
    expect(sent).toContain("[failed: Failed to write file");
    expect(sent).toContain("good.txt: written]");
    expect(sent).toContain("other.txt: not written]");
    expect(sent).toContain("*** Move to: ");
    expect(sent).not.toContain("nothing was changed");
  } finally {
    library.close();
    runner.close();
  }
}, 120_000);
