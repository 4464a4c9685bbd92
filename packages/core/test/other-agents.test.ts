import { join } from "node:path";
import type { Consent, RestoreEvent, RunEvent } from "@reprise/model";
import { usualWish } from "@reprise/model";
import {
  claude,
  disposeAll,
  gemini,
  locateBinary,
  makeScratch,
  startModel,
  type TestAgent,
} from "@reprise/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { nodeHost } from "../src/host/node-host.ts";
import { openRunner } from "../src/runner.ts";

const consent: Consent = {
  acceptsDrift: async () => true,
  reappliesApprovals: false,
  tellsAccount: true,
  allowsWider: false,
  canAnswer: false,
};
const signal = () => new AbortController().signal;

async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const event of events) list.push(event);
  return list;
}

afterAll(disposeAll);

describe.each<TestAgent>([claude, gemini])("$name through the same runner", { timeout: 90_000 }, (agent) => {
  it("runs, and goes on in the same thread", async () => {
    const scratch = await makeScratch("other");
    const model = await startModel(agent.modelKind);
    try {
      const home = await agent.prepareHome({ home: scratch.home, model });
      const { command, leadingArgs } = locateBinary(agent.name);
      const bin = leadingArgs[0] ?? command;
      const env = {
        ...home.env,
        REPRISE_STATE: join(scratch.root, "state"),
        REPRISE_CACHE: join(scratch.root, "cache"),
        [`REPRISE_${agent.name.toUpperCase()}_BIN`]: bin,
      };
      const runner = openRunner(nodeHost(env));
      model.push([{ text: "First answer." }]);
      const order = {
        agent: agent.name,
        cwd: scratch.workspace,
        settings: { model: modelOf(agent) },
        prompt: "first question",
        canAnswer: false,
      } as const;
      const first = await all<RunEvent>(runner.run(order, () => undefined, signal()));
      expect(first.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
      const thread = first.flatMap((event) => (event.type === "thread" ? [event.thread] : [])).at(-1);
      const plan = await runner.plan(`${agent.name}:${thread}`, { ...usualWish, prompt: "second question" });
      expect(plan).toMatchObject({ mode: "resume", refusals: [] });
      model.push([{ text: "Second answer." }]);
      const resumed = await all<RestoreEvent>(runner.restore(plan, consent, () => undefined, signal()));
      expect(resumed.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
      const asked = JSON.stringify(model.requests.filter(({ number }) => number !== null).at(-1)?.body);
      expect(asked).toContain("first question");
      expect(asked).toContain("second question");
      runner.close();
    } finally {
      await disposeAll();
      await model.close();
      await scratch.remove();
    }
  });
});

/** Without one Gemini first asks a model which model to ask. */
function modelOf(agent: TestAgent): string | null {
  return agent.name === "gemini" ? "gemini-2.5-flash" : null;
}
