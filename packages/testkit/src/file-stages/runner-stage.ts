import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeHost } from "@reprise/core";
import { openRunner } from "@reprise/core/runner";
import { asThreadId, type RunId, sessionIdOf } from "@reprise/model";
import { programEnv } from "../agents/environment.ts";
import type { OtherProcess, RunnerStage } from "../conformance/runner-stage.ts";
import { bundleScript } from "../host/bundle-script.ts";
import { makeScratch } from "../host/scratch.ts";
import { definitionOf, loggedAgent } from "../scripted-agent/definition.ts";
import { scripted } from "../scripted-source.ts";
import { linesOf } from "../session-seed.ts";

/** A whole PNG. */
const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const victim = new URL("./victim.ts", import.meta.url);

/** The runner over files, with a scripted agent in a home of its own. */
export async function openFileStage(): Promise<RunnerStage> {
  const { root, home, workspace, remove } = await makeScratch("runs");
  const agent = loggedAgent(home);
  const env = { HOME: home, ...programEnv, REPRISE_STATE: join(root, "state") };
  const second = () => openRunner(nodeHost(env), { agents: [definitionOf(agent)] });
  const runner = await second();
  const elsewhere = join(root, "elsewhere");
  mkdirSync(elsewhere);
  const file = join(workspace, "picture.png");
  writeFileSync(file, Buffer.from(onePixel, "base64"));
  const children: OtherProcess[] = [];
  return {
    runner,
    agent,
    cwd: workspace,
    elsewhere,
    file,
    second,
    async otherProcess(wish, script) {
      const started = await startVictim({ wish, script }, env);
      children.push(started);
      return started;
    },
    seed(seed) {
      writeFileSync(join(home, `.codex-scripted/sessions/${seed.thread}.jsonl`), scripted.file(...linesOf(seed)));
      return sessionIdOf("codex", asThreadId(seed.thread));
    },
    async close() {
      for (const { kill } of children) await kill();
      runner.close();
      await remove();
    },
  };
}

async function startVictim(order: object, env: NodeJS.ProcessEnv): Promise<OtherProcess> {
  const child = spawn(process.execPath, [bundleScript(victim), JSON.stringify(order)], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const run = await new Promise<RunId>((resolve, reject) => {
    child.stdout.once("data", (data: Buffer) => resolve(data.toString().trim() as RunId));
    child.once("exit", () => reject(new Error("It ended before it ran.")));
  });
  return {
    run,
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
