import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { claude, disposeAll, startMachine, transcriptOf } from "@reprise/testkit";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { claudeSource } from "../../../src/agents/claude/source.ts";
import { nodeHost } from "../../../src/host/node-host.ts";

afterEach(disposeAll);

test("the real Claude Code keeps a large output beside its log, and notes a pull request: both are items", async () => {
  const { scratch, model, home, env, close } = await startMachine("claude-work", claude);
  onTestFinished(close);
  const tools = join(scratch.root, "tools");
  const address = "https://github.com/acme/widgets/pull/12";
  await mkdir(tools);
  await writeFile(join(tools, "gh"), `#!/bin/sh\necho ${address}\n`);
  await chmod(join(tools, "gh"), 0o755);
  model.push(
    [{ call: claude.shellCall("seq 1 9000; echo NEEDLE; seq 1 9000") }],
    [{ call: claude.shellCall(`PATH=${tools}:$PATH gh pr create --title x --body y`) }],
    [{ text: "Done." }],
  );
  const turn = home.spawnTurn({ prompt: "go", cwd: scratch.workspace, allowTools: true });
  expect(await turn.exited).toEqual({ code: 0, signal: null });
  const host = nodeHost(env);
  const { rollouts } = claudeSource.locate(claudeSource.homes(host)[0] ?? "", host);
  const rollout = rollouts.find(({ thread }) => thread === claude.sessionId(turn));
  if (!rollout) throw new Error("not located");
  expect(await readFile(rollout.path, "utf8")).not.toContain("NEEDLE\\n1\\n2\\n");
  const { turns } = await transcriptOf(rollout, claudeSource, host);
  const items = turns.flatMap((one) => one.items);
  const outputs = items.flatMap((item) => (item.kind === "command" ? [item.output] : []));
  expect(outputs[0]).toContain("\n9000\nNEEDLE\n1\n2\n");
  expect(outputs[0]?.endsWith("9000") || outputs[0]?.endsWith("9000\n")).toBe(true);
  expect(items).toContainEqual(expect.objectContaining({ kind: "link", name: "acme/widgets#12", address }));
});
