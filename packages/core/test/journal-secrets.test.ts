import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RestoreEvent } from "@reprise/model";
import { followed } from "@reprise/model";
import { codex, type Machine, startMachine } from "@reprise/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nodeHost } from "../src/host/node-host.ts";
import { readJournal } from "../src/journal/read-journal.ts";
import { openRunner } from "../src/runner.ts";

let machine: Machine;
beforeAll(async () => {
  machine = await startMachine("journal-secrets", codex);
});
afterAll(() => machine.close());

const secret = (start: string) => `${start}${"a1B2c3D4e5F6g7".repeat(4)}`;

it("a secret that the real Codex streams in pieces is nowhere in what Reprise stores", {
  timeout: 90_000,
}, async () => {
  const [said, printed, prompted] = [secret("sk-proj-"), secret("glpat-"), secret("hvs.")];
  writeFileSync(join(machine.scratch.workspace, "key.txt"), `${printed}\n`);
  const command = "echo first; sleep 1; head -c 9 key.txt; sleep 1; tail -c +10 key.txt";
  machine.model.push(
    [{ call: { name: "exec_command", arguments: { cmd: command, yield_time_ms: 5000 } } }],
    [{ text: `The key is ${said}, keep it. All the rest stays.`, chunks: 30 }],
  );
  const runner = await openRunner(nodeHost(machine.env));
  const { workspace } = machine.scratch;
  const prompt = `Print it. Use ${prompted}.`;
  const wish = {
    agent: "codex",
    cwd: workspace,
    settings: { sandbox: "danger-full-access" },
    prompt,
  } as const;
  const events: RestoreEvent[] = [];
  const { signal } = new AbortController();
  for await (const event of followed(runner.run({ ...wish, canAnswer: false }), { signal })) events.push(event);
  runner.close();
  expect(events.filter(({ type }) => type === "delta").length).toBeGreaterThan(10);
  const files = readdirSync(machine.state, { recursive: true, encoding: "utf8" })
    .map((name) => join(machine.state, name))
    .filter((path) => path.includes("/runs/") && statSync(path).isFile());
  expect(files.length).toBeGreaterThanOrEqual(2);
  for (const path of files) {
    const stored = readFileSync(path, "utf8");
    for (const one of [said, printed, prompted]) expect(stored.includes(one.slice(8, 20))).toBe(false);
  }
  const [journal = ""] = files.filter((path) => path.endsWith(".jsonl"));
  let [lines, reply] = ["", ""];
  for await (const record of readJournal(journal, nodeHost()).records) {
    if (record.type === "line") lines += /"delta":"(.*?)"[,}]/.exec(record.line)?.[1] ?? "";
    if (record.type === "text" && record.kind === "reply") reply += record.text;
  }
  expect(lines).not.toContain(said.slice(8, 20));
  expect(reply).toBe("The key is [redacted api key], keep it. All the rest stays.");
});
