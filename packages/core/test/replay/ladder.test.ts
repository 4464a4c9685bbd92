import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RestoreEvent, SessionSummary } from "@reprise/model";
import { followed } from "@reprise/model";
import { codex, compareTrees, hashTree, modelInputs, planOf } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consent, homeOf, makeStage, placeRecording, type Stage } from "./stage.ts";

let stage: Stage;
let codexHome: string;
beforeAll(async () => {
  stage = await makeStage("codex", "responses");
  codexHome = homeOf("codex", stage);
});
afterAll(async () => {
  await stage.close();
});

const here = () => ({ settings: { cwd: stage.scratch.workspace }, otherwise: "current" as const });
const restoredOf = (events: readonly RestoreEvent[]) => events.find((event) => event.type === "restored");
const lastRequest = () => stage.model.requests.findLast(({ number }) => number !== null);

/** A session that the real Codex made, with these prompts. */
async function lived(...prompts: string[]): Promise<SessionSummary> {
  const runner = await stage.runner();
  let thread = "";
  for (const [index, prompt] of prompts.entries()) {
    stage.model.push([{ text: `Answer to ${prompt}.` }]);
    const signal = new AbortController().signal;
    const events =
      index === 0
        ? followed(
            runner.run({
              agent: "codex",
              cwd: stage.scratch.workspace,
              settings: {},
              prompt,
              canAnswer: false,
            }),
            { signal },
          )
        : followed(
            runner.restore(await stage.plan(`codex:${thread}`, { modes: ["resume"], prompt }), {
              ...consent,
              reappliesApprovals: false,
              sendsRecap: false,
            }),
            { signal },
          );
    for await (const event of events) if (event.type === "thread") thread = event.thread;
  }
  runner.close();
  return found(`codex:${thread}`);
}

async function found(text: string): Promise<SessionSummary> {
  const library = stage.library();
  const session = await library.find(text);
  library.close();
  return session;
}

