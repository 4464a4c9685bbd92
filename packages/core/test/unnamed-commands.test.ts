import { fileURLToPath } from "node:url";
import type { Request } from "@reprise/model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeHost } from "../src/host/node-host.ts";
import { findRuns } from "../src/journal/find-runs.ts";
import { readJournal } from "../src/journal/read-journal.ts";
import type { RunEnvironment } from "../src/runs/open-run.ts";
import { historyOf } from "../src/runs/thread-history.ts";
import { serverProgram } from "./codex-driver/stage.ts";
import { openRun, openRunStage, type RunStage, turn } from "./run-stage.ts";

const recording = fileURLToPath(new URL("../../../fixtures/codex-app-server/0.87.0-approvals.jsonl", import.meta.url));

describe("Codex 0.87, whose requests leave the command out", () => {
  let stage: RunStage;
  let environment: RunEnvironment;
  beforeAll(async () => {
    stage = await openRunStage("unnamed-commands");
    const program = await serverProgram("recorded-app-server.mjs", stage.scratch.root);
    const host = nodeHost({ ...stage.home.env, RECORDING: recording });
    environment = { ...stage.environment, host, programOf: () => program };
  });
  afterAll(() => stage.close());

  it("says so in each question, and an answer for the session is neither taken nor saved", async () => {
    const { signal } = new AbortController();
    const run = await openRun(stage.order(), environment, signal);
    const requests: Request[] = [];
    for (const text of ["one", "two", "three"]) {
      for await (const event of turn(run, { id: environment.newId(), text }, signal)) {
        if (event.type !== "request") continue;
        requests.push(event.request);
        run.answer(event.request.id, { decision: "session" });
      }
    }
    await run.close();
    expect(requests.map(({ kind, subject, cwd, hash }) => ({ kind, subject, cwd, hash }))).toEqual(
      ["echo one > one.txt", "echo two > two.txt"].map((command) => ({
        kind: "command",
        cwd: "/srv/proj-a",
        hash: null,
        subject: `Codex does not say which command this is. It announced: ${command}`,
      })),
    );
    for (const { choices } of requests) expect(choices).toEqual(["once", "decline", "cancel"]);
    const { runs } = await findRuns(environment.stateFolder, environment.host);
    const [ours] = runs;
    if (!ours?.thread) throw new Error("The run has no thread.");
    const records = await Array.fromAsync(readJournal(ours.journal, environment.host).records);
    const sent = records.flatMap((record) =>
      record.type === "line" && record.direction === "out" && record.line.includes("decision") ? [record.line] : [],
    );
    expect(sent).toEqual(['{"id":0,"result":{"decision":"accept"}}', '{"id":1,"result":{"decision":"accept"}}']);
    expect((await historyOf("codex", ours.thread, runs, environment.host)).approvals).toEqual([]);
  });
});
