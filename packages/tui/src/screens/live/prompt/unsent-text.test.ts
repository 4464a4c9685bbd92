import { describe, expect, test } from "vitest";
import { DrivenLive, newBeginning, restoreBeginning, runStarted } from "../../../../test/support/live.ts";
import { resumePlan } from "../../../../test/support/plans.ts";
import { testWorld } from "../../../../test/support/world.ts";
import { liveScreen } from "../index.ts";

const gone = { kind: "transport", message: "The agent has gone.", resetsAt: null } as const;
const written = ({ state }: DrivenLive) => state.composer.buffer.text;
const draftOf = ({ world }: DrivenLive) => world.saved.get("codex:t-1")?.text;

/** A turn with these texts queued, by an agent that takes no input during it. */
function queued(...texts: readonly string[]): DrivenLive {
  const live = new DrivenLive(restoreBeginning()).resumed().press('"first"', "enter");
  live.happens({ type: "prompt-persisted", promptId: "p" });
  for (const text of texts)
    live.press(`"${text}"`, "enter").tell({ type: "steer-refused", text, reason: "it does not listen" });
  return live;
}

describe("what waits for the end of a turn", () => {
  test("is on disk with what stands in the composer", async () => {
    const live = queued("second", "third").press('"fourth"').waits();
    await live.performs();
    expect(draftOf(live)).toBe("second\n\nthird\n\nfourth");
  });

  test("is the person's again when the agent dies, and is kept when they leave", () => {
    const live = queued("second").press('"third"').tell({ type: "run-over", failure: gone });
    expect(written(live)).toBe("second\n\nthird");
    expect(live.state.queued).toEqual([]);
    liveScreen.leave?.(live.state, live.world);
    expect(draftOf(live)).toBe("second\n\nthird");
  });

  test("is kept when they quit in the middle of the turn", () => {
    const live = queued("second").press("ctrl+c", "ctrl+c");
    live.turnEnds({ state: "interrupted" }).tell({ type: "run-over", failure: null });
    liveScreen.leave?.(live.state, live.world);
    expect(draftOf(live)).toBe("second");
  });

  test("is no draft any more once it was sent", async () => {
    const live = queued("second").waits();
    await live.performs();
    expect(draftOf(live)).toBe("second");
    await live.turnEnds().performs();
    expect([live.controls.done.at(-1), draftOf(live)]).toEqual(["send second", ""]);
  });
});

describe("words that were sent, and that the agent has not written down", () => {
  test("are in the composer again when it dies, before what was written since", () => {
    const live = new DrivenLive(restoreBeginning()).resumed().press('"do it"', "enter", '"and then"');
    live.tell({ type: "run-over", failure: gone });
    expect(written(live)).toBe("do it\n\nand then");
    expect(live.text).toContain("Your last message did not reach the agent");
    expect(live.text.match(/do it/g)).toHaveLength(1);
  });

  test("in a session that has its name already are too", () => {
    const live = new DrivenLive(newBeginning).press('"do it"', "enter");
    live.happens(runStarted, { type: "thread", thread: "t-new" as never, isPersisted: false });
    live.tell({ type: "run-over", failure: gone });
    expect([written(live), live.state.phase]).toEqual(["do it", "ended"]);
  });

  test("are not said twice where it has", () => {
    const live = new DrivenLive(restoreBeginning()).resumed().press('"do it"', "enter");
    live.happens({ type: "prompt-persisted", promptId: "p" }).tell({ type: "run-over", failure: gone });
    expect(written(live)).toBe("");
  });

  test("come back after the death of us both, by the plan, with the draft after them", () => {
    const world = testWorld();
    const plan = resumePlan({ unsentPrompt: "do it" });
    const open = () => new DrivenLive(restoreBeginning({ plan }), undefined, world);
    expect(written(open())).toBe("do it");
    expect(open().text).toContain("Your last message did not reach the agent");
    world.drafts.save("codex:t-1", { text: "and then", cursor: 3, savedAt: world.now() });
    expect(written(open())).toBe("do it\n\nand then");
    world.drafts.save("codex:t-1", { text: "do it\n\nand then", cursor: 3, savedAt: world.now() });
    expect(written(open())).toBe("do it\n\nand then");
  });
});

describe("a draft that cannot be written", () => {
  const full = "Your draft could not be kept. Copy it before you leave.";

  test("is said, tried again, and taken for kept only when it is", async () => {
    const saved: string[] = [];
    let isFull = true;
    const save = (_place: string, { text }: { readonly text: string }) => {
      if (isFull) throw new Error(full);
      saved.push(text);
    };
    const world = testWorld({ drafts: { load: () => null, save } });
    const live = new DrivenLive(restoreBeginning(), undefined, world).resumed().press('"abc"').waits();
    await live.performs();
    expect(live.text).toContain(`! ${full}`);
    expect(live.tasks.filter((task) => task.type === "wait" && task.message.type === "draft-due")).toMatchObject([
      { ms: 5000 },
    ]);
    expect(() => liveScreen.leave?.(live.state, world)).toThrow(full);
    isFull = false;
    await live.waits().performs();
    expect([saved, live.text.includes(full)]).toEqual([["abc"], false]);
  });
});

test("an editor that fails leaves what stands in the composer, also what is not on disk yet", async () => {
  const world = testWorld();
  world.drafts.save("codex:t-1", { text: "old", cursor: 3, savedAt: world.now() });
  const live = new DrivenLive(restoreBeginning(), undefined, world).resumed().press('" and new"', "ctrl+g");
  await live.tell({ type: "failed", reason: "The editor could not be started." }).tell({ type: "returned" }).performs();
  expect(written(live)).toBe("old and new");
});

describe("Enter on words that came there by themselves", () => {
  const draft = { text: "a brief", cursor: 7, savedAt: "2026-11-15T12:00:00.000Z" as never };
  const opened = () => new DrivenLive({ kind: "new", draft, from: null });
  const isRunning = ({ tasks }: DrivenLive) => tasks.some(({ type }) => type === "run");

  test("counts only when it was not pressed for what stood there before, however long it is held", () => {
    const live = opened();
    expect(live.text).toContain("Enter  send");
    expect(live.bright).not.toContain("Enter  send");
    live.press("enter", "enter", "enter");
    expect(isRunning(live)).toBe(false);
    expect(live.text).toContain("Press Enter again to send");
    live.tell({ type: "enter-ready", edition: 1 }).press("enter");
    expect(isRunning(live)).toBe(false);
    expect(live.waits().bright).toContain("Enter  send");
    expect(isRunning(live.press("enter"))).toBe(true);
  });

  test("does not count sooner after other keys, which may have been typed for the screen before", () => {
    const live = opened().press("x", "enter");
    expect(isRunning(live)).toBe(false);
    expect(isRunning(live.tell({ type: "enter-ready", edition: 2 }).press("enter"))).toBe(true);
  });

  test("a draft of another day is not sent by an Enter for the handshake", async () => {
    const world = testWorld();
    world.drafts.save("codex:t-1", { text: "delete it all", cursor: 0, savedAt: world.now() });
    const live = new DrivenLive(restoreBeginning(), undefined, world).press("enter").resumed();
    await live.press("enter").performs();
    expect(live.controls.done).toEqual([]);
    await live.waits().press("enter").performs();
    expect(live.controls.done).toEqual(["send delete it all"]);
  });
});