describe("the ladder, with the real Codex", () => {
  it("forks after any turn by Codex itself; the session stays as it is", async () => {
    const session = await lived("one", "two", "three");
    const before = await hashTree(join(codexHome, "sessions"));
    const plan = await stage.plan(session.id, { modes: ["fork", "replay"], at: 2, prompt: "four" });
    expect(plan).toMatchObject({ mode: "fork", turns: { from: 1, to: 2 }, prompt: "four" });
    stage.model.push([{ text: "Forked answer." }]);
    const events = await stage.restore(plan);
    expect(events.at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
    const told = modelInputs(lastRequest() as never).flatMap((row) => ("text" in row ? [row.text] : []));
    expect(told.join("|")).toMatch(/one.*Answer to one.*two.*Answer to two.*four/s);
    expect(told).not.toContain("three");
    const fresh = await found(restoredOf(events)?.session ?? "");
    expect(fresh.lineage).toMatchObject({ kind: "fork", session: session.id });
    const changes = compareTrees(before, await hashTree(join(codexHome, "sessions")));
    expect(changes.filter(({ change }) => change !== "added")).toEqual([]);
  });

  it("forks by replay where the agent cannot: from a turn of a file of 2025", async () => {
    placeRecording("codex", "eras-of-2025", stage);
    const library = stage.library();
    const { sessions } = await library.list({ scope: "all", limit: 100 });
    library.close();
    const old = sessions.filter(
      ({ source, agent, turnCount }) => agent === "codex" && source === null && turnCount > 0,
    );
    expect(old.length).toBeGreaterThan(0);
    for (const session of old) {
      const plan = await stage.plan(session.id, {
        ...here(),
        modes: ["fork", "replay"],
        at: 1,
        prompt: "and now?",
      });
      expect(plan.refusals).toContainEqual(expect.objectContaining({ mode: "fork", reason: "not-supported" }));
      expect(plan).toMatchObject({ mode: "replay", via: "inject", turns: { to: 1 } });
      stage.model.push([{ text: "I know it." }]);
      const events = await stage.restore(plan);
      expect(JSON.stringify(events.at(-1))).toContain("completed");
      expect(JSON.stringify(lastRequest()?.body)).toContain(session.title.slice(0, 40));
    }
  });

  it("auto_fallback_exp_restore_triggers_on_missing_token_background_event: an era that Codex cannot resume gets the plan of a replay", async () => {
    const library = stage.library();
    const { sessions } = await library.list({ scope: "all", limit: 100 });
    library.close();
    const old = sessions.find(({ source, turnCount }) => source === null && turnCount > 0);
    const plan = await stage.plan(old?.id ?? "", { ...here(), modes: ["resume", "replay", "handoff"] });
    expect(plan.refusals).toMatchObject([{ mode: "resume", reason: "not-supported" }]);
    expect(plan).toMatchObject({ mode: "replay", prompt: "Continue where you left off." });
    expect(planOf(plan, "replay").segments.length).toBeGreaterThan(0);
    expect(planOf(plan, "replay").tokens).toBeGreaterThan(0);
  });

  it("auto_fallback_exp_restore_triggers_on_token_error: what the real app-server refuses in the handshake is followed by the plan of a replay", async () => {
    const base = await lived("remember the number 7");
    const fork = await stage.plan(base.id, { modes: ["fork"], prompt: "and the number 8" });
    stage.model.push([{ text: "I do." }]);
    const session = await found(restoredOf(await stage.restore(fork))?.session ?? "");
    rmSync(base.files[0]?.path ?? "");
    const wish = { prompt: "which number?" };
    const known = await stage.plan(session.id, { ...wish, modes: ["resume", "replay"] });
    expect(known.mode).toBe("replay");
    expect(known.refusals).toMatchObject([{ mode: "resume", reason: "thread-damaged" }]);
    const again = await stage.plan(session.id, { ...wish, modes: ["resume"] });
    expect(again.mode).toBe("resume");
    const requests = stage.model.requests.length;
    const end = (await stage.restore(again)).at(-1);
    if (end?.type !== "refused") throw new Error(`not refused: ${JSON.stringify(end ?? again)}`);
    expect(end.plan).toMatchObject({ mode: "replay", prompt: "which number?" });
    expect(end.plan.refusals[0]).toMatchObject({ mode: "resume" });
    expect(stage.model.requests).toHaveLength(requests);
    stage.model.push([{ text: "7" }]);
    const replayed = await stage.restore(end.plan);
    expect(JSON.stringify(replayed.at(-1))).toContain("completed");
    expect(JSON.stringify(lastRequest()?.body)).toContain("and the number 8");
  });

  it("tells no more than fits: the last turns, and a brief in place of the others", async () => {
    const session = await lived("the goal is a green build", "step one", "step two", "step three");
    const plan = await stage.plan(session.id, {
      ...here(),
      contextTokens: 1600,
      briefTokens: 700,
      prompt: "go on",
    });
    expect(plan).toMatchObject({ mode: "replay", contextTokens: 1600 });
    expect(planOf(plan, "replay").tokens).toBeLessThanOrEqual(800);
    stage.model.push([{ text: "On it." }]);
    expect(JSON.stringify((await stage.restore(plan)).at(-1))).toContain("completed");
    expect(JSON.stringify(lastRequest()?.body)).toContain("the goal is a green build");
  });

  it("commands that a file of 2025 calls approved are carried over by a yes to them, and only those", async () => {
    const folder = join(codexHome, "sessions", "2025", "07", "20");
    mkdirSync(folder, { recursive: true });
    const id = "7d1f1c52-36a5-4c89-9b3e-0123456789ab";
    const approved = ["bash", "-lc", `echo yes > ${join(stage.scratch.root, "outside.txt")}`];
    const rows = [
      { id, timestamp: "2025-07-20T10:00:00.000Z", instructions: null },
      { type: "message", role: "user", content: [{ type: "input_text", text: "write it outside" }] },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "May I?" }] },
      { record_type: "state", approved_commands: [approved] },
    ];
    const path = join(folder, `rollout-2025-07-20T10-00-00-${id}.jsonl`);
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const settings = { cwd: stage.scratch.workspace, sandbox: "read-only", approvalPolicy: "on-request" };
    const plan = await stage.plan(`codex:${id}`, { settings, prompt: "do it now" });
    expect(planOf(plan, "replay").approvals).toMatchObject([{ subject: approved.join(" "), source: "log" }]);
    const call = (cmd: string, number: number) => ({
      call: {
        ...codex.shellCall(cmd),
        id: `c${number}`,
        arguments: { cmd, sandbox_permissions: "require_escalated", justification: "needed" },
      },
    });
    const outside = join(stage.scratch.root, "outside.txt");
    stage.model.push([call(approved[2] ?? "", 0)], [{ text: "Not allowed." }]);
    await stage.restore(plan); // a yes to saved approvals alone
    expect(existsSync(outside)).toBe(false);
    stage.model.push([call(approved[2] ?? "", 1)], [call("echo no > elsewhere.txt", 2)], [{ text: "Done." }]);
    const events = await stage.restore(plan, { trustsLog: true });
    const answers = events.flatMap((event) => (event.type === "request-resolved" ? [[event.decision, event.by]] : []));
    expect(answers).toEqual([
      ["once", "log"],
      ["decline", "policy"],
    ]);
    expect(readFileSync(outside, "utf8")).toBe("yes\n");
    // What only a log claimed does not become a saved approval of the new session.
    const fresh = restoredOf(events)?.session ?? "";
    expect(planOf(await stage.plan(fresh, { modes: ["resume"] }), "resume").approvals).toEqual([]);
  });
});
