import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codex, disposeAll, until } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type endOf, LiveStage, said } from "./live-stage.ts";

const goOn = "Continue where you left off.";
const free = ["--sandbox", "danger-full-access", "--approval", "never"];
const asking = ["--sandbox", "workspace-write", "--approval", "on-request"];

describe("every run was killed, Reprise and Codex at once", () => {
  let stage: LiveStage;
  beforeAll(async () => {
    stage = await LiveStage.open("all");
  });
  afterAll(() => stage.close());

  test("one command restores each in its own directory, and grants nothing", async () => {
    const { model } = stage;
    const text = { folder: stage.folder("text"), prompt: "please count the lines" };
    const command = { folder: stage.folder("command"), prompt: "please take long" };
    const request = { folder: stage.folder("request"), prompt: "please write outside" };
    const killed = [
      await killedInText(stage, text),
      await killedInCommand(stage, command),
      await killedWhileAsking(stage, request),
    ];
    expect(killed.map(({ status, pending }) => [status, pending.length])).toEqual([
      ["running", 0], // nobody could write down that it died
      ["running", 0],
      ["running", 1],
    ]);

    // Newest first. The one that had asked asks the same again; the others say where they are.
    const where = [{ call: codex.shellCall("pwd > here.txt") }];
    const done = [{ text: "Done." }];
    model.push([{ call: escalated(request.folder) }], done, where, done, where, done);
    const askedBefore = model.requests.length;
    const { code, events, stderr } = await stage.run(
      stage.folder("elsewhere"),
      ...["resume", "--all-interrupted", "--all", "--yes", "--json"],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });

    const sessions = killed.map(({ session }) => session).reverse();
    const results = sessions.map((session) => ({ session, result: "completed", detail: null }));
    expect(events.at(-1)).toEqual({ type: "summary", sessions: results });
    expect(events.flatMap(({ type, session }) => (type === "resuming" ? [session] : []))).toEqual(sessions);
    for (const { folder } of [text, command])
      expect(readFileSync(join(folder, "here.txt"), "utf8")).toBe(`${folder}\n`);

    const asked = model.requests.slice(askedBefore).map(said);
    expect(asked).toHaveLength(6);
    for (const [index, { prompt }] of [request, command, text].entries()) {
      for (const messages of asked.slice(index * 2, index * 2 + 2)) {
        expect(messages.filter((message) => message === prompt)).toHaveLength(1);
        expect(messages.filter((message) => message.includes(goOn))).toHaveLength(1);
      }
    }
    expect(asked[2]?.at(-1)).toContain("sleep 300"); // what may have partly run is told

    expect(existsSync(join(request.folder, "outside.txt"))).toBe(false);
    expect(events.filter(({ type }) => type === "request-resolved")).toMatchObject([
      { decision: "decline", by: "policy" },
    ]);

    const again = await stage.run(text.folder, "resume", "--all-interrupted", "--all", "--yes");
    expect(again.code).toBe(3);
    expect(model.requests.length).toBe(askedBefore + 6);
  });

  test("what could not be resumed is in the summary, and stops no other", async () => {
    const { model } = stage;
    const good = { folder: stage.folder("good"), prompt: "please go on with this" };
    const gone = { folder: stage.folder("gone"), prompt: "please lose the folder" };
    const [first, second] = [await killedInText(stage, good), await killedInText(stage, gone)];
    await stage.remove(gone.folder);
    const askedBefore = model.requests.length;
    const { code, events } = await stage.run(
      stage.folder("elsewhere"),
      ...["resume", "--all-interrupted", "--all", "--yes", "--json"],
    );
    expect(code).toBe(1);
    expect(events.at(-1)).toMatchObject({
      type: "summary",
      sessions: [
        { session: second.session, result: "refused", detail: expect.stringContaining(gone.folder) },
        { session: first.session, result: "completed", detail: null },
      ],
    });
    expect(model.requests.length).toBe(askedBefore + 1);
  });
});

interface Work {
  readonly folder: string;
  readonly prompt: string;
}

async function killedInText(stage: LiveStage, { folder, prompt }: Work) {
  stage.model.push({ match: prompt, times: 1, actions: [{ partial: "Half a text" }, { hang: true }] });
  const running = stage.start(folder, "run", prompt, "--json", ...free);
  await running.line((line) => line.includes('"type":"delta"'));
  return dead(stage, folder, running);
}

async function killedInCommand(stage: LiveStage, { folder, prompt }: Work) {
  const started = join(folder, "started.txt");
  const call = codex.shellCall(`(echo started > ${started}; sleep 300; true); true`);
  stage.model.push({ match: prompt, times: 1, actions: [{ call }] });
  const running = stage.start(folder, "run", prompt, "--json", ...free);
  await until(() => existsSync(started), { what: "the command to start" });
  return dead(stage, folder, running);
}

/** Only on a terminal is a request left open: where nobody can answer it is declined at once. */
async function killedWhileAsking(stage: LiveStage, { folder, prompt }: Work) {
  stage.model.push({ match: prompt, times: 1, actions: [{ call: escalated(folder) }] });
  const running = stage.startOnTerminal(folder, "run", prompt, ...asking);
  await stage.runIn(folder, ({ pending }) => pending.length > 0);
  return dead(stage, folder, running);
}

async function dead(stage: LiveStage, folder: string, running: Parameters<typeof endOf>[0]) {
  const run = await stage.runIn(folder);
  await stage.kill(run);
  await running.exited;
  await disposeAll(); // a command that it left is no part of the crash
  return stage.runIn(folder);
}

function escalated(folder: string) {
  const cmd = `echo granted > ${folder}/outside.txt`;
  return {
    name: "exec_command",
    arguments: { cmd, sandbox_permissions: "require_escalated", justification: "It is needed." },
  };
}
