import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const checkout = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(join(checkout, "docs/chat.md"), "utf8");

/** In the order of the page. */
const blocks = (language: string) =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text = ""]) => text);
const [shell = "", http = "", adopting = "", reading = "", serving = ""] = blocks("");
const [library = "", oneTurn = "", pure = ""] = blocks("ts");

/** Says its arguments, and keeps the conversation as Codex does. */
const codex = `#!/bin/bash
cat > /dev/null
id=$(echo "$@" | grep -oE '[0-9a-f]{8}-[0-9a-f-]{27}' || echo 0199aaaa-0000-7000-8000-000000000001)
file=$CODEX_HOME/sessions/rollout-2026-11-19T10-00-00-$id.jsonl
mkdir -p "$CODEX_HOME/sessions" && [ -e "$file" ] || echo '{"timestamp":"2026-11-19T10:00:00Z","type":"session_meta","payload":{"id":"'$id'","timestamp":"2026-11-19T10:00:00Z","cwd":"/","originator":"codex_exec","cli_version":"0.166.0"}}' > "$file"
echo '{"timestamp":"2026-11-19T10:00:01Z","type":"event_msg","payload":{"type":"user_message","message":"what is in this folder?"}}' >> "$file"
echo '{"timestamp":"2026-11-19T10:00:02Z","type":"event_msg","payload":{"type":"agent_message","message":"Hello."}}' >> "$file"
echo '{"type":"thread.started","thread_id":"'$id'"}'
echo '{"type":"item.completed","item":{"id":"1","type":"agent_message","text":"Hello from '$id'."}}'
echo '{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}'
`;

let root: string;
let env: NodeJS.ProcessEnv;
let server: ChildProcess | null = null;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "documented-"));
  const bin = join(root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "codex"), codex);
  chmodSync(join(bin, "codex"), 0o755);
  cpSync(join(checkout, "fixtures/codex/kill9-mid-tool"), join(root, "codex-home"), { recursive: true });
  symlinkSync(join(checkout, "node_modules"), join(root, "node_modules"));
  const own = { HOME: root, CODEX_HOME: join(root, "codex-home"), REPRISE_STATE: join(root, "state") };
  const PATH = [bin, join(checkout, "bin"), process.env.PATH].join(delimiter);
  env = { ...process.env, ...own, REPRISE_CACHE: join(root, "cache"), PATH };
});
afterEach(() => {
  server?.kill();
  rmSync(root, { recursive: true, force: true });
});

function ran(program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    env: { ...env, ...more },
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

describe("the examples of docs/chat.md do what they say", () => {
  it("in a shell, also with a session of one's own", () => {
    const said = ran("sh", ["-ec", shell]).trimEnd().split("\n");
    expect(said[0]).toBe("Hello from 0199aaaa-0000-7000-8000-000000000001.");
    expect(JSON.parse(said.at(-1) ?? "")).toMatchObject({ type: "result", status: "completed" });
    expect(ran("sh", ["-ec", adopting])).toBe("Hello from 01a1e0b8-fc3b-7553-97ec-66ffadb94079.\n");
  });

  it("with chats read as sessions", () => {
    ran("sh", ["-ec", shell]);
    const commands = reading.split("\n").map((line) => line.split(/ {2,}/)[0] ?? "");
    const outputs = commands
      .filter((line) => /^reprise (list|show) .*--chats$/.test(line))
      .map((line) => ran("sh", ["-ec", line]));
    expect(outputs).toHaveLength(2);
    for (const output of outputs) expect(output).toContain("what is in this folder?");
  });

  it("over HTTP", async () => {
    const [start = "", ...request] = http.split("\n");
    server = spawn("reprise", (start.split("→")[0] ?? "").trim().split(" ").slice(1), { cwd: root, env });
    const listening = new Promise<string>((resolve) => {
      if (server?.stdout) createInterface(server.stdout).once("line", resolve);
    });
    const { url: URL, token: TOKEN } = JSON.parse(await listening);
    const lines = ran("sh", ["-ec", request.join("\n")], { URL, TOKEN })
      .trimEnd()
      .split("\n");
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(["init", "message", "result"]);
  });

  it("as a library, with chats, with one turn, and with the command and the mapper alone", () => {
    for (const [text, results] of [
      [library, 1],
      [`${oneTurn}${pure}`, 2],
    ] as const) {
      writeFileSync(join(root, "example.mts"), text);
      const said = ran(process.execPath, ["--no-warnings", "example.mts"]);
      expect(said.match(/Hello from/g)).toHaveLength(results);
      expect(said.match(/status: ['"]completed['"]/g)).toHaveLength(results);
    }
  });

  it("are all run here but those for several servers, which are in the tests of the fleet", () => {
    expect(serving).toContain("--store postgres://");
    expect([blocks("").length, blocks("ts").length]).toEqual([5, 3]);
  });
});
