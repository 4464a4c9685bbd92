import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { followed, usualWish } from "@reprise/model";
import { codex, disposeAll, startMachine } from "@reprise/testkit";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";

const lines = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
const patch = `*** Begin Patch
*** Add File: added.txt
+new
*** Update File: appended.txt
@@
 seven
 eight
+nine
*** Update File: top.txt
@@
+zero
 one
 two
*** Update File: middle.txt
@@
 three
-four
+FOUR
 five
*** Update File: old-name.txt
*** Move to: new-name.txt
@@
 one
-two
+TWO
 three
*** End Patch
`;

afterEach(disposeAll);

it("files edited by the real Codex in any shape are unchanged until somebody changes them", async () => {
  const machine = await startMachine("since", codex, {
    script: [[{ custom: { name: "apply_patch", id: "c1", input: patch } }], [{ text: "Done." }]],
  });
  onTestFinished(machine.close);
  const { workspace } = machine.scratch;
  const path = (name: string) => join(workspace, name);
  mkdirSync(workspace, { recursive: true });
  for (const name of ["appended.txt", "top.txt", "middle.txt", "old-name.txt"])
    writeFileSync(path(name), `${lines.join("\n")}\n`);
  const runner = await openRunner(nodeHost(machine.env));
  onTestFinished(() => runner.close());
  const settings = { sandbox: "workspace-write", approvalPolicy: "never" };
  const wish = { agent: "codex", cwd: workspace, settings, prompt: "edit them", canAnswer: false } as const;
  let session = "";
  for await (const event of followed(runner.run(wish))) if (event.type === "thread") session = `codex:${event.thread}`;
  const changes = async () => {
    const { drift } = await runner.plan(session, { ...usualWish, isSilent: true });
    return Object.fromEntries(drift.map(({ subject, now }) => [subject.replace(`${workspace}/`, ""), now]));
  };
  expect(await changes()).toEqual({});

  for (const name of ["added.txt", "appended.txt", "top.txt"])
    writeFileSync(path(name), `another\n${lines.join("\n")}\n`);
  writeFileSync(path("middle.txt"), `${lines.join("\n")}\n`);
  appendFileSync(path("new-name.txt"), "more\n");
  writeFileSync(path("old-name.txt"), "back\n");
  expect(await changes()).toEqual({
    "added.txt": "changed since",
    "appended.txt": "without the session's edit",
    "top.txt": "without the session's edit",
    "middle.txt": "without the session's edit",
    "new-name.txt": null,
    "old-name.txt": "exists again",
  });
  rmSync(path("added.txt"));
  expect(await changes()).toMatchObject({ "added.txt": "now missing" });
}, 120_000);
