import { asThreadId, sessionIdOf } from "@reprise/model";
import type { OtherProcess, RunnerStage } from "./conformance/runner-stage.ts";
import { until } from "./host/poll.ts";
import { MemoryRunner } from "./memory-runner.ts";
import { MemoryStore } from "./memory-store.ts";
import { ScriptedAgent } from "./scripted-agent/scripted-agent.ts";
import { linesOf } from "./session-seed.ts";

/** Runs and restores without files or processes; `otherProcess` shares the store, as another program shares the files. */
export async function openMemoryStage(): Promise<RunnerStage> {
  const store = new MemoryStore();
  const agentOf = () => new ScriptedAgent((thread, line) => store.log(thread, line));
  const file = "/srv/app/picture.png";
  const runnerOf = ({ driver }: ScriptedAgent) => new MemoryRunner(store, driver, (path) => path === file);
  const agent = agentOf();
  return {
    runner: runnerOf(agent),
    agent,
    cwd: "/srv/app",
    elsewhere: "/srv/other",
    file,
    second: async () => runnerOf(agent),
    async otherProcess(wish, script): Promise<OtherProcess> {
      const other = agentOf();
      other.plays(script);
      const runner = runnerOf(other);
      const { id: run } = await runner.run(wish);
      await until(() => other.launches.length > 0);
      return { run, kill: async () => runner.die() };
    },
    seed(seed) {
      const thread = asThreadId(seed.thread);
      store.log(thread, ...linesOf(seed));
      return sessionIdOf("codex", thread);
    },
    close: async () => undefined,
  };
}
