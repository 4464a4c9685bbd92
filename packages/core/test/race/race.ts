import { execFile } from "node:child_process";
import { followed } from "@reprise/model";
import { bundleScript, codex, startMachine } from "@reprise/testkit";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";

const contender = new URL("./contender.ts", import.meta.url);

/** Two processes resume one session at the same moment: one runs, the other is told who. */
export async function race(times: number): Promise<string[]> {
  const machine = await startMachine("race", codex);
  const { scratch, env } = machine;
  const problems: string[] = [];
  try {
    const session = await firstTurn(env, scratch.workspace);
    for (let round = 0; round < times; round += 1) {
      const ends = await Promise.all([contend(session, env), contend(session, env)]);
      const sorted = ends.map(({ end }) => end).sort();
      // The slower one may find the session free again, and changed: then it plans anew, or runs after the first.
      const isFair =
        sorted.includes("completed") && sorted.every((end) => ["completed", "busy", "refused"].includes(end));
      const isNamed = ends.every(({ end, owner }) => end !== "busy" || owner > 0);
      if (!isFair || !isNamed) problems.push(`round ${round}: ${JSON.stringify(ends)}`);
    }
  } finally {
    await machine.close();
  }
  return problems;
}

async function firstTurn(env: Record<string, string>, cwd: string): Promise<string> {
  const runner = await openRunner(nodeHost(env));
  let thread = "";
  const wish = { agent: "codex", cwd, settings: {}, prompt: "begin", canAnswer: false } as const;
  for await (const event of followed(runner.run(wish))) if (event.type === "thread") thread = event.thread;
  runner.close();
  return `codex:${thread}`;
}

function contend(session: string, env: Record<string, string>): Promise<{ end: string; owner: number }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [bundleScript(contender), session],
      { env, timeout: 180_000 },
      (_error, stdout, stderr) => {
        const line = stdout.trim().split("\n").at(-1) ?? "";
        resolve(
          line.startsWith("{")
            ? (JSON.parse(line) as { end: string; owner: number })
            : { end: stderr.slice(-300), owner: 0 },
        );
      },
    );
  });
}
