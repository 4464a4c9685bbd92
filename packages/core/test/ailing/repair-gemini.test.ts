import { join } from "node:path";
import { compareTrees, disposeAll, hashTree, sampleOf } from "@reprise/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { expectInOrder } from "./case.ts";
import { placeGemini } from "./gemini-cases.ts";
import { everyGeminiCase } from "./gemini-part-cases.ts";
import { machine, repaired } from "./repairing.ts";

const thread = "01a1e0ba-4bd3-4653-b0c3-c102b498c761";

describe("a cleaned copy of a session that is ill passes the strictest model", () => {
  afterEach(disposeAll);

  test.each(sampleOf(everyGeminiCase, 1))("gemini: $name", async (ailing) => {
    const { scratch, model, env } = await machine("gemini");
    const session = await placeGemini(ailing, { home: scratch.home, cwd: scratch.workspace, thread });
    const before = await hashTree(join(scratch.home, ".gemini", "tmp"));
    const settings = { cwd: scratch.workspace, model: "gemini-2.5-flash" };
    const { plan, events, left } = await repaired(`gemini:${thread}`, settings, env);
    expect(plan.ailments).toMatchObject([{ kind: ailing.kind, file: session.path, ...session.at }]);
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
    // As soon as it resumes, Gemini CLI itself records outputs twice and prompts in pieces.
    const itsOwn = new Set(["duplicate-output", "skipped-prompt"]);
    expect(left.filter(({ kind }) => !itsOwn.has(kind))).toEqual([]);
    expectInOrder(JSON.stringify(model.requests.at(-1)?.body), [...(ailing.tells ?? []), "go on now"]);
    const changes = compareTrees(before, await hashTree(join(scratch.home, ".gemini", "tmp")));
    expect(changes.filter(({ change }) => change !== "added")).toEqual([]);
  });
});
