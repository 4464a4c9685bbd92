import { signal } from "@preact/signals";
import { asThreadId, type RestorePlan, type SessionState, sessionIdOf, type WorkbenchEntry } from "@reprise/model";
import { h } from "preact";
import { expect, test } from "vitest";
import { type Page, PageContext } from "../../shell/page.ts";
import { summaryOf } from "../../test/page-walk.ts";
import { draw, useSmallDocument } from "../../test/small-document.ts";
import { Links } from "../links.ts";
import { noon } from "../test/sample-view.ts";
import { Entry } from "./entry.tsx";
import { entryRows } from "./entry-rows.ts";
import { RecentSessions } from "./recent-sessions.tsx";

useSmallDocument();

test("a command that asked in vain says whose answer it lacks", () => {
  const item = { kind: "command", command: "make", status: "waiting", exitCode: null, output: "" };
  const textOf = (isComplete: boolean) => {
    const entry = { id: "e", at: noon, item, isComplete, exec: null, diff: null } as unknown as WorkbenchEntry;
    const [row] = entryRows([entry]);
    if (row === undefined) throw new Error("no row");
    const given = { row, startsTurn: false, isTarget: false, links: new Links(), agent: "Codex", root: "/srv" };
    const { root, leave } = draw(h(PageContext.Provider, { value: {} as Page }, h(Entry, given)));
    const text = root.textContent;
    leave();
    return text;
  };
  expect(textOf(false)).toContain("waiting for approval");
  expect(textOf(true)).toContain("not run: you had not answered");
});

test("an empty workbench offers no session that runs", async () => {
  const sessionOf = (id: string, state: SessionState) => ({
    ...summaryOf({ session: sessionIdOf("codex", asThreadId(id)) } as RestorePlan),
    title: id,
    state,
  });
  const sessions = [sessionOf("runs", "waiting"), sessionOf("ended", "completed"), sessionOf("cut", "interrupted")];
  const page = {
    library: { list: async () => ({ sessions }) },
    sessions: { changes: signal({ sessions: [] }) },
  } as unknown as Page;
  const { root, leave } = draw(h(PageContext.Provider, { value: page }, h(RecentSessions, { root: "/srv" })));
  await expect.poll(() => root.textContent).toMatch(/cut.*ended/s);
  expect(root.textContent).not.toContain("runs");
  leave();
});
