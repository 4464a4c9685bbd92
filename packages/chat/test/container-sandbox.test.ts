import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeHost } from "@reprise/core";
import { describeSandbox } from "@reprise/testkit";
import { afterAll, describe, expect, test } from "vitest";
import { containerSandbox } from "../src/sandbox/container/container-sandbox.ts";
import { makeEngine } from "./container-engine.ts";

const folder = mkdtempSync(join(tmpdir(), "container-test-"));
const engine = makeEngine(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(["docker", "podman"] as const)("a machine without %s is told what to install", async (name) => {
  const provider = containerSandbox(nodeHost({ PATH: "/nonexistent", HOME: "/" }), {
    engine: name,
    image: "x",
  });
  expect(await provider.unavailable()).toContain(`Install the package ${name}`);
});

describe.skipIf("problem" in engine)(`with podman (${"problem" in engine ? engine.problem : "installed"})`, () => {
  if ("problem" in engine) return;
  const { options } = engine;
  const containers = () =>
    execFileSync("podman", [...(options.clientOptions ?? []), "ps", "-aq"], { encoding: "utf8" })
      .split("\n")
      .filter((row) => row !== "");

  describeSandbox("podman", {
    provider: (env) => containerSandbox(nodeHost(env), options),
    passesEnvironmentOn: false,
    leftovers: async () => containers(),
    snapshots: "the workspace travels as files",
  });

  test("containers of a killed turn are removed when the chat continues, and those of others stay", async () => {
    const provider = containerSandbox(nodeHost(), options);
    const { signal } = new AbortController();
    const request = { chat: "one", workspace: null, snapshot: null, scratch: join(folder, "s/1"), signal };
    const left = await provider.open(request);
    const other = await provider.open({ ...request, chat: "other" });
    const next = await provider.open({ ...request, scratch: join(folder, "s/2") });
    expect(containers()).toHaveLength(2);
    const missing = left.run({ program: "true", args: [], env: {}, input: "" });
    await expect(missing).rejects.toThrow(/cannot be used/);
    await Promise.all([left, other, next].map((sandbox) => sandbox.dispose()));
    expect(containers()).toEqual([]);
  });

  test("an image that is missing, or that is an option, is refused, and nothing is left", async () => {
    const { signal } = new AbortController();
    const request = { chat: "one", workspace: null, snapshot: null, scratch: join(folder, "s/1"), signal };
    for (const image of ["localhost/no-such-image:1", "--privileged"]) {
      const provider = containerSandbox(nodeHost(), { ...options, image });
      await expect(provider.open(request)).rejects.toThrow(/image/);
    }
    expect(containers()).toEqual([]);
  });
});
