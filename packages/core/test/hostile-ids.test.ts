import { asThreadId, noSettings, type SessionSummary, sessionIdOf } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import type { Launch } from "../src/agents/driving/driver.ts";
import { builtInAgents } from "../src/agents/registry.ts";
import { ownInterfaceOf } from "../src/workbench/own-interface.ts";

const hostile = ["--dangerously-skip-permissions", "--yolo", "-c", "--", "-"];

/** Ids come from the names and contents of agents' files. */
describe.each(builtInAgents.map((definition) => [definition.agent, definition] as const))(
  "an id that reads as an option reaches no command of %s",
  (agent, definition) => {
    const startedNothing = () => {
      throw new Error("A process was started.");
    };
    const launch = {
      settings: { ...noSettings, cwd: "/w" },
      env: {},
      home: null,
      program: "/nowhere/agent",
      instructions: null,
      needs: [],
      keepIn: "/kept",
      signal: new AbortController().signal,
      onLine: () => undefined,
      onProcess: startedNothing,
    } as unknown as Launch;

    it("is refused before a session is opened in the agent's own interface", async () => {
      const { interactive } = await definition.acting();
      const host = memoryHost({}, { HOME: "/home/dev" });
      for (const text of hostile) {
        const thread = asThreadId(text);
        const session = { id: sessionIdOf(agent, thread), agent, thread, workspace: "/w" } as SessionSummary;
        const open = () => ownInterfaceOf({ session, home: "/h" }, noSettings, { ...definition, ...interactive }, host);
        expect(open).toThrow(/reads as an option/);
      }
    });

    it("is refused before a run continues it", async () => {
      const { driver } = await definition.acting();
      // An agent that can be asked gets ids as data, not as words of a command.
      const refusal = driver.can.asks ? /./ : /is no id of a/;
      for (const text of hostile) await expect(driver.resume(asThreadId(text), launch)).rejects.toThrow(refusal);
    });
  },
);
