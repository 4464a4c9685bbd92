import { codex, Listener, lasting, startMachine } from "@reprise/testkit";
import { expect, it } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { openRunner } from "../runner.ts";

it("a run of the real Codex is the same for whoever watches its journal", async () => {
  const machine = await startMachine("watched", codex);
  const { scratch, model, env } = machine;
  const call = {
    name: "exec_command",
    id: "c1",
    arguments: { cmd: "echo ran", sandbox_permissions: "require_escalated", justification: "needed" },
  };
  model.push([{ text: "I run it." }, { call }], [{ text: "It ran." }]);
  const [first, second] = [await openRunner(nodeHost(env)), await openRunner(nodeHost(env))];
  try {
    const settings = { sandbox: "workspace-write", approvalPolicy: "on-request" };
    const wish = { agent: "codex", cwd: scratch.workspace, settings, prompt: "run it", canAnswer: true };
    const run = await first.run(wish);
    const own = new Listener(run);
    await own.until("request");
    const watcher = new Listener(await second.attach(run.id));
    const { request } = await watcher.until("request");
    run.controls.answer(request.id, { decision: "once" });
    expect(await own.end()).toMatchObject({ type: "run-ended", status: "completed" });
    await watcher.end();
    expect(lasting(watcher.events)).toEqual(lasting(own.events));
    expect(watcher.of("item").map(({ item }) => item.kind)).toContain("command");
  } finally {
    first.close();
    second.close();
    await machine.close();
  }
});
