import { noPermissions, type RestoreMode, type RestorePlan, type Timestamp } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { Driven } from "../../../test/support/drive.ts";
import {
  busyPlan,
  drift,
  handoffPlan,
  refusedPlan,
  replayPlan,
  request,
  resumePlan,
  summary,
  widerPlan,
  widerSandbox,
} from "../../../test/support/plans.ts";
import { testWorld } from "../../../test/support/world.ts";
import type { Route } from "../../kernel/route.ts";
import { consentOf } from "../live/consent-of.ts";
import { begin, restoreScreen } from "./index.ts";
import type { Message, State, Task } from "./state.ts";

const at = "2026-11-15T12:00:01.000Z" as Timestamp;
const session = summary("a");
type Screen = Driven<State, Message, Task>;

function open(given: Partial<Route & { screen: "restore" }> = {}, size = { columns: 80, rows: 24 }): Screen {
  const modes: readonly RestoreMode[] = ["resume"];
  const opening = { screen: "restore", session, modes, isStepwise: false, plan: null, ...given } as const;
  return new Driven(restoreScreen, begin(opening, testWorld()), size);
}

/** Answers the last request for a plan, as the task would. */
function planned(driven: Screen, plan: RestorePlan): Screen {
  return driven.tell({ type: "planned", request: driven.state.request, plan, at });
}

/** What the conversation that it went to starts with. */
function granted({ went: [go] }: Screen) {
  const route = go !== undefined && "instead" in go ? go.instead : null;
  return route?.screen === "live" && route.begin.kind === "restore" ? consentOf(route.begin) : null;
}

const shown = (plan: RestorePlan, given: Partial<Route & { screen: "restore" }> = {}) => planned(open(given), plan);

test("a second Enter of the command that asked for the plan does not end the run of the conversation", () => {
  const driven = shown(resumePlan(), { conversation: { run: null } }).press("enter", "enter");
  expect(driven.went).toEqual([]);
  expect(driven.text).toContain("The plan is new.");
  driven.tell({ type: "enter-ready", edition: driven.state.enterGuard.edition }).press("enter");
  expect(driven.went).toMatchObject([{ back: true, chosen: { screen: "live" } }]);
});

const wishes = (driven: Screen) => driven.tasks.flatMap((task) => (task.type === "plan" ? [task.wish] : []));

describe("before there is a plan", () => {
  test("the first picture says what the summary tells, and asks for a plan that sends nothing", () => {
    const driven = open({ at: 3 });
    expect(driven.text).toContain("Resume: Fix the flaky test");
    expect(driven.text).toContain("Turns     4");
    expect(driven.text).toContain("Planning…");
    expect(driven.tasks).toHaveLength(1);
    expect(wishes(driven)[0]).toMatchObject({
      modes: ["resume"],
      isSilent: true,
      at: 3,
      allowsWider: false,
      to: null,
      settings: {},
    });
  });

  test("Enter does nothing yet, and says so", () => {
    const driven = open().press("enter");
    expect(driven.went).toEqual([]);
    expect(driven.text).toContain("The plan is not made yet.");
  });

  test("a plan that is too late is not shown", () => {
    const driven = open().press("r");
    driven.tell({ type: "planned", request: 0, plan: resumePlan(), at });
    expect(driven.text).toContain("Planning…");
    driven.tell({ type: "not-planned", request: 0, reason: "Much too late." });
    expect(driven.text).not.toContain("Much too late.");
  });

  test("a plan that could not be made says why, and r tries again", () => {
    const driven = open().tell({ type: "not-planned", request: 0, reason: "The disk is gone." });
    expect(driven.text).toContain("The disk is gone.");
    expect(driven.press("enter").went).toEqual([]);
    expect(driven.press("r").tasks).toHaveLength(2);
    expect(driven.text).toContain("Planning…");
  });

  test("a plan that is known is shown without asking", () => {
    const driven = open({ plan: replayPlan() });
    expect(driven.tasks.map(({ type }) => type)).toEqual(["wait"]);
    expect(driven.text).toContain("continues in a new thread that gets the history");
  });
});

