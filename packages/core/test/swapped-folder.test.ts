import { mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { followed, type RestoreEvent, usualWish } from "@reprise/model";
import { carefulConsent, codex, startMachine } from "@reprise/testkit";
import { expect, it } from "vitest";
import { nodeHost } from "../src/host/node-host.ts";
import { openLibrary } from "../src/library.ts";
import { openRunner } from "../src/runner.ts";

it("a folder that another agent has replaced by a link is another folder: nothing is written there until --allow-wider", {
  timeout: 120_000,
}, async () => {
  const machine = await startMachine("swapped", codex);
  const runner = await openRunner(nodeHost(machine.env));
  const library = openLibrary(nodeHost(machine.env));
  try {
    const [folder, private_] = [join(machine.scratch.workspace, "part"), join(machine.scratch.root, "private")];
    for (const one of [folder, private_]) mkdirSync(one);
    const settings = { sandbox: "workspace-write", approvalPolicy: "never" };
    machine.model.push([{ text: "Begun." }]);
    await Array.fromAsync(
      followed(runner.run({ agent: "codex", cwd: folder, settings, prompt: "begin", canAnswer: false })),
    );
    const session = (await library.list({ scope: "all" })).sessions[0]?.id ?? "";
    const wish = { ...usualWish, prompt: "go on" };
    const before = await runner.plan(session, wish);
    expect(before).toMatchObject({ mode: "resume", drift: [] });
    const asked = machine.model.requests.length;

    renameSync(folder, `${folder}-before`);
    symlinkSync(private_, folder);
    const restored = await Array.fromAsync<RestoreEvent>(followed(runner.restore(before, carefulConsent)));
    expect(restored.at(-1)).toMatchObject({ type: "refused" });
    const plan = await runner.plan(session, wish);
    expect(plan.refusals).toMatchObject([
      { reason: "wider-permissions", detail: expect.stringContaining(`from ${folder} to ${private_}`) },
    ]);
    expect(machine.model.requests.length).toBe(asked);
  } finally {
    library.close();
    runner.close();
    await machine.close();
  }
});
