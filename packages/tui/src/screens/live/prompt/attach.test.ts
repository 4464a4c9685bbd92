import type { Offer, RunId } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { DrivenLive, newBeginning, restoreBeginning, runStarted } from "../../../../test/support/live.ts";
import { summary } from "../../../../test/support/plans.ts";
import { sampleAgents, testWorld } from "../../../../test/support/world.ts";
import { liveScreen } from "../index.ts";

const traits = sampleAgents.map((one) => ({ ...one, takesImages: true }));
const image = async (path: string) => {
  if (path.includes("gone")) throw new Error(`There is no file ${path}.`);
  return { path, sizeBytes: 34_000 };
};
const worldWith = () => testWorld({ traits, image });
const idle = (world = worldWith()) => new DrivenLive(restoreBeginning(), undefined, world).resumed();

function paste(live: DrivenLive, text: string): Promise<DrivenLive> {
  return live.tell({ type: "paste", text }).performs();
}

function type(live: DrivenLive, text: string): DrivenLive {
  for (const letter of text) live.press(letter === " " ? "space" : letter);
  return live;
}

/** What the agent was sent with the last message. */
function sentWith(live: DrivenLive): unknown {
  return live.tasks.findLast((task) => task.type === "send" || task.type === "run");
}

describe("an image", () => {
  test("pasted or dropped as a path is attached, shown, and sent with the message", async () => {
    const live = type(await paste(idle(), "'/tmp/a b.png' "), "what is it");
    expect(live.text).toContain("[image a b.png 34 kB]  ⌫ at the start removes it");
    expect(live.state.composer.buffer.text).toBe("what is it");
    live.press("enter");
    expect(sentWith(live)).toMatchObject({
      text: "what is it",
      inputs: [{ kind: "image", path: "/tmp/a b.png" }],
    });
    expect(live.state.attached).toEqual([]);
    expect(live.text).not.toContain("[image");
    const inputs = [{ kind: "image", path: "/tmp/a b.png" }] as const;
    live.happens({ type: "prompt-sent", promptId: "p", text: "what is it", isSteering: false, inputs });
    expect(live.text).toMatch(/› what is it\n+.*\+ image: \/tmp\/a b\.png/);
  });

  test("typed alone is attached with Enter; a space before it sends the path", async () => {
    const live = await type(idle(), "/tmp/x.png").press("enter").performs();
    expect(live.text).toContain("[image x.png 34 kB]");
    expect(live.controls.done).toEqual([]);
    expect(live.state.composer.buffer.text).toBe("");
    expect(live.press("enter").text).toContain("Write what to do with it.");
    const text = await type(idle(), " /tmp/x.png").press("enter").performs();
    expect(text.controls.done).toEqual(["send  /tmp/x.png"]);
  });

  test("is attached once, and Backspace at the start removes the last", async () => {
    const live = await paste(await paste(await paste(idle(), "/a.png"), "/a.png"), "/b.png");
    expect(live.text).toContain("[image a.png 34 kB] [image b.png 34 kB]");
    type(live, "x").press("backspace");
    expect(live.state.attached).toHaveLength(2);
    live.press("backspace");
    expect(live.text).toContain("[image a.png 34 kB]");
    expect(live.text).not.toContain("b.png");
  });

  test("that is none stays text, and why is said", async () => {
    const live = await paste(idle(), "/tmp/gone.png");
    expect(live.state.composer.buffer.text).toBe("/tmp/gone.png");
    expect(live.text).toContain("There is no file /tmp/gone.png. The path stays text.");
    const typed = await type(idle(), "/tmp/gone.png").press("enter").performs();
    expect(typed.text).toContain("Put a space before it to send it as text.");
    expect(typed.controls.done).toEqual([]);
  });

  test("stays text where the agent takes none", async () => {
    const live = await paste(new DrivenLive(restoreBeginning()).resumed(), "/tmp/x.png");
    expect(live.state.composer.buffer.text).toBe("/tmp/x.png");
    expect(live.text).toContain("Codex takes no images here: the path stays text.");
  });

  test("of the clipboard cannot be had, and that is said", () => {
    expect(idle().press("ctrl+v").text).toContain("Terminals give a program no images");
    expect(idle().tell({ type: "paste", text: "" }).text).toContain("Terminals give a program no images");
  });

  test("during a turn goes with a queued message, and comes back with it", async () => {
    const live = idle().happens(runStarted, { type: "turn-started", turn: null });
    type(await paste(live, "/tmp/x.png"), "look").press("enter");
    expect(live.text).toContain("queued 1: look [1 attached]");
    expect(live.controls.done).toEqual([]);
    live.press("up");
    expect(live.text).toContain("[image x.png 34 kB]");
    live.press("enter").turnEnds();
    expect(sentWith(live)).toMatchObject({ text: "look", inputs: [{ path: "/tmp/x.png" }] });
  });

  test("goes with the first message of a new session", async () => {
    const live = type(await paste(new DrivenLive(newBeginning, undefined, worldWith()).waits(), "/x.png"), "look");
    live.press("enter");
    expect(sentWith(live)).toMatchObject({
      type: "run",
      prompt: "look",
      inputs: [{ kind: "image", path: "/x.png" }],
    });
  });

  test("that is still being read is not left behind by an early Enter or Tab", async () => {
    for (const [live, key] of [
      [idle(), "enter"],
      [idle().happens(runStarted, { type: "turn-started", turn: null }), "tab"],
    ] as const) {
      type(live, "look").tell({ type: "paste", text: "/tmp/x.png" }).press(key);
      expect(live.text).toContain("The image is still being read.");
      expect([sentWith(live), live.state.queued]).toEqual([undefined, []]);
      await live.performs();
      live.press(key);
      const gone = key === "enter" ? sentWith(live) : live.state.queued[0];
      expect(gone).toMatchObject({ text: "look", inputs: [{ path: "/tmp/x.png" }] });
    }
  });

  test("goes with the text to an interrupted session that is resumed instead, beside what is kept there", async () => {
    const world = worldWith();
    const kept = { kind: "image", path: "/old.png" } as const;
    world.saved.set("codex:t-1", { text: "old", cursor: 3, savedAt: world.now(), inputs: [kept] });
    const live = type(await paste(new DrivenLive(newBeginning, undefined, world).waits(), "/new.png"), "look").press(
      "enter",
    );
    const offer: Offer = {
      mode: "resume",
      prompt: null,
      run: "r-cut" as RunId,
      agent: "codex",
      session: summary("t-1").id,
      state: "interrupted",
      startedAt: world.now(),
    };
    live.tell({ type: "offered", offered: { offer, session: summary("t-1") } });
    await live.waits().press("y").performs();
    expect(world.saved.get("codex:t-1")).toMatchObject({
      text: "old\n\nlook",
      inputs: [kept, { kind: "image", path: "/new.png" }],
    });
    expect(world.saved.get("new:/home/me/shop")).toMatchObject({ text: "" });
    expect(world.saved.get("new:/home/me/shop")?.inputs ?? []).toEqual([]);
  });

  test("that the agent refuses is back with its text; nothing is sent", async () => {
    const live = type(await paste(idle(), "/x.png"), "look");
    live.controls.send = async () => Promise.reject(new Error("/x.png is larger than 10 MB."));
    await live.press("enter").performs();
    expect(live.text).toContain("/x.png is larger than 10 MB.");
    expect(live.state.composer.buffer.text).toBe("look");
    expect(live.text).toContain("[image x.png");
    expect(live.state.phase).toBe("idle");
  });
});

