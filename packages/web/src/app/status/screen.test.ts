import { signal } from "@preact/signals";
import type { Changes, StatusRow } from "@reprise/model";
import { h } from "preact";
import { expect, test } from "vitest";
import { type Page, PageContext } from "../shell/page.ts";
import { settled, usePageWalk } from "../test/page-walk.ts";
import { draw } from "../test/small-document.ts";
import { Screen } from "./screen.tsx";

usePageWalk();

function rowOf(isDismissed: boolean): StatusRow {
  return {
    session: "codex:a",
    title: "Fix it",
    agent: "codex",
    state: "interrupted",
    isDismissed,
    updatedAt: "2026-11-19T10:00:00.000Z",
    workspace: "/srv",
    owner: null,
    project: null,
    parkedUntil: null,
    pendingCount: 0,
    doing: null,
    unfinished: [],
    stillRunning: [],
    drift: [],
    unsentPrompt: null,
  } as unknown as StatusRow;
}

test("an answer that comes late does not replace what was found out since", async () => {
  const answers: (() => void)[] = [];
  let isDismissed = false;
  const status = () => {
    const rows = [rowOf(isDismissed)];
    return new Promise((resolve) => answers.push(() => resolve(rows)));
  };
  const changes = signal<Changes>({ sessions: [] });
  const dismiss = async () => {
    isDismissed = true;
  };
  const page = {
    runner: { status, dismiss },
    library: { list: async () => ({ sessions: [], total: 0, hidden: {} }) },
    here: { folder: "/srv", agents: [] },
    sessions: { changes },
    toasts: { show: () => undefined, fail: (error: unknown) => expect(error).toBeUndefined() },
  } as unknown as Page;
  const { root, leave } = draw(h(PageContext.Provider, { value: page }, h(Screen, { route: { screen: "status" } })));
  await settled();
  answers.shift()?.();
  await settled();
  expect(root.textContent).toContain("1 interrupted");
  // Something changes elsewhere: it is being read while the person dismisses the row.
  changes.value = { sessions: [] };
  await settled();
  root
    .all("button")
    .find((one) => one.textContent.trim() === "Dismiss")
    ?.press("click");
  await settled();
  for (let answer = answers.pop(); answer !== undefined; answer = answers.pop()) {
    answer();
    await settled();
  }
  expect(root.textContent).toContain("0 interrupted");
  leave();
});
