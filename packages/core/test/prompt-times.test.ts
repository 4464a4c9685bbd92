import type { RestoreEvent, Timestamp } from "@reprise/model";
import { followed } from "@reprise/model";
import { claude, codex, disposeAll, gemini, opencode, quickToStart, startMachine } from "@reprise/testkit";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { nodeHost } from "../src/host/node-host.ts";
import { findRuns } from "../src/journal/find-runs.ts";
import { readJournal } from "../src/journal/read-journal.ts";
import { openLibrary } from "../src/library.ts";
import { openRunner } from "../src/runner.ts";

/** Whether a prompt arrived is told by its time: what an agent wrote down because of us is not older than our intent. */
describe("the time of a prompt in the agent's own log", () => {
  afterEach(disposeAll);

  const agents = quickToStart([codex, claude, gemini, opencode].map((agent) => ({ agent })));
  it.each(agents)("$agent.name: is not before it was sent", async ({ agent }) => {
    const machine = await startMachine("times", agent, { script: [[{ text: "An answer." }]] });
    onTestFinished(machine.close);
    const { scratch, env, state } = machine;
    const host = nodeHost(env);
    const runner = await openRunner(host);
    const order = {
      agent: agent.name,
      cwd: scratch.workspace,
      settings: agent.name === "gemini" ? { model: "gemini-2.5-flash" } : {},
      prompt: "a question",
      canAnswer: false,
    } as const;
    const { signal } = new AbortController();
    const events = await Array.fromAsync<RestoreEvent>(followed(runner.run(order), { signal }));
    runner.close();
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });

    const sent: Timestamp[] = [];
    for (const { journal } of (await findRuns(state, host)).runs)
      for await (const record of readJournal(journal, host).records)
        if (record.type === "prompt-sending") sent.push(record.at);
    const written: (Timestamp | null)[] = [];
    const library = openLibrary(host);
    const [session] = (await library.list({ scope: "all" })).sessions;
    if (session)
      for await (const { items } of (await library.read(session)).turns)
        for (const item of items) if (item.kind === "prompt") written.push(item.at);
    library.close();
    expect([sent.length, written.length]).toEqual([1, 1]);
    expect(Date.parse(written[0] ?? "")).toBeGreaterThanOrEqual(Date.parse(sent[0] ?? ""));
  });
});
