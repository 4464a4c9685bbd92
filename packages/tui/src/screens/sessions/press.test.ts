import type { Offer, RunId, SessionId, Timestamp } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { Driven } from "../../../test/support/drive.ts";
import { summary } from "../../../test/support/plans.ts";
import { pageTold, sessionsFrom } from "../../../test/support/session-list.ts";
import { sampleAgents, testWorld } from "../../../test/support/world.ts";
import { begin, sessionsScreen } from "./index.ts";
import { offerLine } from "./offer/offer.ts";

const opened = () => new Driven(sessionsScreen, begin(testWorld()), { columns: 100, rows: 30 });
const listed = (count = 3) => opened().tell(pageTold(sessionsFrom(count)));
const first = sessionsFrom(1)[0];
const chosenIn = (driven: ReturnType<typeof opened>) => /› .*?(Task \d+|Held|Hollow)/.exec(driven.text)?.[1];

describe("Enter on the chosen session", () => {
  it("views it at its end", () => {
    expect(listed().press("enter").went).toEqual([
      { to: { screen: "viewer", session: first, at: null, search: null } },
    ]);
  });

  it.each([
    ["Restore", 1, ["resume", "replay"]],
    ["Replay", 2, ["replay"]],
    ["GPT Restore", 3, ["handoff"]],
  ])("with %s chosen opens the preflight of just that", (_, steps, modes) => {
    const right = Array.from({ length: steps }, () => "right");
    expect(listed().press(...right, "enter").went).toEqual([
      { to: { screen: "restore", session: first, modes, isStepwise: false, plan: null } },
    ]);
  });

  it("wraps around the actions both ways", () => {
    const modes = (...keys: string[]) => listed().press(...keys, "enter").went[0];
    expect(modes("left")).toEqual(modes("tab", "tab", "tab"));
    expect(modes("right", "right", "right", "tab")).toEqual(modes());
    expect(modes("tab", "shift+tab")).toEqual(modes());
  });

  it("does not restore a session that is open elsewhere, and says where", () => {
    const held = summary("h", {
      title: "Held",
      state: "working",
      owner: { pid: 4711, program: "codex", terminal: null },
    });
    const driven = opened()
      .tell(pageTold([held]))
      .press("right", "enter");
    expect(driven.went).toEqual([]);
    expect(driven.text).toContain("Restore: open in codex (process 4711). Close it there, or choose Replay.");
    expect(driven.press("right").text).not.toContain("Restore: open");
    expect(driven.press("enter").went).toHaveLength(1);
  });

  it("does not go on saying that it is open elsewhere when it is not any more", () => {
    const held = summary("h", { state: "working", owner: { pid: 4711, program: "codex", terminal: null } });
    const driven = opened()
      .tell(pageTold([held]))
      .press("right", "enter");
    driven.tell(pageTold([{ ...held, owner: { pid: 4712, program: "codex", terminal: null } }]));
    expect(driven.text).toContain("Restore: open in codex (process 4712).");
    driven.tell(pageTold([summary("h", { state: "interrupted" })]));
    expect(driven.text).not.toContain("open in codex");
    expect(driven.press("enter").went).toHaveLength(1);
  });

  it("does not tell what was never said", () => {
    const hollow = summary("h", { title: "Hollow", state: "empty" });
    const driven = opened()
      .tell(pageTold([hollow]))
      .press("left", "enter");
    expect(driven.went).toEqual([]);
    expect(driven.text).toContain("GPT Restore: it has no messages yet.");
  });
});

describe("moving", () => {
  it("goes by one, by pages and to both ends, and stays within the list", () => {
    const driven = listed(50);
    expect(chosenIn(driven)).toBe("Task 1");
    expect(chosenIn(driven.press("up"))).toBe("Task 1");
    expect(chosenIn(driven.press("down", "j"))).toBe("Task 3");
    expect(chosenIn(driven.press("k"))).toBe("Task 2");
    expect(chosenIn(driven.press("pageDown"))).toBe("Task 22");
    expect(driven.text).toContain("Showing 3–22 of 50 · This project");
    expect(chosenIn(driven.press("end"))).toBe("Task 50");
    expect(chosenIn(driven.press("down"))).toBe("Task 50");
    expect(chosenIn(driven.press("pageUp"))).toBe("Task 30");
    expect(chosenIn(driven.press("home"))).toBe("Task 1");
    expect(chosenIn(driven.wheel(3))).toBe("Task 4");
  });
});

