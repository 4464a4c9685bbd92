import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeSandbox, until } from "@reprise/testkit";
import { afterAll, beforeAll, describe } from "vitest";
import { containerSandbox } from "../../src/chat/sandbox/container/container-sandbox.ts";
import { nodeHost } from "../../src/host/node-host.ts";
import { isThere, makeEngine } from "./container-engine.ts";

/** The real client of Docker, with Podman in the place of its daemon, which needs more of a machine. */
const folder = mkdtempSync(join(tmpdir(), "docker-test-"));
const engine = isThere("docker") ? makeEngine(folder) : { problem: "needs docker" };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf("problem" in engine)(
  `with docker (${"problem" in engine ? engine.problem : "installed"})`,
  () => {
    if ("problem" in engine) return;
    const { clientOptions: podman = [], ...options } = engine.options;
    const socket = join(folder, "engine.sock");
    const clientOptions = ["--host", `unix://${socket}`];
    let service: ChildProcess;
    beforeAll(async () => {
      service = spawn("podman", [...podman, "system", "service", "--time=0", `unix://${socket}`], {
        stdio: "ignore",
      });
      await until(() => existsSync(socket));
    });
    afterAll(() => void service.kill());

    describeSandbox("docker", {
      provider: (env) => containerSandbox(nodeHost(env), { ...options, engine: "docker", clientOptions }),
      passesEnvironmentOn: false,
      leftovers: async () =>
        execFileSync("podman", [...podman, "ps", "-aq"], { encoding: "utf8" })
          .split("\n")
          .filter(Boolean),
      snapshots: "the workspace travels as files",
    });
  },
);
