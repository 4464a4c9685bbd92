import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { definitionOf, loggedAgent, makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { openLibrary } from "../library.ts";
import { openRunner } from "../runner.ts";
import { openWorkbenches, workspaceStoreOn } from "../workbench.ts";

async function stage() {
  const { root, home, remove } = await makeScratch("workbenches");
  onTestFinished(remove);
  const host = nodeHost({ HOME: home, PATH: "", REPRISE_STATE: join(root, "state") });
  const agents = [definitionOf(loggedAgent(home))];
  const runner = await openRunner(host, { agents });
  const library = openLibrary(host, { sources: agents.map(({ source }) => source) });
  onTestFinished(() => {
    runner.close();
    library.close();
  });
  const open = (store: ReturnType<typeof workspaceStoreOn>) =>
    openWorkbenches(host, { runner, library, agents, store, version: "0" });
  return { host, root, open };
}

test("a saved session that cannot be read for the third time in a row says so", async () => {
  const { host, root, open } = await stage();
  const folder = join(root, "w");
  mkdirSync(folder);
  const store = workspaceStoreOn(host, { version: "0" });
  const path = join(root, "state/workspaces", store.idOf(folder), "session.jsonl");
  const banners: string[] = [];
  for (let load = 1; load <= 3; load += 1) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "nonsense\n");
    const workbenches = open(store);
    banners.push((await (await workbenches.open(folder)).view()).banner?.text ?? "");
    await workbenches.close();
  }
  expect(banners[0]).toMatch(/^Previous session could not be restored.*The old file is kept/);
  expect(banners[1]).not.toContain("in a row");
  expect(banners[2]).toContain("This is the 3rd time in a row: check the disk");
});

test("a workspace that cannot be saved at the end does not keep another from it", async () => {
  const { host, root, open } = await stage();
  const [full, free] = ["full", "free"].map((name) => join(root, name)) as [string, string];
  for (const folder of [full, free]) mkdirSync(folder);
  const real = workspaceStoreOn(host, { version: "0" });
  const ended: string[] = [];
  const store = new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== "open") return typeof value === "function" ? value.bind(target) : value;
      return async (...given: Parameters<typeof real.open>) => {
        const saved = await target.open(...given);
        const close = saved.close.bind(saved);
        saved.close = async () => {
          await close();
          if (given[0] === full) throw new Error("No space left on device");
          await new Promise((resolve) => setTimeout(resolve, 50));
          ended.push(given[0]);
        };
        return saved;
      };
    },
  });
  const workbenches = open(store);
  for (const folder of [full, free]) await workbenches.open(folder);
  await expect(workbenches.close()).rejects.toThrow("No space left on device");
  expect(ended).toEqual([free]);
});
