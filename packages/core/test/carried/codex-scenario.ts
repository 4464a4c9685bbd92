import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codex, type Machine, type Reply, startAppServer } from "@reprise/testkit";
import { hookCommand, images, mcpServer, writeProject } from "./scenario.ts";

/** Hooks, images by path and by bytes, the image that a tool gives, a skill, a tool server and its resource, a command of the person. */
export async function codexScenario(machine: Machine): Promise<void> {
  const { scratch, model, home } = machine;
  const cwd = scratch.workspace;
  const { picture } = writeProject(machine);
  const folder = join(scratch.home, ".codex");
  const skill = join(folder, "skills", "greet", "SKILL.md");
  mkdirSync(join(folder, "skills", "greet"), { recursive: true });
  writeFileSync(skill, "---\nname: greet\ndescription: greets\n---\nGIVEN-SKILL text\n");
  writeHooks(folder);
  appendFileSync(
    join(folder, "config.toml"),
    `\n[mcp_servers.notes]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(mcpServer)}]\n`,
  );
  model.push(
    [{ call: { name: "exec_command", arguments: { cmd: "echo GIVEN-PRINTED" } } }],
    [{ custom: { name: "apply_patch", input: patch } }],
    [{ text: "GIVEN-REPLY begun" }],
  );
  const first = home.spawnTurn({
    prompt: "GIVEN-PROMPT begin",
    cwd,
    allowTools: true,
    extraArgs: ["--dangerously-bypass-hook-trust"],
  });
  await first.exited;
  const threadId = codex.sessionId(first);
  const server = await startAppServer({ home, cwd });
  await server.request("thread/resume", { threadId, approvalPolicy: "never", sandbox: "danger-full-access" });
  const turn = async (input: readonly object[], ...replies: Reply[]) => {
    model.push(...replies);
    const { turn: begun } = (await server.request("turn/start", { threadId, input })) as {
      turn: { id: string };
    };
    await server.waitFor("turn/completed", ({ turn: ended }) => (ended as { id: string }).id === begun.id);
  };
  await turn(
    [
      { type: "text", text: "look at this" },
      { type: "image", url: `data:image/png;base64,${images.prompt}` },
      { type: "localImage", path: picture },
      { type: "skill", name: "greet", path: skill },
    ],
    [{ call: { name: "view_image", arguments: { path: picture } } }],
    [{ call: { name: "lookup", namespace: "mcp__notes", arguments: { word: "x" } } }],
    [{ call: { name: "read_mcp_resource", arguments: { server: "notes", uri: "notes://board" } } }],
    [{ text: "seen" }],
  );
  await server.request("thread/shellCommand", { threadId, command: "echo GIVEN-SHELL" });
  const { params } = await server.waitFor("item/completed", (told) =>
    JSON.stringify(told.item).includes("GIVEN-SHELL"),
  );
  await server.waitFor("turn/completed", ({ turn: ended }) => (ended as { id: string }).id === params.turnId);
  await turn([{ type: "text", text: "and now?" }], [{ text: "the end" }]);
  server.closeInput();
  await server.exited;
}

const patch = `*** Begin Patch
*** Add File: made.txt
+GIVEN-ADDED
*** End Patch`;

function writeHooks(folder: string): void {
  const hook = (event: string, text: string) => [{ hooks: [{ type: "command", command: hookCommand(event, text) }] }];
  const hooks = {
    UserPromptSubmit: hook("UserPromptSubmit", "GIVEN-HOOK"),
    PostToolUse: hook("PostToolUse", "GIVEN-AFTER"),
  };
  writeFileSync(join(folder, "hooks.json"), JSON.stringify({ hooks }));
}
