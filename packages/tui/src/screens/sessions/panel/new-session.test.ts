import { describe, expect, it } from "vitest";
import { Driven } from "../../../../test/support/drive.ts";
import { pageTold, sessionsFrom } from "../../../../test/support/session-list.ts";
import { sampleAgents, testWorld } from "../../../../test/support/world.ts";
import type { AgentChoice } from "../../../world.ts";
import { begin, sessionsScreen } from "../index.ts";

const missing: Readonly<Record<string, string>> = {
  gemini: "not installed: npm install -g @google/gemini-cli",
  opencode: "REPRISE_OPENCODE_BIN names /nowhere/opencode, which is not there",
};
const choices: readonly AgentChoice[] = sampleAgents.map((one) => ({
  ...one,
  whyNot: missing[one.agent] ?? null,
}));
const asked = (columns = 80, rows = 24) =>
  new Driven(sessionsScreen, begin(testWorld()), { columns, rows }).tell(pageTold(sessionsFrom(5))).press("n");
const chosen = (columns = 80, rows = 24) => asked(columns, rows).tell({ type: "agents", choices, usual: "codex" });
const live = { to: { screen: "live", begin: { kind: "new", draft: null, from: null } } };

describe("a new session", () => {
  it("is begun with the agent that is chosen, which is the usual one from then on", () => {
    const driven = chosen();
    expect(driven.went).toEqual([]);
    driven.press("down", "enter");
    expect(driven.tasks.at(-1)).toEqual({ do: "prefer", agent: "claude" });
    expect(driven.went).toEqual([live]);
    driven.press("n").tell({ type: "agents", choices, usual: "claude" }).press("enter");
    expect(driven.tasks.at(-1)).toEqual({ do: "prefer", agent: "claude" });
  });

  it("says of each agent what a person should know, at 80 columns", () => {
    expect(chosen().text).toMatchInlineSnapshot(`
      "Showing 1–5 of 5 · This project                                           ~/shop
      › Task 1                                            codex interrupted      1 min
        Task 2                                            codex interrupted      2 min
        Task 3                                            codex interrupted      3 min
        Task 4                                            codex interrupted      4 min
        Task 5                                            codex interrupted      5 min








      ┌─ New session with ───────────────────────────────────────────────────────────┐
      │ › Codex        asks before it exceeds its permissions                        │
      │   Claude Code  declines what is not allowed, without asking                  │
      │   Gemini CLI   not installed: npm install -g @google/gemini-cli              │
      │   OpenCode     REPRISE_OPENCODE_BIN names /nowhere/opencode, which is not    │
      │                there                                                         │
      └──────────────────────────────────────────────────────────────────────────────┘

       View   Restore   Replay   GPT Restore
       ↑↓  choose   Enter  start   Esc  close"
    `);
  });

  it("at 40 columns, the list in sight above", () => {
    expect(chosen(40, 22).text).toMatchInlineSnapshot(`
      "Showing 1–3 of 5 · This project   ~/shop
      › Task 1                     interrupted
        Task 2                     interrupted
        Task 3                     interrupted
      ┌─ New session with ───────────────────┐
      │ › Codex        asks before it        │
      │                exceeds its           │
      │                permissions           │
      │   Claude Code  declines what is not  │
      │                allowed, without      │
      │                asking                │
      │   Gemini CLI   not installed: npm    │
      │                install -g            │
      │                @google/gemini-cli    │
      │   OpenCode     REPRISE_OPENCODE_BIN  │
      │                names                 │
      │                /nowhere/opencode,    │
      │                which is not there    │
      └──────────────────────────────────────┘

       View   Restore   Replay   GPT Restore
       ↑↓  choose   Enter  start   Esc  close"
    `);
  });

  it("at 200 columns, beside the list", () => {
    expect(chosen(200, 14).text).toMatchInlineSnapshot(`
      "Showing 1–5 of 5 · This project                                                                                                                                                                   ~/shop
      › Task 1                                                          codex  interrupted       1 min     4 msgs/12 tools ┌─ New session with ──────────────────────────────────────────────────────────────┐
        Task 2                                                          codex  interrupted       2 min     4 msgs/12 tools │ › Codex        asks before it exceeds its permissions                           │
        Task 3                                                          codex  interrupted       3 min     4 msgs/12 tools │   Claude Code  declines what is not allowed, without asking                     │
        Task 4                                                          codex  interrupted       4 min     4 msgs/12 tools │   Gemini CLI   not installed: npm install -g @google/gemini-cli                 │
        Task 5                                                          codex  interrupted       5 min     4 msgs/12 tools │   OpenCode     REPRISE_OPENCODE_BIN names /nowhere/opencode, which is not there │
                                                                                                                           └─────────────────────────────────────────────────────────────────────────────────┘
        title     Task 1
        id        codex:t1
        folder    ~/shop
        time      2026-11-15 11:59 UTC

       View   Restore   Replay   GPT Restore
       ↑↓  choose   Enter  start   Esc  close"
    `);
  });

  it("cannot be begun with what is not there: it says why", () => {
    const driven = chosen().press("down", "down", "enter");
    expect(driven.went).toEqual([]);
    expect(driven.text).toContain("Gemini CLI: not installed: npm install -g @google/gemini-cli");
    expect(driven.press("escape").text).not.toContain("New session with");
  });

  it("is begun at once where there is one agent only", () => {
    const one = choices.map((choice) => ({
      ...choice,
      whyNot: choice.agent === "claude" ? null : "not here",
    }));
    const driven = asked().tell({ type: "agents", choices: one, usual: "codex" });
    expect([driven.tasks.at(-1), driven.went]).toEqual([{ do: "prefer", agent: "claude" }, [live]]);
  });

  it("where there is none, all of them are shown with the reason", () => {
    const none = choices.map((choice) => ({ ...choice, whyNot: "not installed" }));
    const driven = asked().tell({ type: "agents", choices: none, usual: "codex" });
    expect(driven.text).toContain("› Codex        not installed");
    expect(driven.press("enter").went).toEqual([]);
  });

  it("finds the agents of this machine, and remembers the one that was chosen", async () => {
    const preferred: string[] = [];
    const world = testWorld({
      agents: async () => choices,
      prefer: (agent) => void preferred.push(agent),
    });
    const told: unknown[] = [];
    const tell = (message: unknown) => void told.push(message);
    const { signal } = new AbortController();
    await sessionsScreen.perform({ do: "find-agents" }, world, tell, signal);
    expect(told).toEqual([{ type: "agents", choices, usual: "codex" }]);
    const preferring = sessionsScreen.perform({ do: "prefer", agent: "claude" }, world, tell, signal);
    expect(preferred).toEqual(["claude"]); // before the next screen opens
    await preferring;
  });
});
