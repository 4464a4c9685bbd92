import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { nodeHost } from "@reprise/core";
import { type FileWorkspaceStore, type SavedWorkspace, workspaceStoreOn } from "@reprise/core/workbench";
import type { SavedChange } from "@reprise/model";
import { figureOf } from "../measure/contest.ts";
import { type Row, timeRow } from "../report/row.ts";
import type { Arena } from "./contests.ts";

const listener = {
  saved: () => undefined,
  failed: () => undefined,
  saving: () => undefined,
  found: () => undefined,
};
const words =
  "The test failed because the cart was empty; const total = items.reduce((sum, item) => sum + item.price, 0);\n";

/** How long saving and loading a workspace keep the event loop busy, against a loop that does nothing. */
export async function workbenchSaveContest({ say }: Arena): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "reprise-bench-"));
  const host = nodeHost({
    ...process.env,
    REPRISE_STATE: join(folder, "state"),
    REPRISE_CONFIG: join(folder, "none"),
  });
  const store = workspaceStoreOn(host, { version: "0.0.0" });
  try {
    const idle = await blocked(() => sleep(2000));
    const saving = await saves(store, join(folder, "five"));
    say(
      `5 MB: ${saving.count} saves in ${saving.ms.toFixed(0)} ms, p99 ${saving.p99Ms.toFixed(1)} ms, longest ${saving.mostMs.toFixed(1)} ms`,
    );
    const loading = await loads(store, join(folder, "twenty"));
    say(
      `20 MB loaded in ${loading.ms.toFixed(0)} ms, p99 ${loading.p99Ms.toFixed(1)} ms, longest ${loading.mostMs.toFixed(1)} ms`,
    );
    const figure = (name: string, ms: number) => figureOf(name, [ms]);
    return [
      timeRow({
        what: "event loop blocked by saves of a 5 MB workspace, 99th percentile",
        ours: figure("saving", saving.p99Ms),
        peer: figure("an idle loop", idle.p99Ms),
        mostMs: 10,
      }),
      timeRow({
        what: "longest block while loading 500 turns of 40,000 characters",
        ours: figure("loading", loading.mostMs),
        peer: figure("an idle loop", idle.mostMs),
        mostMs: 200,
      }),
      timeRow({
        what: "500 turns of 40,000 characters loaded",
        ours: figure("loading", loading.ms),
        peer: figure("an idle loop", idle.mostMs),
        mostMs: 2000,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Streamed text, milestones, and the rewrites that they cause. */
async function saves(store: FileWorkspaceStore, root: string): Promise<Blocked & { readonly count: number }> {
  const workspace = await store.open(root, listener);
  await workspace.save(entries(500, 10_000));
  const count = 2000;
  const result = await blocked(async () => {
    for (let index = 0; index < count; index += 1) {
      workspace.saveSoon([{ type: "text", entry: "0", text: words }]);
      const { [index % 500]: change } = entries(500, 0);
      if (index % 4 === 0 && change) await workspace.save([longer(change)]);
      else await sleep(1);
    }
    await workspace.flush();
  });
  await workspace.close();
  return { ...result, count: count / 4 };
}

async function loads(store: FileWorkspaceStore, root: string): Promise<Blocked> {
  const written = await store.open(root, listener);
  await written.save(entries(500, 40_000));
  await written.close();
  let read: SavedWorkspace | null = null;
  const result = await blocked(async () => {
    read = await store.open(root, listener);
  });
  await (read as SavedWorkspace | null)?.close();
  return result;
}

function entries(count: number, length: number): SavedChange[] {
  const text = words.repeat(Math.ceil(length / words.length)).slice(0, length);
  return Array.from({ length: count }, (_, index) => entry(String(index), `${index} ${text}`));
}

function longer(change: SavedChange): SavedChange {
  return change.type === "entry" ? entry(change.entry.id, words.repeat(100)) : change;
}

function entry(id: string, text: string): SavedChange {
  return {
    type: "entry",
    entry: { id, at: null, item: { kind: "reply", text }, isComplete: true, exec: null, diff: null },
  };
}

interface Blocked {
  readonly p99Ms: number;
  readonly mostMs: number;
  readonly ms: number;
}

async function blocked(work: () => Promise<unknown>): Promise<Blocked> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  await sleep(5);
  delay.disable();
  return { ms, p99Ms: delay.percentile(99) / 1e6, mostMs: delay.max / 1e6 };
}