describe("Enter", () => {
  const plan = resumePlan({
    approvals: [{ hash: "h", subject: "npm test", source: "saved" as const }],
    recap: "make was cut off.",
  });

  test("starts just the plan that is shown; approvals only when they were agreed to", () => {
    const driven = shown(plan).press("enter");
    expect(driven.went).toMatchObject([{ instead: { screen: "live", begin: { session, plan } } }]);
    const only = { trustsLog: false, allowsWider: false, segments: "send" };
    expect(granted(driven)).toMatchObject({ ...only, reappliesApprovals: false, sendsRecap: true });
    const approved = shown(plan).press("space", "enter");
    expect(granted(approved)).toMatchObject({ ...only, reappliesApprovals: true, sendsRecap: true });
    const unticked = shown(plan).press("tab", "space", "enter");
    expect(granted(unticked)).toMatchObject({ ...only, reappliesApprovals: false, sendsRecap: false });
  });

  test("approvals that only the agent's log claims have a tick of their own, which is off", () => {
    const claimed = { hash: "l", subject: "curl", source: "log" } as const;
    const both = resumePlan({ approvals: [...plan.approvals, claimed] });
    expect(shown(both).text).toContain("[ ] Reuse 1 saved approval");
    expect(shown(both).text).toContain("[ ] Reuse 1 approval that only the agent's log claims");
    const consent = (...keys: string[]) => granted(shown(both).press(...keys, "enter"));
    expect(consent("space")).toMatchObject({ reappliesApprovals: true, trustsLog: false });
    expect(consent("tab", "space")).toMatchObject({ reappliesApprovals: false, trustsLog: true });
  });

  test("no other key starts, sends or asks for anything but a plan", () => {
    const every = restoreScreen.keys.flatMap(({ keys }) => keys).filter((key) => key !== "enter");
    for (const given of [plan, replayPlan(), handoffPlan(), busyPlan(), widerPlan()]) {
      for (const key of [...every, "x", "q", "1"]) {
        const driven = shown(given).press(key);
        expect(driven.tasks.every(({ type }) => type !== "wait" || given.mode === "replay")).toBe(true);
        expect(driven.went.filter((go) => "instead" in go || "quit" in go || "outside" in go)).toEqual([]);
      }
    }
  });

  test("agreeing to approvals is for one plan only", () => {
    const driven = planned(shown(plan).press("space", "r"), plan).press("enter");
    expect(granted(driven)).toMatchObject({ reappliesApprovals: false });
  });

  test("Esc, q and Ctrl-C go back and do nothing", () => {
    for (const key of ["escape", "q", "ctrl+c"]) {
      const driven = shown(plan).press(key);
      const go = key === "escape" ? { escape: true } : { back: true };
      expect([driven.went, driven.tasks.length]).toEqual([[go], 1]);
    }
  });

  test("a key table has each key once", () => {
    const every = restoreScreen.keys.flatMap(({ keys }) => keys);
    expect(new Set(every).size).toBe(every.length);
  });
});