describe("other keys", () => {
  it("quit at once without side effects; Esc never does", () => {
    for (const [key, go] of [
      ["q", { quit: 0 }],
      ["ctrl+c", { quit: 0 }],
      ["escape", { escape: true }],
    ] as const) {
      const driven = listed();
      const before = driven.tasks.length;
      expect(driven.press(key).went).toEqual([go]);
      expect(driven.tasks).toHaveLength(before);
    }
  });

  it("quit from a search, a filter and a panel by Ctrl-C too", () => {
    for (const keys of [["s", '"log"'], ["f"], ["f", "down", "enter"]])
      expect(
        listed()
          .press(...keys, "ctrl+c")
          .went.at(-1),
      ).toEqual({ quit: 0 });
  });

  it("change the scope and what is left out, keeping the chosen session", () => {
    const driven = listed().press("down");
    for (const [key, query] of [
      ["a", { scope: "all", includeEmpty: false }],
      [".", { scope: "all", includeEmpty: true, subagents: true, archived: true }],
      ["A", { scope: { workspace: "/home/me/shop" }, archived: true }],
      [".", { includeEmpty: false, subagents: false, archived: false }],
      [".", { includeEmpty: true, subagents: true, archived: true }],
    ] as const) {
      driven.press(key);
      expect(driven.tasks.at(-1)).toMatchObject({
        do: "list",
        reach: "first",
        query: { ...query, limit: 50 },
      });
      const { epoch } = driven.state.list;
      driven.tell(pageTold(sessionsFrom(5), {}, { epoch }));
      expect(chosenIn(driven)).toBe("Task 2");
    }
    expect(driven.text).toContain("also listed: without messages, sub-agents, archived, hidden (. leaves them out)");
  });

  it("are not needed where all sessions are wanted from the start", () => {
    const { state, tasks } = begin(testWorld(), { isAll: true });
    expect(state.filters.isAll).toBe(true);
    expect(tasks).toMatchObject([{ do: "list", query: { scope: "all" } }]);
  });

  it("drop the answer to an older question", () => {
    const driven = opened()
      .press("a")
      .tell(pageTold(sessionsFrom(3), {}, { epoch: 0 }));
    expect(driven.text).toContain("Looking for sessions…");
  });

  it.each(["y", "c"])("%s copies the whole id", (key) => {
    const driven = listed().press(key);
    expect(driven.tasks.at(-1)).toEqual({ do: "copy", text: "codex:t1" });
    expect(driven.text).toContain("Copied codex:t1");
  });

  it("Y copies the command that opens it in its agent", () => {
    expect(listed().press("down", "Y").tasks.at(-1)).toMatchObject({
      do: "copy-command",
      session: { id: "codex:t2" },
    });
  });

  it("open help, and show what was going on", () => {
    const driven = listed().tell({ type: "status", isAll: false, interruptedCount: 2, newest: null, waitingCount: 0 });
    expect(driven.text).toContain("2 interrupted (r)");
    driven.press("r", "?");
    expect(driven.went).toMatchObject([{ to: { screen: "status" } }, { to: { screen: "help", title: "Sessions" } }]);
  });

  it("R continues what was cut off: the selected session if it was, else the one that is named", () => {
    const id = "codex:cut" as SessionId;
    const [cut = null] = sessionsFrom(1, { id, title: "Port the parser", state: "interrupted" });
    const completed = () => opened().tell(pageTold(sessionsFrom(3, { state: "completed" })));
    const status = { type: "status", isAll: false, interruptedCount: 1, newest: cut, waitingCount: 0 } as const;
    const driven = completed().tell(status);
    expect(driven.text).toContain("1 interrupted (r) · R continues “Port the parser”");
    expect(driven.press("R").went).toMatchObject([
      { to: { screen: "restore", session: { id: "codex:cut" }, modes: ["resume", "replay"] } },
    ]);
    const [limited = null] = sessionsFrom(1, { id, title: "Port the parser", state: "parked" });
    expect(completed().tell({ ...status, newest: limited }).text).toContain("1 parked (r)");
    const selected = opened().tell(pageTold(sessionsFrom(2, { state: "interrupted" })));
    selected.tell({ type: "status", isAll: false, interruptedCount: 3, newest: cut, waitingCount: 0 }).press("down");
    expect(selected.text).toContain("R continues “Task 2”");
    expect(selected.press("R").went).toMatchObject([{ to: { screen: "restore", session: { title: "Task 2" } } }]);
    const none = completed().tell({ ...status, interruptedCount: 0, newest: null });
    expect(none.press("R").text).toContain("Nothing was cut off here.");
  });

  it("R that comes before it is known what was cut off waits for that; another key takes it back", () => {
    const [cut = null] = sessionsFrom(1, { id: "codex:cut" as SessionId, state: "interrupted" });
    const status = { type: "status", isAll: false, interruptedCount: 1, newest: cut, waitingCount: 0 } as const;
    const completed = pageTold(sessionsFrom(3, { state: "completed" }));
    const restored = [{ to: { screen: "restore", session: { id: "codex:cut" } } }];
    expect(opened().press("R").tell(completed).tell(status).went).toMatchObject(restored);
    expect(opened().tell(completed).press("R").tell(status).went).toMatchObject(restored);
    expect(
      opened()
        .press("R")
        .tell(pageTold(sessionsFrom(1, { state: "interrupted" }))).went,
    ).toHaveLength(1);
    expect(opened().tell(completed).press("R", "down").tell(status).went).toEqual([]);
  });

  it("show what runs, also where nothing was interrupted", () => {
    const driven = listed().tell({ type: "status", isAll: false, interruptedCount: 0, newest: null, waitingCount: 0 });
    expect(driven.press("r").went).toMatchObject([{ to: { screen: "status" } }]);
  });

  it("show warnings in one line, and all of them on W", () => {
    const warnings = ["/a", "/b"].map((path) => ({
      kind: "unreadable" as const,
      path,
      detail: "no permission",
    }));
    const driven = opened().tell(pageTold(sessionsFrom(3), {}, { warnings }));
    expect(driven.text).toContain("2 warnings (w): /a: no permission");
    expect(driven.press("w").text).toContain("/b: no permission");
    expect(driven.press("escape").text).not.toContain("/b: no permission");
    expect(driven.went).toEqual([]);
  });
});

