import type { EndReason, RunScope } from "@reprise/model";
import { expect, it } from "vitest";
import { step } from "../scripted-agent/script.ts";
import type { RunnerCase } from "./runner.ts";
import { Listener } from "./runner-stage.ts";

const pullRequest: RunScope = {
  kind: "pull-request",
  host: "git.example",
  owner: "a",
  repository: "b",
  number: 7,
};

export function describeScopes({ stage, wish }: RunnerCase): void {
  const workspace = (): RunScope => ({ kind: "workspace", root: stage().cwd });

  /** A run stopped in its turn. */
  async function stopped(prompt: string, more: Parameters<typeof wish>[1] = {}, why: EndReason = "stopped") {
    const { runner, agent } = stage();
    agent.plays({ turns: [[step.reply("a", "Before."), step.hang]] });
    const run = await runner.run(wish(prompt, more));
    await new Listener(run).until("item");
    await run.controls.end(why);
    return run;
  }

  it("a stopped run is offered for its folder where the person asks, and nowhere else", async () => {
    const { runner, cwd, elsewhere, second } = stage();
    expect(await runner.offer(workspace())).toBeNull();
    const run = await stopped("one");
    expect(await runner.offer(workspace())).toBeNull();
    const offer = await runner.offer(workspace(), true);
    expect(offer).toMatchObject({
      run: run.id,
      agent: "codex",
      mode: "resume",
      state: "stopped",
      prompt: null,
    });
    const other = await second();
    expect(await other.offer(workspace(), true)).toEqual(offer);
    expect(await runner.offer({ kind: "workspace", root: elsewhere }, true)).toBeNull();
    expect((await runner.runs({ kind: "workspace", root: cwd })).map(({ run: id }) => id)).toEqual([run.id]);
    expect(await runner.runs({ kind: "workspace", root: elsewhere })).toEqual([]);
    other.close();
  });

  it("a run that was cut off is offered for its folder, until it is declined; asked for, also then", async () => {
    const { runner, second } = stage();
    const run = await stopped("one", {}, "cut-off");
    expect(await runner.offer(workspace())).toMatchObject({ run: run.id, state: "interrupted" });
    const other = await second();
    expect(await other.offer(workspace())).toMatchObject({ run: run.id });
    await runner.decline(run.id);
    expect(await runner.offer(workspace())).toBeNull();
    expect(await other.offer(workspace())).toBeNull();
    expect(await other.offer(workspace(), true)).toMatchObject({ run: run.id, state: "interrupted" });
    other.close();
  });

  it("a run that completed is not offered, and takes the place of the one before", async () => {
    const { runner, agent } = stage();
    await stopped("one");
    agent.plays({});
    await new Listener(await runner.run(wish("two"))).end();
    expect(await runner.offer(workspace())).toBeNull();
  });

  it.each<[string, (cwd: string) => RunScope]>([
    ["pull request", () => pullRequest],
    ["project", (cwd) => ({ kind: "project", path: `${cwd}/plan.md` })],
    ["file of comments", (cwd) => ({ kind: "comments", path: `${cwd}/comments.jsonl` })],
  ])("a run about a %s is found and offered there, not for the folder it works in", async (_name, scopeIn) => {
    const { runner, cwd } = stage();
    const scope = scopeIn(cwd);
    const run = await stopped("one", { scope });
    expect(await runner.runs(scope)).toMatchObject([{ run: run.id, scope }]);
    expect(await runner.offer(scope, true)).toMatchObject({ run: run.id, mode: "resume" });
    expect(await runner.runs(workspace())).toEqual([]);
    expect(await runner.offer(workspace(), true)).toBeNull();
    expect(await runner.runs()).toMatchObject([{ run: run.id }]);
  });

  it.each<[string, () => RunScope]>([
    ["folder", workspace],
    ["pull request", () => pullRequest],
  ])("a prompt that its agent never got is offered for its %s only", async (_name, scopeOf) => {
    const { runner } = stage();
    const scope = scopeOf();
    const { kill } = await stage().otherProcess(wish("look", { scope }), { startHangs: true });
    expect(await runner.offer(scope)).toBeNull();
    await kill();
    for (const one of [workspace(), pullRequest]) {
      const expected = one.kind === scope.kind ? { mode: "new", session: null, prompt: "look" } : null;
      const offer = await runner.offer(one);
      expect(offer && { mode: offer.mode, session: offer.session, prompt: offer.prompt }).toEqual(expected);
    }
  });

  it("an image goes with the prompt", async () => {
    const { runner, agent, file } = stage();
    const inputs = [{ kind: "image", path: file }] as const;
    const listener = new Listener(await runner.run(wish("look", { inputs })));
    expect(await listener.end()).toMatchObject({ status: "completed" });
    expect(agent.received).toEqual([{ text: "look", inputs }]);
    expect(listener.of("prompt-sent")).toMatchObject([{ text: "look", inputs }]);
  });

  it("what the agent does not take, or is not there, is refused by name, and nothing is sent", async () => {
    const { runner, agent, file, cwd } = stage();
    const missing = `${cwd}/missing.png`;
    for (const input of [{ kind: "file", path: file } as const, { kind: "image", path: missing } as const]) {
      const inputs = [{ kind: "image", path: file } as const, input];
      const listener = new Listener(await runner.run(wish("look", { inputs })));
      const last = await listener.end();
      expect(last).toMatchObject({ type: "run-ended", status: "failed", failure: { kind: "other" } });
      expect(JSON.stringify(last)).toContain(input.path);
    }
    expect(agent.launches).toEqual([]);
    expect(await runner.offer(workspace())).toBeNull();
  });
}