describe("wider permissions", () => {
  test("are refused until w allows just that; then the plan is made again", () => {
    const driven = shown(widerPlan()).press("enter");
    expect(driven.went).toEqual([]);
    expect(driven.text).toContain("Wider permissions, as shown above. w allows exactly that.");
    expect(driven.text).toContain("sandbox: read-only → workspace-write  WIDER: more would be permitted");
    driven.press("W");
    expect(wishes(driven).map(({ allowsWider }) => allowsWider)).toEqual([false, true]);
    planned(driven, resumePlan({ drift: [widerSandbox] })).press("enter");
    expect(driven.went).toEqual([]); // too early to have been read
    driven.tell({ type: "enter-ready", edition: 2 }).press("enter");
    expect(driven.went).toMatchObject([{ instead: { begin: { kind: "restore", allowsWider: true } } }]);
  });

  test("that were recorded are taken by w; Enter alone continues with the narrower ones", () => {
    const narrowed = [{ subject: "approvalPolicy", recorded: "never", now: "on-request" }] as const;
    const baseline = { ...noPermissions, source: "configuration", approvalPolicy: "on-request" } as const;
    const plan = resumePlan({ narrowed, baseline });
    expect(shown(plan).text).toContain("approvals: never → on-request, as you have it (w takes what was recorded)");
    expect(shown(plan).press("enter").went).toMatchObject([
      { instead: { begin: { kind: "restore", plan: { mode: "resume" }, allowsWider: false } } },
    ]);
    expect(wishes(shown(plan).press("w")).map(({ allowsWider }) => allowsWider)).toEqual([false, true]);
  });

  test("can be allowed also where a brief is planned because of them", () => {
    const [refusal] = widerPlan().refusals;
    const driven = shown(handoffPlan({ refusals: refusal ? [refusal] : [] })).press("W");
    expect(wishes(driven).map(({ allowsWider }) => allowsWider)).toEqual([false, true]);
  });

  test("must be in view when Enter allows them: it goes there first, and nowhere in a window too small", () => {
    const driven = planned(shown(widerPlan()).press("W"), resumePlan({ drift: [widerSandbox] }));
    driven.tell({ type: "enter-ready", edition: 1 }).resize(60, 9).press("home", "enter");
    expect(driven.went).toEqual([]);
    expect(driven.text).toMatch(/WIDER: more would be\s+permitted/);
    expect(driven.text).toContain("This is what would be permitted. Enter continues.");
    driven.resize(60, 5).press("enter");
    expect(driven.went).toEqual([]);
    expect(driven.text).toContain("Enlarge the window");
    driven.resize(60, 9).press("enter");
    expect(driven.went).toHaveLength(1);
  });

  test("of more folders than fit are gone through from the first to the last", () => {
    const roots = Array.from({ length: 9 }, (_, index) => `/srv/folder-${index}`).join(", ");
    const drift = [{ ...widerSandbox, subject: "folders it may write to", now: roots }];
    const driven = planned(shown(widerPlan()).press("W"), resumePlan({ drift }));
    driven.tell({ type: "enter-ready", edition: 1 }).resize(40, 8);
    let seen = "";
    while (driven.went.length === 0) {
      seen += driven.text;
      driven.press("enter");
    }
    for (let index = 0; index < 9; index += 1) expect(seen).toContain(`/srv/folder-${index}`);
  });

  test("a plan that came with them is not started either, and is asked for again as it is", () => {
    const driven = open({ plan: resumePlan({ drift: [widerSandbox] }) }).press("enter");
    expect(driven.went).toEqual([]);
    driven.press("w");
    expect(wishes(driven)[0]).toMatchObject({ allowsWider: true, settings: { sandbox: "workspace-write" } });
  });

  test("the yes ends with another mode, agent or folder", () => {
    for (const key of ["M", "T", "."]) {
      const driven = open({ session: summary("a", { workspace: "/elsewhere" }) });
      const settings = { ...resumePlan().settings, cwd: "/elsewhere" };
      planned(planned(driven, widerPlan()).press("W"), resumePlan({ settings, drift: [widerSandbox] })).press(key);
      expect(wishes(driven)).toHaveLength(3);
      expect(wishes(driven).at(-1)).toMatchObject({ allowsWider: false });
    }
  });

  test("W where nothing is wider says so and plans nothing", () => {
    const driven = shown(resumePlan()).press("W");
    expect(driven.tasks).toHaveLength(1);
    expect(driven.text).toContain("It was recorded with no more permissions than this plan has.");
  });
});