describe("the filter", () => {
  it("counts each option, narrows the list, and goes with Esc", () => {
    const driven = listed().press("f");
    const counting = driven.tasks.at(-1);
    expect(counting).toMatchObject({ do: "count" });
    if (counting?.do === "count")
      expect(counting.asked.find(({ option }) => option === "state failed")?.query).toEqual({
        scope: { workspace: "/home/me/shop" },
        includeEmpty: false,
        subagents: false,
        archived: false,
        includeHidden: false,
        state: "failed",
        limit: 1,
      });
    driven.tell({ type: "counted", option: "state interrupted", count: 1234 });
    expect(driven.text).toMatch(/○ interrupted\s+1,234/);
    driven.press(...Array(4).fill("down"), "enter");
    expect(driven.tasks.at(-1)).toMatchObject({ do: "list", query: { state: "interrupted" } });
    driven.tell(pageTold(sessionsFrom(1), {}, { epoch: 1 }));
    expect(driven.text).toContain("Showing 1–1 of 1 · This project · only interrupted");
    driven.press("escape");
    expect(driven.went).toEqual([]);
    expect(driven.tasks.at(-1)).toMatchObject({
      do: "list",
      query: { scope: { workspace: "/home/me/shop" } },
    });
    expect(driven.state.filters.state).toBeNull();
  });

  it("takes a state and an agent when it stays open", () => {
    const driven = listed().press("f", "down", "down", "space", ...Array(10).fill("down"), "enter");
    expect(driven.state.filters).toMatchObject({ state: "working", agent: "codex" });
    expect(driven.state.panel).toBeNull();
  });
});

