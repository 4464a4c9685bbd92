import { existsSync } from "node:fs";
import { join } from "node:path";
import { asThreadId } from "@reprise/model";
import { expect } from "vitest";
import { familyMembers } from "../agents/family.ts";
import { commandIn, endOf, expectStream, expectThread, holdsText, mentions, repliesIn } from "./driver-events.ts";
import { type Check, contentsOf, failureOf, say } from "./driver-stage.ts";

const flagLike = "--help";
const tricky = `-x "double" 'single' $(echo boom) \`tick\` \\n\nsecond line\t\n\n漢字 🎉 e\u0301 \u2028 end`;
const greeting = "Good morning to you. Überprüft ✓ 漢字 🎉";

/** Checks for when all goes well, and for when there is nothing to resume. */
export const lifeChecks: Readonly<Record<string, Check>> = {
  "starts a thread, and gives a turn from its first to its last event": async ({
    driver,
    model,
    lines,
    launch,
    threads,
  }) => {
    model.push([{ reasoning: "A greeting." }, { text: greeting, chunks: 4 }]);
    const live = await driver.start(launch());
    const events = await say(live, flagLike);
    expect(endOf(events)).toMatchObject({ state: "completed", failure: null });
    expect(repliesIn(events)).toEqual([greeting]);
    expectStream(events, driver.can.streams ? [greeting] : []);
    expectThread(events, live);
    expect(holdsText(await model.arrived(1), flagLike)).toBe(true);
    const came = lines.filter(({ direction }) => direction === "in").map(({ line }) => line);
    expect(came.some((line) => line.includes("漢字 🎉"))).toBe(true);
    threads.first = live.thread;
    await live.close();
    expect(familyMembers()).toEqual([]);
  },

  "goes on with the thread, and runs a command": async ({ driver, model, home, launch, threads, given, scratch }) => {
    const before = await contentsOf(home);
    const asked = model.requests.length;
    const call = given.agent.shellCall("printf '%s-%s\\n' made by-tool | tee made.txt");
    model.push([{ text: "I run it." }, { call }], [{ text: "It ran." }]);
    const live = await driver.resume(asThreadId(threads.first ?? ""), launch(given.wide));
    const events = await say(live, tricky);
    expect(endOf(events)).toMatchObject({ state: "completed", failure: null });
    expect(repliesIn(events)).toEqual(["I run it.", "It ran."]);
    expect(commandIn(events)).toMatchObject({
      status: "done",
      output: expect.stringContaining("made-by-tool"),
    });
    expect(existsSync(join(scratch.workspace, "made.txt"))).toBe(true);
    expectThread(events, live);
    expect(live.thread).toBe(threads.first);
    const request = await model.arrived(asked + 1);
    expect([flagLike, tricky].map((text) => holdsText(request, text))).toEqual([true, true]);
    expect(mentions(request, greeting)).toBe(true);
    threads.wide = live;
    if (given.isAppendOnly === false) return;
    const after = await contentsOf(home);
    for (const [path, bytes] of before) expect(after.get(path)?.subarray(0, bytes.length).equals(bytes)).toBe(true);
  },

  "refuses a thread that is not there": async ({ driver, launch, given }) => {
    for (const id of ["--help", "-x", "../up", "", given.unknownThread]) {
      const failure = await failureOf(() => driver.resume(asThreadId(id), launch()));
      expect(failure).toMatchObject({ kind: "thread-missing" });
    }
  },

  "says what to install when the agent is not there": async ({ driver, launch, scratch }) => {
    const failure = await failureOf(() => driver.start(launch({}, { program: join(scratch.root, "nowhere") })));
    expect(failure).toMatchObject({
      kind: "agent-missing",
      message: expect.stringMatching(/REPRISE_\w+_BIN/),
    });
  },
};
