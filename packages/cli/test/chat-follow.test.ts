import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";

const program = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "chat-follow-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function chat(key: string) {
  const env = { ...process.env, REPRISE_STATE: join(root, "state"), CODEX_HOME: join(root, "home") };
  const child = spawn(program, ["chat", "--chat", "c", "--json", "--key", key, "hello"], {
    env: { ...env, REPRISE_CODEX_BIN: join(root, "agent") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { child, said: saidBy(child), ended: endOf(child) };
}

function saidBy(child: ChildProcess) {
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (piece) => {
    text += piece;
  });
  return async (part: string) => {
    while (!text.includes(part)) await new Promise((resolve) => setTimeout(resolve, 20));
  };
}

function endOf(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
}

it("an interrupt ends who only listens to a turn of another process, and not the turn", async () => {
  const release = join(root, "release");
  writeFileSync(
    join(root, "agent"),
    `#!/bin/sh
cat > /dev/null
echo '{"type":"thread.started","thread_id":"0199aaaa-0000-7000-8000-000000000001"}'
echo '{"type":"turn.started"}'
while [ ! -e '${release}' ]; do sleep 0.05; done
echo '{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}'
`,
  );
  chmodSync(join(root, "agent"), 0o755);
  const runs = chat("k");
  await runs.said('"init"');
  const listens = chat("k");
  await listens.said('"init"');
  listens.child.kill("SIGINT");
  expect(await listens.ended).toEqual({ code: null, signal: "SIGINT" });
  expect(runs.child.exitCode).toBeNull();
  writeFileSync(release, "");
  expect(await runs.ended).toEqual({ code: 0, signal: null });
});