describe("an interrupted run that can go on", () => {
  const offer: Offer = {
    mode: "resume",
    prompt: null,
    run: "run-1" as RunId,
    session: "codex:t2" as SessionId,
    agent: "codex",
    startedAt: "2026-02-15T10:32:00.000Z" as Timestamp,
    state: "interrupted",
  };
  const session = summary("t2");
  const appeared = () => listed().tell({ type: "offered", offered: { offer, session } });
  const offered = () => {
    const driven = appeared();
    return driven.tell({ type: "offer-ready", edition: driven.state.offerGuard.edition });
  };

  it("a key in its first moment answers nothing, and starts the moment again", () => {
    const driven = appeared();
    const { edition } = driven.state.offerGuard;
    driven.press("n", "y", "escape").tell({ type: "offer-ready", edition }).press("n");
    expect(driven.state.offer).not.toBeNull();
    expect(driven.bright).toContain("Resume? ");
    expect(driven.bright).not.toContain("[y/n]");
    driven.tell({ type: "offer-ready", edition: driven.state.offerGuard.edition });
    expect(driven.bright).toContain("[y/n]");
    driven.press("n");
    expect(driven.state.offer).toBeNull();
  });

  const question = '"Fix the flaky test" (2026-02-15 10:32 UTC) was interrupted. Resume? [y/n]';

  it("is offered in the status line; yes restores it", () => {
    const driven = offered();
    expect(driven.text).toContain(question);
    expect(driven.press("y").went).toEqual([
      {
        to: {
          screen: "restore",
          session,
          modes: ["resume", "replay"],
          isStepwise: false,
          plan: null,
        },
      },
    ]);
    expect(driven.text).not.toContain(question);
  });

  it("is answered by a click as by its key, and like it not in its first moment", () => {
    const early = appeared().click("[y");
    expect(early.went).toEqual([]);
    expect(early.text).toContain(question);
    expect(offered().click("[y").went).toMatchObject([{ to: { screen: "restore", session } }]);
    expect(offered().click("n]").tasks).toContainEqual({ do: "decline", run: "run-1" });
  });

  it("keeps the question whole where the title or the prompt is long", () => {
    const at = (columns: number) => offerLine({ offer, session }, columns);
    expect([at(74), at(73), at(40)]).toEqual([
      question,
      '"Fix the flaky test" was interrupted. Resume? [y/n]',
      '"Fix th…" was interrupted. Resume? [y/n]',
    ]);
    const long = { ...offer, prompt: "build a bridge over the river ".repeat(9) };
    const driven = new Driven(sessionsScreen, begin(testWorld()), { columns: 80, rows: 24 })
      .tell(pageTold(sessionsFrom(1)))
      .tell({ type: "offered", offered: { offer: long, session: null } });
    expect(driven.text).toContain('10:32 UTC: "build a bridge over t…". Use it? [y/n]\n');
  });

  it("no is remembered, and begins a new session", () => {
    const driven = offered().press("n");
    expect(driven.tasks.slice(-2)).toEqual([{ do: "decline", run: "run-1" }, { do: "find-agents" }]);
    expect(driven.text).not.toContain(question);
    driven.tell({
      type: "agents",
      choices: sampleAgents.slice(0, 1).map((one) => ({ ...one, whyNot: null })),
      usual: "codex",
    });
    expect(driven.went).toMatchObject([{ to: { screen: "live", begin: { kind: "new" } } }]);
  });

  it("is not answered while something else stands in its line", () => {
    const driven = offered().press("c");
    expect(driven.text).not.toContain(question);
    driven.press("n");
    expect(driven.tasks.at(-1)).toEqual({ do: "find-agents" });
    expect(driven.tasks).not.toContainEqual({ do: "decline", run: "run-1" });
    expect(driven.text).toContain(question);
  });

  it("is shown again by a yes that came while something else stood in its line", () => {
    const driven = offered().press("c");
    const before = driven.tasks.length;
    driven.press("y");
    expect(driven.text).toContain(question);
    expect(driven.tasks.slice(before)).toMatchObject([{ do: "wait-for-offer" }]);
    expect(driven.went).toEqual([]);
  });

  it("Esc does neither, and the next one does not quit", () => {
    const driven = offered();
    const before = driven.tasks.length;
    driven.press("escape");
    expect(driven.tasks).toHaveLength(before);
    expect(driven.went).toEqual([]);
    expect(driven.press("escape").went).toEqual([{ escape: true }]);
  });

  it("is asked for once, and only of this project", () => {
    const driven = listed();
    const asked = () => driven.tasks.filter((task) => task.do === "offer").length;
    expect(asked()).toBe(1);
    driven.press(".").tell(pageTold(sessionsFrom(2), {}, { epoch: 1 }));
    expect(asked()).toBe(1);
    driven.tell({ type: "offered", offered: { offer, session } }).press("a");
    expect(driven.text).not.toContain(question);
    const away = opened()
      .press("a")
      .tell(pageTold(sessionsFrom(2), {}, { epoch: 1 }));
    expect(away.tasks.map((task) => task.do)).not.toContain("offer");
  });
});
