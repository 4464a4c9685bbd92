import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { compareTrees, disposeAll, hashTree, sampleOf } from "@reprise/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectInOrder } from "./case.ts";
import { placeGemini } from "./gemini-cases.ts";
import { everyGeminiCase } from "./gemini-part-cases.ts";
import { placeOpencode } from "./opencode-cases.ts";
import { everyOpencodeCase } from "./opencode-part-cases.ts";
import { machine, repaired } from "./repairing.ts";
import { makeSoundSession, type SoundSession } from "./sound-session.ts";

const thread = "01a1e0ba-4bd3-4653-b0c3-c102b498c761";
let sound: SoundSession;
beforeAll(async () => {
  sound = await makeSoundSession();
});
afterAll(() => sound.scratch.remove());

describe("a cleaned copy of a session that is ill passes the strictest model", () => {
  afterEach(disposeAll);

  test.each(sampleOf(everyGeminiCase, 2))("gemini: $name", async (ailing) => {
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

  test.each(sampleOf(everyOpencodeCase, 1))("opencode: $name", async (ailing) => {
    const { scratch, model, env } = await machine("opencode", sound.scratch);
    const session = placeOpencode(ailing, { ...sound, home: scratch.home });
    const before = rowsOf(session.path, sound.thread);
    const { plan, events, left } = await repaired(`opencode:${sound.thread}`, { cwd: scratch.workspace }, env);
    expect(plan.ailments).toMatchObject([{ kind: ailing.kind, file: session.path, ...session.at }]);
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
    expect(left).toEqual([]);
    expectInOrder(JSON.stringify(model.requests.at(-1)?.body), [...(ailing.tells ?? []), "go on now"]);
    expect(rowsOf(session.path, sound.thread)).toEqual(before);
  });
});

/** Of a session in a store that it shares with its copy. */
function rowsOf(path: string, session: string): unknown {
  const database = new DatabaseSync(path);
  try {
    return ["message", "part"].map((table) =>
      database.prepare(`SELECT * FROM ${table} WHERE session_id = ? ORDER BY id`).all(session),
    );
  } finally {
    database.close();
  }
}
