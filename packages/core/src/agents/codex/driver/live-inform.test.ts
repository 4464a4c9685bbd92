import { join } from "node:path";
import type { ThreadId } from "@reprise/model";
import { compareTrees, hashTree, startAppServer, transcriptOf, until } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { ask, endOf } from "../../../../test/codex-driver/follow.ts";
import {
  command,
  everyKind,
  everyKindAtTheModel,
  isSurroundings,
  sentHistory,
  sentItems,
} from "../../../../test/codex-driver/history.ts";
import { useStage } from "../../../../test/codex-driver/stage.ts";
import { nodeHost } from "../../../host/node-host.ts";
import type { PortableItem } from "../../writing/portable.ts";
import { codexSource } from "../source.ts";
import { responseItemsOf } from "../write/response-items.ts";

describe("history told to the real codex", () => {
  const used = useStage({ pairedCalls: true, cleanText: true });
  const prompt = { type: "message", role: "user", content: [{ type: "input_text", text: "go on" }] };

  async function fileOf(thread: ThreadId): Promise<string | undefined> {
    return (await used.stage.home.sessionFiles()).find((path) => path.includes(thread));
  }

  test("is what its model is sent before the first prompt, and costs no request", async () => {
    const { stage } = used;
    const thread = await stage.start();
    await thread.inform?.(everyKind.slice(0, 4));
    await thread.inform?.(everyKind.slice(4));
    expect(stage.model.requests).toEqual([]);
    expect(endOf(await ask(thread, "go on"))?.state).toBe("completed");
    expect(stage.model.requests).toHaveLength(1);
    const request = stage.model.requests.at(-1);
    expect(sentHistory(request)).toEqual([...everyKindAtTheModel, prompt]);
    expect(sentItems(request).find(({ role }) => role !== "developer")).toSatisfy(isSurroundings);
  });

  test("is on disk when it is told: it outlives a kill in that moment, and a new process has it", async () => {
    const { stage } = used;
    const many = Array.from({ length: 2000 }, (_, index): PortableItem => {
      return { kind: index % 2 ? "assistant" : "user", at: null, text: `${index} ${"x".repeat(1000)}` };
    });
    for (const history of [everyKind, many, everyKind]) {
      const killed = await stage.start();
      expect(await fileOf(killed.thread)).toBeUndefined();
      const { pid } = killed;
      await killed.inform?.(history);
      process.kill(pid ?? 0, "SIGKILL");
      await until(() => killed.pid === null, { what: "the end of the process" });
      const sent = stage.model.requests.length;
      const resumed = await stage.resume(killed.thread);
      expect(endOf(await ask(resumed, "go on"))?.state).toBe("completed");
      expect(stage.model.requests).toHaveLength(sent + 1);
      const told = sentHistory(stage.model.requests.at(-1));
      if (history === everyKind) expect(told).toEqual([...everyKindAtTheModel, prompt]);
      else expect(told).toHaveLength(many.length + 1);
    }
  });

  test("is read by us as turn 0, and listed by Codex once a turn was made", async () => {
    const { stage } = used;
    const thread = await stage.start();
    await thread.inform?.(everyKind);
    const listed = async () => {
      const server = await startAppServer({ home: stage.home, cwd: stage.scratch.workspace });
      const { data } = await server.request("thread/list", {});
      server.closeInput();
      await server.exited;
      return (data as { id: string; preview: string }[]).find(({ id }) => id === thread.thread)?.preview;
    };
    expect(await listed()).toBeUndefined();
    await ask(thread, "go on");
    expect(await listed()).toBe("go on");
    const host = nodeHost(stage.home.env);
    const { rollouts } = codexSource.locate(stage.home.env.CODEX_HOME ?? "", host);
    const rollout = rollouts.find((found) => found.thread === thread.thread);
    if (!rollout) throw new Error("It is not found.");
    const { turns, damage } = await transcriptOf(rollout, codexSource, host);
    expect(damage).toEqual([]);
    expect(turns.map(({ number, items }) => [number, items.map(({ kind }) => kind)])).toEqual([
      [0, ["prompt", "reply", "command", "edit", "reply", "prompt", "tool", "tool", "command", "reply"]],
      [1, ["prompt", "reply"]],
    ]);
  });

  test("would come before what Codex says of its surroundings, if given as the history of a resume", async () => {
    const { stage } = used;
    const server = await startAppServer({ home: stage.home, cwd: stage.scratch.workspace });
    const asked = "01a1e0b5-0000-7ab0-a082-5e0c3412cbb8";
    const history = everyKind.flatMap(responseItemsOf);
    const { thread } = await server.request("thread/resume", { threadId: asked, history });
    const { id } = thread as { id: ThreadId };
    expect(id).not.toBe(asked);
    expect(await fileOf(id)).toBeDefined();
    server.kill("SIGKILL");
    await server.exited;
    await ask(await stage.resume(id), "go on");
    const request = stage.model.requests.at(-1);
    expect(sentHistory(request)).toEqual([...everyKindAtTheModel, prompt]);
    const surroundings = sentItems(request).findIndex(isSurroundings);
    expect(surroundings).toBe(sentItems(request).length - 2);
  });

  test("leaves every other rollout as it is", async () => {
    const { stage } = used;
    const sessions = join(stage.home.env.CODEX_HOME ?? "", "sessions");
    const before = await hashTree(sessions);
    const thread = await stage.start();
    await thread.inform?.(everyKind);
    const changes = compareTrees(before, await hashTree(sessions));
    expect(before.size).toBeGreaterThan(0);
    expect(changes).toEqual([{ path: expect.stringContaining(thread.thread), change: "added" }]);
  });

  test("has outputs cut in the middle by Codex when they are longer than 12,000 tokens", async () => {
    const { stage } = used;
    const thread = await stage.start();
    await thread.inform?.([command("short", "a", "word ".repeat(9_000)), command("long", "b", "word ".repeat(20_000))]);
    await ask(thread, "go on");
    const outputs = sentHistory(stage.model.requests.at(-1)).flatMap((item) => {
      return "output" in item ? [String(item.output)] : [];
    });
    expect(outputs[0]).toBe("word ".repeat(9_000));
    expect(outputs[1]).toMatch(/…\d+ tokens truncated…/);
  });
});
