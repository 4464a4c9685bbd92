import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { locateBinary, type Machine, type Reply, spawnAgent } from "@reprise/testkit";
import { hookCommand, images, mcpServer, writeProject } from "./scenario.ts";

const id = "44444444-4444-4444-8444-000000000001";

/**
 * `@file`, `@image`, `@folder`, hooks, a command of one's own with a command and a file in it, a prompt with an image, the
 * image that a tool gives, a tool server, a sub-agent in the background, and `! command`.
 */
export async function claudeScenario(machine: Machine): Promise<void> {
  const { scratch, model, home } = machine;
  const cwd = scratch.workspace;
  const { picture } = writeProject(machine);
  mkdirSync(join(cwd, "folder"));
  writeFileSync(join(cwd, "folder", "GIVEN-ENTRY.txt"), "");
  mkdirSync(join(cwd, ".claude", "commands"), { recursive: true });
  const command = "---\nallowed-tools: Bash(echo:*)\n---\nGIVEN-COMMAND for $ARGUMENTS\n!`echo GIVEN-INLINE`\n";
  writeFileSync(join(cwd, ".claude", "commands", "greet.md"), command);
  const servers = join(scratch.home, "servers.json");
  writeFileSync(servers, JSON.stringify({ mcpServers: { notes: { command: process.execPath, args: [mcpServer] } } }));
  writeSettings(scratch.home);
  const turn = async (prompt: string, args: readonly string[], ...replies: Reply[]) => {
    model.push(...replies);
    await home.spawnTurn({ prompt, cwd, allowTools: true, extraArgs: args }).exited;
  };
  const bash = { call: { name: "Bash", arguments: { command: "echo GIVEN-PRINTED", description: "x" } } };
  await turn(
    "GIVEN-PROMPT look at @notes.txt and @pic.png and @folder",
    ["--session-id", id],
    [bash],
    [{ text: "GIVEN-REPLY seen" }],
  );
  await turn("/greet Bob", ["--resume", id], [{ text: "hi" }]);
  await askWithImage(machine, servers, picture);
  const delegate = { description: "count", prompt: "count the files", subagent_type: "general-purpose" };
  await turn(
    "ask the helper",
    ["--resume", id],
    { match: "count the files", actions: [{ text: "GIVEN-RESULT of the helper" }] },
    [{ call: { name: "Agent", arguments: { ...delegate, run_in_background: true } } }],
    [{ text: "it works" }],
    [{ text: "it is done" }],
  );
  await runByPerson(machine);
  await turn("and now?", ["--resume", id], [{ text: "the end" }]);
}

function writeSettings(home: string): void {
  const hook = (event: string, text: string) => [{ hooks: [{ type: "command", command: hookCommand(event, text) }] }];
  const hooks = {
    SessionStart: hook("SessionStart", "GIVEN-START"),
    UserPromptSubmit: hook("UserPromptSubmit", "GIVEN-HOOK"),
    PostToolUse: hook("PostToolUse", "GIVEN-AFTER"),
  };
  mkdirSync(join(home, ".claude"), { recursive: true });
  writeFileSync(join(home, ".claude", "settings.json"), JSON.stringify({ hooks }));
}

async function askWithImage({ model, home, scratch }: Machine, servers: string, picture: string): Promise<void> {
  const { workspace: cwd } = scratch;
  model.push(
    [
      { call: { name: "Read", arguments: { file_path: picture } } },
      { call: { name: "mcp__notes__lookup", arguments: { word: "x" } } },
    ],
    [{ text: "read" }],
  );
  const how = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  const more = ["--allowedTools", "Read,mcp__notes__lookup", "--resume", id, "--mcp-config", servers];
  const args = [...how, ...more];
  const running = spawnAgent({ ...locateBinary("claude"), args, cwd, env: home.env, hasInput: true });
  const source = { type: "base64", media_type: "image/png", data: images.prompt };
  const content = [
    { type: "text", text: "what is on it?" },
    { type: "image", source },
  ];
  running.write(`${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`);
  await running.line((line) => line.includes('"type":"result"'));
  running.closeInput();
  await running.exited;
}

/** What `! command` writes; only a terminal offers it. */
async function runByPerson({ home }: Machine): Promise<void> {
  const files = await home.sessionFiles();
  const file = files.find((path) => path.endsWith(`${id}.jsonl`)) ?? "";
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const last = lines.map((line) => JSON.parse(line)).findLast(({ uuid, message }) => uuid && message);
  let parentUuid: string = last.uuid;
  const { cwd, sessionId, version } = last;
  for (const content of [
    "<bash-input>echo GIVEN-SHELL</bash-input>",
    "<bash-stdout>GIVEN-SHELL</bash-stdout><bash-stderr></bash-stderr>",
  ]) {
    const uuid = randomUUID();
    const timestamp = new Date(Date.parse(last.timestamp) + 1000).toISOString();
    const about = { parentUuid, isSidechain: false, userType: "external", cwd, sessionId, version };
    const line = { ...about, type: "user", message: { role: "user", content }, uuid, timestamp };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    parentUuid = uuid;
  }
}
