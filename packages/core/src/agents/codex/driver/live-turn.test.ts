import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunEvent } from "@reprise/model";
import { transcriptOf, until } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { adding, asking, escalated, free, patch, run } from "../../../../test/codex-driver/actions.ts";
import {
  answering,
  ask,
  endOf,
  follow,
  itemsIn,
  keyedItems,
  only,
  promptOf,
} from "../../../../test/codex-driver/follow.ts";
import { useStage } from "../../../../test/codex-driver/stage.ts";
import { nodeHost } from "../../../host/node-host.ts";
import { codexSource } from "../source.ts";

describe("a turn of the real codex", () => {
  const used = useStage();

  test("is told as the reader of rollouts tells it later, under the same keys", async () => {
    const { scratch, model, home } = used.stage;
    await writeFile(join(scratch.workspace, "a.txt"), "one\ntwo\nthree\n");
    const thread = await used.stage.start(free);
    model.push(
      [{ reasoning: "Let me think." }, { text: "I run it.", phase: "commentary" }, run("exit 3")],
      [run(`printf '%s\\n' "it's $((1 + 1))" 'a\\b' "c\\"d"`)],
      [run("cat <<'EOF'\nx y\nEOF\n")],
      [patch("*** Update File: a.txt", "*** Move to: b.txt", "@@", " one", "-two", "+TWO", " three")],
      [adding("n.txt")],
      [{ text: "All done." }],
    );
    const events = await ask(thread, "please work");
    await thread.close();
    const host = nodeHost(home.env);
    const [rollout] = codexSource.locate(home.env.CODEX_HOME ?? "", host).rollouts;
    if (!rollout) throw new Error("There is no rollout.");
    const { turns } = await transcriptOf(rollout, codexSource, host);
    const read = turns[0]?.items.map(({ at, origin, ...item }) => item).filter(({ kind }) => kind !== "prompt");
    expect(keyedItems(events)).toEqual(read);
    const kinds = read?.map(({ kind }) => kind).join(" ");
    expect(kinds).toBe("reasoning reply command command command edit edit reply");
  });

  test("tells its steps in order, and the prompt when it is on disk", async () => {
    const { model, scratch } = used.stage;
    const thread = await used.stage.start(free);
    expect(thread.settings).toMatchObject({
      model: "gpt-5.5",
      provider: "scripted",
      cwd: scratch.workspace,
      ...free,
    });
    model.push([{ text: "Hello to you.", chunks: 2 }, run("echo a; sleep 0.3; echo b")], [{ text: "Bye." }]);
    const prompt = promptOf("greet");
    const events: RunEvent[] = [];
    for await (const event of thread.ask(prompt)) events.push(event);
    expect(events.map((event) => event.type)).toEqual(
      expect.arrayContaining(["turn-started", "thread", "prompt-persisted", "item", "delta", "usage", "turn-ended"]),
    );
    const steps = events.filter(({ type }) =>
      ["turn-started", "thread", "prompt-persisted", "turn-ended"].includes(type),
    );
    const turn = expect.any(String);
    expect(steps).toEqual([
      { type: "turn-started", turn },
      { type: "thread", thread: thread.thread, isPersisted: true },
      { type: "prompt-persisted", promptId: prompt.id },
      { type: "turn-ended", turn, state: "completed", failure: null },
    ]);
    expect(only(events, "usage").at(-1)).toEqual({ type: "usage", tokens: 220, isOfThread: true });
    const isReply = (kind: string) => kind === "reply";
    expect(
      only(events, "delta")
        .filter(({ kind }) => isReply(kind))
        .map(({ text }) => text)
        .join(""),
    ).toBe("Hello to you.Bye.");
    const command = only(events, "item").filter(({ item }) => item.kind === "command");
    expect(command.map(({ isComplete }) => isComplete)).toEqual([false, true]);
    expect(command[0]?.item).toMatchObject({ status: "open", output: null });
  });

  test("tells every command as its own, also when the model gives several the same id", async () => {
    const thread = await used.stage.start(free);
    const named = (cmd: string) => ({ call: { name: "exec_command", id: "same", arguments: { cmd } } });
    used.stage.model.push(...[[named("sleep 0.3; echo B"), named("echo A")], [named("echo C")], [{ text: "Done." }]]);
    const items = keyedItems(await ask(thread, "go")).filter(({ kind }) => kind === "command");
    expect(items.map((item) => "output" in item && item.output).sort()).toEqual(["A\n", "B\n", "C\n"]);
    for (const item of items)
      if (item.kind === "command") expect(item.command).toContain(`echo ${item.output?.trim()}`);
    expect(new Set(items.map(({ id }) => id)).size).toBe(3);
  });

  test("passes on 2,000 deltas in their order", async () => {
    const thread = await used.stage.start();
    const text = Array.from({ length: 2000 }, (_, index) => `${String(index).padStart(4, "0")} `).join("");
    used.stage.model.push([{ text, chunks: 2000 }]);
    const deltas = only(await ask(thread, "tell me a lot"), "delta");
    expect(deltas).toHaveLength(2000);
    expect(deltas.map((delta) => delta.text).join("")).toBe(text);
  });

  test("takes back what it had begun when the model is asked again", async () => {
    const retrying = (config: string) => config.replace("stream_max_retries = 0", "stream_max_retries = 1");
    const thread = await used.stage.withConfig(retrying, () => used.stage.start());
    used.stage.model.push([{ partial: "Half a" }, { drop: true }], [{ text: "A whole one." }]);
    const events = await ask(thread, "retry");
    const [dropped] = only(events, "item-dropped");
    expect(only(events, "delta").find(({ key }) => key === dropped?.key)?.text).toContain("Ha");
    expect(
      only(events, "notice")
        .map(({ text }) => text)
        .join(),
    ).toContain("Reconnecting");
    expect(itemsIn(events)).toEqual([{ kind: "reply", text: "A whole one." }]);
    expect(endOf(events)?.state).toBe("completed");
  });

  test("can be steered while it runs, and not after", async () => {
    const { model } = used.stage;
    const thread = await used.stage.start();
    model.push({ match: "begin", times: 1, actions: [{ text: "First.", chunks: 1 }, { hang: true }] });
    const turn = follow(thread, "begin");
    await turn.seen("delta");
    const extra = promptOf("and also this");
    await thread.steer(extra);
    model.release();
    expect(await turn.over).toContainEqual({ type: "prompt-persisted", promptId: extra.id });
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain("and also this");
    await expect(thread.steer(extra)).rejects.toThrow("No turn");
  });

  test("is interrupted in the middle of a text, at once, and with a request open", async () => {
    const { model } = used.stage;
    const thread = await used.stage.start(asking);
    model.push({ match: "a text", actions: [{ partial: "A text that never" }, { hang: true }] });
    const inText = follow(thread, "a text");
    await inText.seen("delta");
    await thread.interrupt();
    expect(endOf(await inText.over)).toMatchObject({ state: "interrupted", failure: null });
    model.push({ match: "at once", actions: [{ hang: true }] });
    const early = follow(thread, "at once");
    await Promise.all([thread.interrupt(), thread.interrupt()]);
    expect(endOf(await early.over)?.state).toBe("interrupted");
    model.push({ match: "may you", actions: [escalated("echo never")] });
    const pending = follow(thread, "may you");
    const { request } = await pending.seen("request");
    await thread.interrupt();
    expect((await pending.over).slice(-2)).toEqual([
      { type: "request-resolved", id: request.id, decision: null, by: "agent" },
      { type: "turn-ended", turn: expect.any(String), state: "interrupted", failure: null },
    ]);
    await thread.interrupt();
    thread.answer(request.id, { decision: "once" });
    expect(endOf(await ask(thread, "still there?"))?.state).toBe("completed");
  });

  test("is interrupted in the middle of a tool, whose outcome stays open", async () => {
    const thread = await used.stage.start(free);
    used.stage.model.push({ match: "take long", actions: [run("echo begun; sleep 300")] });
    const turn = follow(thread, "take long");
    await turn.seen("item", ({ item }) => item.kind === "command");
    await thread.interrupt();
    const events = await turn.over;
    expect(endOf(events)?.state).toBe("interrupted");
    expect(only(events, "item").at(-1)).toMatchObject({
      isComplete: false,
      item: { kind: "command", status: "open" },
    });
  });

  test("is stopped when nobody follows it any more", async () => {
    const thread = await used.stage.start();
    used.stage.model.push({ match: "left alone", actions: [{ partial: "a" }, { hang: true }] });
    for await (const { type } of thread.ask(promptOf("left alone"))) if (type === "delta") break;
    expect(endOf(await ask(thread, "and now"))?.state).toBe("completed");
  });

  test("ends as interrupted when the agent is killed, and so does one that comes after", async () => {
    const thread = await used.stage.start();
    used.stage.model.push({ match: "die now", actions: [{ partial: "I was" }, { hang: true }] });
    const turn = follow(thread, "die now");
    await turn.seen("delta");
    process.kill(thread.pid ?? 0, "SIGKILL");
    const failure = { kind: "transport", message: expect.stringContaining("SIGKILL") };
    expect(endOf(await turn.over)).toMatchObject({ state: "interrupted", failure });
    expect(await ask(thread, "too late")).toMatchObject([{ type: "turn-ended", state: "interrupted", failure }]);
    await expect(thread.steer(promptOf("more"))).rejects.toThrow("No turn");
    expect(await thread.toolServers()).toBeNull();
    const again = await used.stage.resume(thread.thread);
    expect(endOf(await ask(again, "go on"))?.state).toBe("completed");
  });

  test("ends with the caller's signal; nothing is started after it, and nothing is left running", async () => {
    const { stage } = used;
    const cut = new AbortController();
    const thread = await stage.start({}, { signal: cut.signal });
    const { pid } = thread;
    stage.model.push({ match: "wait for it", actions: [{ partial: "a" }, { hang: true }] });
    const turn = follow(thread, "wait for it");
    await turn.seen("delta");
    cut.abort();
    expect(endOf(await turn.over)).toMatchObject({ state: "interrupted", failure: null });
    await expect(stage.start({}, { signal: cut.signal })).rejects.toThrow("aborted");
    await until(() => !existsSync(`/proc/${pid}`), { what: "the end of the process" });
    await Promise.all([thread.close(), thread.close()]);
    expect(stage.model.requests.filter(({ number }) => number === null)).toEqual([]);
    expect(stage.model.faults).toEqual([]);
  });

  test("answers what is asked between two events at once", async () => {
    const thread = await used.stage.start(asking);
    used.stage.model.push([escalated("echo one"), escalated("echo two")], [{ text: "Both." }]);
    const events = await ask(thread, "both", answering(thread, "once"));
    expect(itemsIn(events).map(({ kind }) => kind)).toEqual(["command", "command", "reply"]);
  });
});
