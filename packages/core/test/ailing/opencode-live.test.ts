import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { disposeAll, isWhole, opencode, startModel } from "@reprise/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { opencodeAilments } from "../../src/agents/opencode/ailments.ts";
import { opencodeSource } from "../../src/agents/opencode/source.ts";
import { nodeHost } from "../../src/host/node-host.ts";
import { findAilments } from "../../src/restore/ailments.ts";
import { type AilingCase, asAiling, expectInOrder, fateOf, strictest } from "./case.ts";
import { expectAiling, expectHarmless } from "./expect-ailing.ts";
import { expectForewarned } from "./forewarned.ts";
import { type OpencodeStore, placeOpencode } from "./opencode-cases.ts";
import { everyOpencodeCase, harmlessOpencode } from "./opencode-part-cases.ts";
import { machine, repaired } from "./repairing.ts";
import { type SoundSession, soundSession } from "./sound-session.ts";

let sound: SoundSession;
beforeAll(async () => {
  sound = await soundSession();
});
afterAll(() => sound.scratch.remove());

async function stageOf(ailing: Pick<AilingCase<OpencodeStore>, "write" | "strict">) {
  const { scratch, thread, pristine } = sound;
  const model = await startModel("chat-completions", [], { strict: ailing.strict ?? strictest });
  onTestFinished(() => model.close());
  const home = await opencode.prepareHome({ home: scratch.home, model });
  const session = placeOpencode(ailing, { home: scratch.home, pristine, thread });
  const host = nodeHost({ ...home.env, REPRISE_CACHE: join(scratch.root, "cache") });
  const found = async () => {
    const { rollouts } = opencodeSource.locate(join(scratch.home, ".local", "share", "opencode"), host);
    return findAilments(rollouts, () => opencodeAilments, host);
  };
  const resumed = async () => {
    const turn = home.spawnTurn({ prompt: "go on", cwd: scratch.workspace, resume: thread });
    const { code } = await turn.exited;
    const sent = model.requests.map(({ body }) => JSON.stringify(body));
    return { code, sent, said: `${turn.lines.join("\n")}\n${turn.stderr()}` };
  };
  return { session, found, resumed };
}

describe("a session that is ill, and the real opencode", () => {
  afterEach(disposeAll);

  test.runIf(isWhole).each(everyOpencodeCase)(
    "$name is found where it is, and a plain resume is $naive",
    async (ailing) => expectAiling(ailing, await stageOf(ailing)),
  );

  test.each(everyOpencodeCase)("$name is named, with its place", async (ailing) => {
    const { session, found } = await stageOf(ailing);
    expect(await found()).toMatchObject([{ kind: ailing.kind, onResume: fateOf(ailing), ...session.at }]);
  });

  test.runIf(isWhole).each(harmlessOpencode)("nothing is found: $name", async (harmless) =>
    expectHarmless(harmless, await stageOf(asAiling(harmless))),
  );

  test.runIf(isWhole)("a session that is well passes the strictest model, and nothing is found in it", async () => {
    const write = () => ({ line: 0, byteOffset: 0 });
    const { found, resumed } = await stageOf({ strict: strictest, write });
    expect(await found()).toEqual([]);
    const { code, sent } = await resumed();
    expect(code).toBe(0);
    expect(sent.at(-1)).toContain("second answer");
  });

  const failing = everyOpencodeCase.filter(({ naive }) => naive !== "healed").toReversed();
  test.runIf(isWhole).each(failing)("$name: a plan says that a resume would fail", async (ailing) => {
    const { scratch, env } = await machine("opencode", sound.scratch);
    placeOpencode(ailing, { ...sound, home: scratch.home });
    await expectForewarned(ailing, `opencode:${sound.thread}`, env);
  });

  test.runIf(isWhole).each(everyOpencodeCase)("$name: a cleaned copy passes the strictest model", async (ailing) => {
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
