import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LiveThread } from "@reprise/core";
import { asThreadId, type RunEvent } from "@reprise/model";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { familyMembers } from "../agents/family.ts";
import { disposeAll } from "../agents/process.ts";
import { until } from "../host/poll.ts";
import {
  contentsOf,
  type DriverCase,
  type DriverStage,
  endOf,
  failureOf,
  holdsText,
  mentions,
  repliesIn,
  say,
  setStage,
} from "./driver-stage.ts";

export type { DriverCase } from "./driver-stage.ts";

const flagLike = "--help";
const tricky = `-x "double" 'single' $(echo boom) \`tick\` \\n\nsecond line\t\n\n漢字 🎉 e\u0301 \u2028 end`;
const long = `--version ${"0123456789 \"é漢🎉'\n".repeat(5500)}end`;
const greeting = "Good morning to you. Überprüft ✓ 漢字 🎉";

/** What every driver must do, with the real agent and a scripted model. */
export function describeDriver(name: string, given: DriverCase): void {
  const { driver, skips = {} } = given;
  const check = (title: string, run: () => Promise<void>) =>
    title in skips ? test.skip(`${title} (skipped: ${skips[title]})`, run) : test(title, run);

  describe(`${name}, driving the real agent`, { timeout: 90_000 }, () => {
    let stage: DriverStage;
    let first: string;
    let broken: LiveThread;
    beforeAll(async () => {
      stage = await setStage(given);
    });
    afterAll(async () => {
      await disposeAll();
      await stage.model.close();
      await stage.scratch.remove();
    });

    check("starts a thread, and gives a turn from its first to its last event", async () => {
      stage.model.push([{ reasoning: "A greeting." }, { text: greeting, chunks: 4 }]);
      const live = await driver.start(stage.launch());
      const events = await say(live, flagLike);
      expect(endOf(events)).toMatchObject({ state: "completed", failure: null });
      expect(repliesIn(events)).toEqual([greeting]);
      expectStream(events, driver.can.streams ? [greeting] : []);
      expectThread(events, live);
      expect(holdsText(await stage.model.arrived(1), flagLike)).toBe(true);
      const came = stage.lines.filter(({ direction }) => direction === "in").map(({ line }) => line);
      expect(came.some((line) => line.includes("漢字 🎉"))).toBe(true);
      first = live.thread ?? "";
      await live.close();
      expect(live.pid).toBeNull();
    });

    check("goes on with the thread, and runs a command", async () => {
      const before = await contentsOf(stage.home);
      const asked = stage.model.requests.length;
      const call = given.agent.shellCall("printf '%s-%s\\n' made by-tool | tee made.txt");
      stage.model.push([{ text: "I run it." }, { call }], [{ text: "It ran." }]);
      const live = await driver.resume(asThreadId(first), stage.launch(given.wide));
      const events = await say(live, tricky);
      expect(endOf(events)).toMatchObject({ state: "completed", failure: null });
      expect(repliesIn(events)).toEqual(["I run it.", "It ran."]);
      expect(commandIn(events)).toMatchObject({
        status: "done",
        output: expect.stringContaining("made-by-tool"),
      });
      expect(existsSync(join(stage.scratch.workspace, "made.txt"))).toBe(true);
      expectThread(events, live);
      expect(live.thread).toBe(first);
      const request = await stage.model.arrived(asked + 1);
      expect([flagLike, tricky].map((text) => holdsText(request, text))).toEqual([true, true]);
      expect(mentions(request, greeting)).toBe(true);
      await live.close();
      if ("earlier bytes stay" in skips) return;
      const after = await contentsOf(stage.home);
      for (const [path, bytes] of before)
        expect(after.get(path)?.subarray(0, bytes.length).equals(bytes)).toBe(true);
    });

    check("refuses a thread that is not there", async () => {
      for (const id of ["--help", "-x", "../up", "", given.unknownThread]) {
        const failure = await failureOf(() => driver.resume(asThreadId(id), stage.launch()));
        expect(failure).toMatchObject({ kind: "thread-missing" });
      }
    });

    check("says what to install when the agent is not there", async () => {
      const gone = stage.launch({}, { program: join(stage.scratch.root, "nowhere") });
      const failure = await failureOf(() => driver.start(gone));
      expect(failure).toMatchObject({
        kind: "agent-missing",
        message: expect.stringMatching(/REPRISE_\w+_BIN/),
      });
    });

    check("stops a turn in the middle of a text", async () => {
      broken = await driver.start(stage.launch());
      const { reply, events, turn } = await hang(broken, "please tell me");
      await broken.interrupt();
      expect(endOf(await turn)).toMatchObject({ state: "interrupted", failure: null });
      expect(await stage.model.ended(reply)).toBe("cut");
      expectThread(events, broken);
      expect(familyMembers()).toEqual([...(broken.pid === null ? [] : [broken.pid])]);
    });

    check("tells when the agent was killed, and goes on with the thread", async () => {
      const { turn } = await hang(broken, "please tell me again");
      process.kill(broken.pid ?? 0, "SIGKILL");
      expect(endOf(await turn)).toMatchObject({ state: "interrupted", failure: { kind: "transport" } });
      const thread = broken.thread;
      await broken.close();
      const asked = stage.model.requests.length;
      const live = await driver.resume(asThreadId(thread ?? ""), stage.launch());
      const events = await say(live, long);
      expect(endOf(events)).toMatchObject({ state: "completed", failure: null });
      expect(live.thread).toBe(thread);
      const request = await stage.model.arrived(asked + 1);
      expect(holdsText(request, long)).toBe(true);
      expect(mentions(request, "please tell me")).toBe(true);
      await live.close();
    });

    check("tells why the model gave nothing", async () => {
      const live = await driver.resume(asThreadId(first), stage.launch());
      for (const { answer, kind } of given.failures) {
        stage.model.push([{ http: answer }]);
        expect(endOf(await say(live, "please fail"))).toMatchObject({ state: "failed", failure: { kind } });
      }
      await live.close();
    });

    check("leaves nothing behind when it is closed in the middle of a command", async () => {
      const started = join(stage.scratch.workspace, "started.txt");
      stage.model.push([{ call: given.agent.shellCall(`echo started > ${started}; sleep 300`) }]);
      const live = await driver.resume(asThreadId(first), stage.launch(given.wide));
      const turn = say(live, "please take long");
      await until(() => existsSync(started), { timeoutMs: 30_000, what: "the command to start" });
      await live.close();
      expect(endOf(await turn).state).toBe("interrupted");
      await until(() => familyMembers().length === 0, { what: "everything to be gone" });
    });

    check("asks nobody but the scripted model", async () => {
      expect(stage.model.requests.filter(({ number }) => number === null)).toEqual([]);
      expect(stage.model.faults).toEqual([]);
      expect(stage.model.waitingCount()).toBe(0);
    });

    /** A turn whose reply stops in the middle of a text; resolves when it does. */
    async function hang(live: LiveThread, prompt: string) {
      const reply = stage.model.requests.length + 1;
      stage.model.push([{ partial: "A text that never" }, { hang: true }]);
      const events: RunEvent[] = [];
      const turn = say(live, prompt, events);
      await stage.model.streamed({ reply, action: 2 });
      await until(() => live.thread, { what: "the thread's name" });
      return { reply, events, turn };
    }
  });
}

function expectThread(events: readonly RunEvent[], live: LiveThread): void {
  const told = events.flatMap((event) => (event.type === "thread" ? [event.thread] : []));
  expect(live.thread).not.toBeNull();
  expect([...new Set(told)]).toEqual([live.thread]);
}

/** Pieces come under the key of the item they become, and make up its text. */
function expectStream(events: readonly RunEvent[], texts: readonly string[]): void {
  const streamed = new Map<string, string>();
  for (const event of events)
    if (event.type === "delta" && event.kind === "reply")
      streamed.set(event.key, (streamed.get(event.key) ?? "") + event.text);
  expect([...streamed.values()]).toEqual(texts);
  const whole = events.flatMap((event) =>
    event.type === "item" && event.item.kind === "reply" ? [event.key] : [],
  );
  if (texts.length > 0) expect([...streamed.keys()]).toEqual([...new Set(whole)]);
}

function commandIn(events: readonly RunEvent[]) {
  return events.flatMap((event) =>
    event.type === "item" && event.isComplete && event.item.kind === "command" ? [event.item] : [],
  )[0];
}