describe("a draft", () => {
  test("keeps what is attached, without a text too, and it is there after a restart", async () => {
    const world = worldWith();
    await (await paste(idle(world), "/x.png")).performs();
    expect(world.saved.get("codex:t-1")).toMatchObject({
      text: "",
      inputs: [{ kind: "image", path: "/x.png" }],
    });
    expect(idle(world).text).toContain("[image x.png]");
  });

  test("says that an image has vanished", async () => {
    const world = worldWith();
    world.saved.set("codex:t-1", {
      text: "look",
      cursor: 4,
      savedAt: world.now(),
      inputs: [{ kind: "image", path: "/gone.png" }],
    });
    const live = await idle(world).performs();
    expect(live.text).toContain("/gone.png is not attached any more");
    expect(live.state.attached).toEqual([]);
    expect(live.state.composer.buffer.text).toBe("look");
  });

  test("keeps the image of a message until the agent has it, then no longer", async () => {
    const world = worldWith();
    const live = type(await paste(idle(world), "/x.png"), "look");
    await (await live.press("enter").performs()).waits().performs();
    expect(world.saved.get("codex:t-1")).toMatchObject({ text: "", inputs: [{ path: "/x.png" }] });
    await live.happens({ type: "prompt-persisted" } as never).performs();
    liveScreen.leave?.(live.state, world);
    expect(world.saved.get("codex:t-1")?.inputs ?? []).toEqual([]);
  });
});
