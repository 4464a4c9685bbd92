import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { definitionOf, loggedAgent, makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { openLibrary } from "../library.ts";
import { openRunner } from "../runner.ts";
import { openWorkbenches, workspaceStoreOn } from "../workbench.ts";

test("a workspace that cannot be saved at the end does not keep another from it", async () => {
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
  const workbenches = openWorkbenches(host, { runner, library, agents, store, version: "0" });
  for (const folder of [full, free]) await workbenches.open(folder);
  await expect(workbenches.close()).rejects.toThrow("No space left on device");
  expect(ended).toEqual([free]);
});
