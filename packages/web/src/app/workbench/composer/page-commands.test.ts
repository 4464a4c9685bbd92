import { conversationLine } from "@reprise/model";
import { expect, onTestFinished, test, vi } from "vitest";
import { Links } from "../links.ts";
import type { WorkbenchStore } from "../store/workbench-store.ts";
import { sampleThread, sampleView } from "../test/sample-view.ts";
import { commandsFor, pageCommands, runCommand } from "./page-commands.ts";

test("commands are offered while their name is written", () => {
  expect(commandsFor("/st").map(({ word, text }) => [word, text])).toEqual([
    ["/status", "/status"],
    ["/stop", "/stop"],
    ["/steer", "/steer "],
  ]);
  expect(commandsFor("/").length).toBe(pageCommands.length);
  for (const text of ["", " /st", "a /st", "/usr/bin", "/status ", "//st"]) expect(commandsFor(text)).toEqual([]);
});

test("a mistyped command is not sent, a path and a line after a space are", () => {
  expect(conversationLine("/stauts", pageCommands)).toMatchObject({
    kind: "refused",
    hint: expect.stringContaining("/status"),
  });
  expect(conversationLine("/usr/bin/x fails", pageCommands)).toEqual({ kind: "text", text: "/usr/bin/x fails" });
  expect(conversationLine(" /status", pageCommands)).toEqual({ kind: "text", text: "/status" });
});

test("/switch plans to continue with another agent; what ends a run in the terminal is no command of the page", async () => {
  const location = { hash: "" };
  vi.stubGlobal("window", { location });
  onTestFinished(() => void vi.unstubAllGlobals());
  const thread = { ...sampleThread(), session: "codex:a", run: "r1" } as never;
  const switched = (view = sampleView()) =>
    runCommand("switch", "", {
      store: { view: { peek: () => view } } as unknown as WorkbenchStore,
      links: new Links(),
      agent: "codex",
    });
  expect(await switched()).toContain("There is nothing to continue yet");
  expect(await switched(sampleView({ thread }))).toBeNull();
  expect(location.hash).toBe("#/sessions/codex%3Aa/restore?mode=replay");
  const { kind, hint } = conversationLine("/back", pageCommands) as { kind: string; hint: string };
  expect([kind, hint]).toEqual(["refused", expect.stringContaining("There is no /back here")]);
});

test("/model continues the session with another one, with a plan first, as in the terminal", async () => {
  const location = { hash: "" };
  vi.stubGlobal("window", { location });
  onTestFinished(() => void vi.unstubAllGlobals());
  const acted: unknown[] = [];
  const model = (words: string, view = sampleView()) => {
    const store = { view: { peek: () => view }, act: async (action: unknown) => acted.push(action) };
    return runCommand("model", words, {
      store: store as unknown as WorkbenchStore,
      links: new Links(),
      agent: "codex",
    });
  };
  const thread = { ...sampleThread(), session: "codex:a", run: "r1" } as never;
  expect(await model("gpt-6")).toBe("The session will start with gpt-6.");
  expect([acted.length, await model("gpt-6", sampleView({ thread }))]).toEqual([1, null]);
  expect(location.hash).toBe("#/sessions/codex%3Aa/restore?mode=resume&model=gpt-6&ends=r1");
  const working = { ...sampleView().activity, phase: "working" } as const;
  expect(await model("gpt-6", sampleView({ thread, activity: working }))).toContain("A turn runs.");
  expect(acted.length).toBe(1);
});
