import { signal } from "@preact/signals";
import { asThreadId, type RestorePlan, type Runner, type SessionSummary, type Timestamp } from "@reprise/model";
import { type ComponentChild, h } from "preact";
import { afterAll, beforeAll, vi } from "vitest";
import { type Page, PageContext } from "../shell/page.ts";
import { type Drawn, draw, useSmallDocument } from "./small-document.ts";

/** For the tests of one file: components are drawn, and time passes only where a test says so. */
export function usePageWalk(): void {
  useSmallDocument();
  beforeAll(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterAll(() => void vi.useRealTimers());
}

export function summaryOf({ session }: Pick<RestorePlan, "session">): SessionSummary {
  const at = "2026-11-15T09:41:15.710Z" as Timestamp;
  return {
    id: session,
    shortId: session,
    agent: "codex",
    thread: asThreadId("a"),
    title: "Fix it",
    name: null,
    tags: [],
    state: "interrupted",
    parkedUntil: null,
    owner: null,
    workspace: "/srv",
    createdAt: at,
    updatedAt: at,
    turnCount: 4,
    itemCount: 20,
    messageCount: 8,
    toolCount: 12,
    model: null,
    source: "cli",
    archived: false,
    hidden: false,
    subagentOf: null,
    lineage: null,
    sizeBytes: 2048,
    damageCount: 0,
    files: [],
  };
}

/** The screen on a page with this runner. */
export function drawOn(runner: Runner, plan: RestorePlan, screen: ComponentChild): Drawn {
  const page = {
    runner,
    library: { find: async () => summaryOf(plan) },
    here: { folder: "/srv", agents: [] },
    agents: signal([]),
    sessions: { rows: signal([summaryOf(plan)]), changes: signal({ sessions: [] }) },
    toasts: {
      fail: (error: unknown) => {
        throw error;
      },
    },
    workbenchAt: () => ({ act: async () => null }),
  } as unknown as Page;
  return draw(h(PageContext.Provider, { value: page }, screen));
}

/** Everything that is under way is over, and every quiet moment too. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await vi.advanceTimersByTimeAsync(400);
}

interface Person {
  readonly allowsWider: boolean;
  sees(text: string): void;
  changes(label: string, isOn: boolean): boolean;
  starts(line: string): boolean;
}

/** A person at a plan on the page: ticks what they agree to, and starts it if that is possible and they want it. */
export async function walkPage({ root }: Drawn, person: Person, start: RegExp): Promise<void> {
  await settled();
  const ticks = () => root.all("label").filter((one) => one.attributes.class === "check");
  const isWider = (label: string) => /wider permissions/.test(label);
  const wider = ticks().find((one) => isWider(one.textContent));
  person.sees(root.textContent);
  if (wider !== undefined && person.allowsWider) {
    wider.all("input")[0]?.press("change");
    await settled();
    person.sees(root.textContent);
  }
  for (const index of ticks().keys()) {
    const tick = ticks()[index];
    const [box] = tick?.all("input") ?? [];
    if (tick === undefined || box === undefined || isWider(tick.textContent)) continue;
    if (person.changes(tick.textContent, box.checked)) box.press("change");
    await settled();
  }
  const button = root.all("button").find((one) => start.test(one.textContent.trim()));
  person.sees(button?.attributes.title ?? "");
  if (button === undefined || button.attributes["aria-disabled"] !== undefined) return;
  if (person.starts(button.textContent)) button.press("click");
  await settled();
}
