import type { RestoreEvent } from "@reprise/model";
import { followed, usualWish } from "@reprise/model";
import { carefulConsent, claude, codex, gemini, sampleOf, startMachine, type TestAgent } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { nodeHost } from "../src/host/node-host.ts";
import { openFileLibrary } from "../src/library.ts";
import { openRunner } from "../src/runner.ts";

const consent = { ...carefulConsent, drift: "accept" as const };
const _signal = () => new AbortController().signal;

describe.each<TestAgent>(sampleOf([claude, gemini, codex], 1))("$name through the same runner", (agent) => {
  it("runs, and goes on in the same thread", async () => {
    const machine = await startMachine("other", agent);
    const { scratch, model, env } = machine;
    try {
      const runner = await openRunner(nodeHost(env));
      model.push([{ text: "First answer." }]);
      const order = {
        agent: agent.name,
        cwd: scratch.workspace,
        settings: { model: modelOf(agent) },
        prompt: "first question",
        canAnswer: false,
      } as const;
      const first = await Array.fromAsync<RestoreEvent>(followed(runner.run(order)));
      expect(first.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
      const thread = first.flatMap((event) => (event.type === "thread" ? [event.thread] : [])).at(-1);
      const plan = await runner.plan(`${agent.name}:${thread}`, { ...usualWish, prompt: "second question" });
      expect(plan).toMatchObject({ mode: "resume", refusals: [] });
      model.push([{ text: "Second answer." }]);
      const resumed = await Array.fromAsync<RestoreEvent>(followed(runner.restore(plan, consent)));
      expect(resumed.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
      const asked = JSON.stringify(model.requests.filter(({ number }) => number !== null).at(-1)?.body);
      expect(asked).toContain("first question");
      expect(asked).toContain("second question");
      runner.close();
      const library = openFileLibrary(nodeHost(env));
      const listed = await library.list({ scope: "all" });
      library.close();
      expect(listed.sessions).toMatchObject([{ thread, source: "reprise", lineage: null }]);
    } finally {
      await machine.close();
    }
  });
});

/** Without one Gemini first asks a model which model to ask. */
function modelOf(agent: TestAgent): string | null {
  return agent.name === "gemini" ? "gemini-2.5-flash" : null;
}
