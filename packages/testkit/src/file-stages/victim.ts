/** A run in a process of its own, to be killed. Prints the id of the run once the agent is being started. */
import { setTimeout as sleep } from "node:timers/promises";
import { nodeHost } from "@reprise/core";
import { openRunner } from "@reprise/core/runner";
import type { RunWish } from "@reprise/model";
import { definitionOf, loggedAgent } from "../scripted-agent/definition.ts";
import type { AgentScript } from "../scripted-agent/script.ts";

const { wish, script } = JSON.parse(process.argv[2] ?? "{}") as { wish: RunWish; script: AgentScript };
const agent = loggedAgent(process.env.HOME ?? "");
agent.plays(script);
const runner = await openRunner(nodeHost(), { agents: [definitionOf(agent)] });
const run = await runner.run(wish);
setInterval(() => undefined, 1000); // a scripted agent that waits keeps no process alive
while (agent.launches.length === 0) await sleep(5);
console.log(run.id);