describe("another way", () => {
  test("M goes from resume to replay to handoff, keeps why, and ends there", () => {
    const driven = shown(busyPlan()).press("M");
    expect(wishes(driven).at(-1)?.modes).toEqual(["replay"]);
    planned(driven, replayPlan({ via: "inject" }));
    expect(driven.text).toContain("History   inject: added directly, free");
    expect(driven.text).toContain("It is open in codex (process 7). Close it there first.");
    planned(driven.press("m"), handoffPlan()).press("M");
    expect(wishes(driven).map(({ modes }) => modes)).toEqual([["resume"], ["replay"], ["handoff"]]);
    expect(driven.text).toContain("A brief is the last mode. Esc: back.");
  });

  test("T goes round the agents; another one is told, and its own agent is as at first", () => {
    const driven = shown(resumePlan());
    for (const target of ["claude", "gemini", "opencode"] as const) planned(driven.press("T"), replayPlan({ target }));
    driven.press("T");
    expect(wishes(driven).map(({ to, modes }) => [to, modes])).toEqual([
      [null, ["resume"]],
      ["claude", ["replay"]],
      ["gemini", ["replay"]],
      ["opencode", ["replay"]],
      [null, ["resume"]],
    ]);
  });

  test('"." takes this folder instead of the recorded one, and gives it back', () => {
    const driven = open({ session: summary("a", { workspace: "/other" }) });
    const settings = { ...resumePlan().settings, cwd: "/other" };
    planned(driven, resumePlan({ settings }));
    expect(driven.text).toContain('/other (recorded; "." takes /home/me/shop)');
    driven.press(".");
    expect(wishes(driven).at(-1)?.settings).toEqual({ cwd: "/home/me/shop" });
    const folder = drift({ kind: "folder", subject: "cwd", recorded: "/other", now: "/home/me/shop" });
    planned(driven, resumePlan({ drift: [folder] }));
    expect(driven.text).toContain("/home/me/shop (this one; recorded: /other)");
    expect(driven.text).toContain("folder: /other → /home/me/shop");
    expect(wishes(driven.press(".")).at(-1)?.settings).toEqual({});
  });

  test("in the recorded folder there is nothing to choose", () => {
    const driven = shown(resumePlan()).press(".");
    expect(driven.tasks).toHaveLength(1);
    expect(driven.text).toContain("It was recorded in this folder.");
  });

  test("P goes step by step, where something is told", () => {
    const driven = shown(replayPlan()).press("P", "enter");
    expect(driven.went).toEqual([]); // both may have been typed before the plan was there
    expect(granted(driven.tell({ type: "enter-ready", edition: 2 }).press("enter"))).toMatchObject({ segments: "ask" });
    const stepwise = shown(replayPlan(), { isStepwise: true }).press("p");
    expect(granted(stepwise.tell({ type: "enter-ready", edition: 1 }).press("enter"))).toMatchObject({
      segments: "send",
    });
    expect(shown(resumePlan()).press("P").text).toContain("Only a replay has steps.");
  });

  test("V views it, H helps, and both come back to the same plan", () => {
    const driven = shown(resumePlan()).press("V", "H");
    expect(driven.went).toMatchObject([
      { to: { screen: "viewer", session, at: null } },
      { to: { screen: "help", title: "Plan" } },
    ]);
    expect(driven.tell({ type: "returned" }).tasks).toHaveLength(1);
  });
});

describe("GPT Restore", () => {
  const plan = handoffPlan();

  test("Enter makes the brief an unsent draft of a new session", () => {
    const text = plan.brief ?? "";
    expect(shown(plan).press("enter").went).toEqual([
      {
        instead: {
          screen: "live",
          begin: { kind: "new", draft: { text, cursor: text.length, savedAt: at }, from: session },
        },
      },
    ]);
  });

  test("the brief is shown with its size, and C copies it", () => {
    const driven = shown(plan).press("C");
    expect(driven.text).toContain("Brief (24 tokens)");
    expect(driven.text).toContain("> Mend it.");
    expect(driven.text).toContain("was sent to the terminal's clipboard");
    expect(driven.tasks.at(-1)).toEqual({ type: "copy", text: plan.brief });
    expect(shown(resumePlan()).press("C").text).toContain("There is no brief to copy.");
  });

  test("no other agent or folder is offered, and each says why", () => {
    expect(shown(plan).press("T").text).toContain("A brief is for any agent; here it starts a new codex session.");
    expect(shown(plan).press(".").text).toContain("A brief starts a new session in /home/me/shop anyway.");
  });
});

describe("what is told", () => {
  test.each([
    ["inject", "inject: added directly, free"],
    ["native", "native: saved as a new session in the agent's own files, free"],
    ["segments", "segments: sent in pieces, one paid call each"],
  ] as const)("way %s says what it costs", (via, words) => {
    expect(shown(replayPlan({ via })).text).toContain(words);
  });

  test("requests can be asked again, not granted", () => {
    const driven = shown(resumePlan({ pending: [request()] }));
    expect(driven.text).toContain("Unanswered requests, asked again and not granted\n  rm -rf build");
    expect(driven.text).not.toContain("Saved approvals");
  });

  test("a folder that is gone, with the next step", () => {
    const detail = "/gone no longer exists. Choose another folder.";
    const plan = refusedPlan({ refusals: [{ mode: "resume", reason: "folder-missing", detail }] });
    const driven = planned(open({ session: summary("a", { workspace: "/gone" }) }), {
      ...plan,
      settings: { ...plan.settings, cwd: "/gone" },
    });
    expect(driven.text).toContain('→ Press "." to continue in this folder');
    expect(driven.text).toContain(".  another folder: /home/me/shop");
  });
});
