import { join } from "node:path";
import { compareTrees, disposeAll, hashTree, sampleOf } from "@reprise/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { expectInOrder } from "./case.ts";
import { everyClaudeCase } from "./claude-block-cases.ts";
import { placeClaude } from "./claude-cases.ts";
import { placeCodex } from "./codex-cases.ts";
import { everyCodexCase } from "./codex-item-cases.ts";
import { machine, repaired } from "./repairing.ts";

const thread = "01a1e0ba-4bd3-4653-b0c3-c102b498c761";

describe("a cleaned copy of a session that is ill passes the strictest model", () => {
  afterEach(disposeAll);

  test.each(sampleOf(everyCodexCase, 4))("codex: $name", async (ailing) => {
    const { scratch, model, env } = await machine("codex");
    const session = await placeCodex(ailing, {
      codexHome: env.CODEX_HOME ?? "",
      cwd: scratch.workspace,
      thread,
    });
    const before = await hashTree(join(env.CODEX_HOME ?? "", "sessions"));
    const { plan, events, left } = await repaired(`codex:${thread}`, { cwd: scratch.workspace }, env);
    expect(plan.ailments).toMatchObject([{ kind: ailing.kind, file: session.path, ...session.at }]);
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
    expect(left).toEqual([]);
    expectInOrder(JSON.stringify(model.requests.at(-1)?.body), [...(ailing.tells ?? []), "go on now"]);
    const changes = compareTrees(before, await hashTree(join(env.CODEX_HOME ?? "", "sessions")));
    expect(changes.filter(({ change }) => change !== "added")).toEqual([]);
  });

  test.each(sampleOf(everyClaudeCase, 2))("claude: $name", async (ailing) => {
    const { scratch, model, env } = await machine("claude");
    const home = join(scratch.home, ".claude");
    const session = await placeClaude(ailing, { home: scratch.home, cwd: scratch.workspace, thread });
    const before = await hashTree(join(home, "projects"));
    const { plan, events, left } = await repaired(`claude:${thread}`, { cwd: scratch.workspace }, env);
    expect(plan.ailments).toMatchObject([{ kind: ailing.kind, file: session.path, ...session.at }]);
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
    expect(left).toEqual([]);
    expectInOrder(JSON.stringify(model.requests.at(-1)?.body), [...(ailing.tells ?? []), "go on now"]);
    const changes = compareTrees(before, await hashTree(join(home, "projects")));
    expect(changes.filter(({ change }) => change !== "added")).toEqual([]);
  });
});
