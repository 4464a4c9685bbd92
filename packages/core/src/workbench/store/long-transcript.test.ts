import type { SavedChange } from "@reprise/model";
import { afterEach, beforeEach, expect, it } from "vitest";
import { entry, exec, output, StoreStage, Telling } from "../../../test/workbench/store-stage.ts";

let stage: StoreStage;
beforeEach(() => {
  stage = new StoreStage();
});
afterEach(() => stage.remove());

/** How often other work gets its turn while this runs. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

it("transcripts of 40,000 characters a turn and long outputs are saved and loaded in slices", async () => {
  const turns = 100;
  const changes = Array.from({ length: turns }, (_, index): SavedChange[] => {
    const id = String(index);
    const printed = output(id, `${"line\n".repeat(8000)}${id}\n`);
    return [entry(id, `${index} ${"long words ".repeat(4000)}`), exec(id), printed, exec(id, "done")];
  }).flat();
  // Every look at the clock takes a millisecond, so that the machine does not matter.
  let nowMs = 0;
  const ticks = () => {
    nowMs += 1;
    return nowMs;
  };
  const store = () => stage.store({ host: { ...stage.host, ticks } });
  const workspace = await store().open(stage.root, new Telling());
  expect(await turnsDuring(() => workspace.save(changes))).toBeGreaterThan(turns);
  await workspace.close();
  let loaded = await store().open(stage.root, new Telling());
  await loaded.close();
  const loading = async () => {
    loaded = await store().open(stage.root, new Telling());
  };
  expect(await turnsDuring(loading)).toBeGreaterThan((turns * 3) / 10);
  expect(loaded.state.entries).toHaveLength(turns);
  expect(loaded.state.outputs["99"]?.text).toHaveLength(40_003);
  await loaded.close();
});
