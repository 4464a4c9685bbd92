import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeHost } from "@reprise/core";
import { describeSandbox, until } from "@reprise/testkit";
import { afterAll, beforeAll, describe } from "vitest";
import { containerSandbox } from "../src/sandbox/container/container-sandbox.ts";
import { isThere, makeEngine } from "./container-engine.ts";

/** The real client of Docker, with Podman in the place of its daemon, which needs more of a machine. */
const folder = mkdtempSync(join(tmpdir(), "docker-test-"));
const engine = isThere("docker") ? makeEngine(folder) : { problem: "needs docker" };
afterAll(() => {
  endWatchers();
  rmSync(folder, { recursive: true, force: true });
});

/** Podman keeps a process for minutes after each command that came by its service. */
function endWatchers(): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`${folder}/`)) process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
}

describe.skipIf("problem" in engine)(`with docker (${"problem" in engine ? engine.problem : "installed"})`, () => {
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
});
