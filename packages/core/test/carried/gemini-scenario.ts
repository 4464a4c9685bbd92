import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gemini, type Machine, type Reply } from "@reprise/testkit";
import { hookCommand, mcpServer, writeProject } from "./scenario.ts";

/** `@file`, `@image`, `@folder`, a resource of a tool server, its tool, hooks, the image that a tool gives, tools that read. */
export async function geminiScenario(machine: Machine): Promise<void> {
  const { scratch, model, home } = machine;
  const cwd = scratch.workspace;
  const { picture } = writeProject(machine);
  mkdirSync(join(cwd, "folder"));
  writeFileSync(join(cwd, "folder", "inner.txt"), "GIVEN-INNER\n");
  const path = join(scratch.home, ".gemini", "settings.json");
  const hook = (event: string, text: string) => [
    { hooks: [{ name: event, type: "command", command: hookCommand(event, text) }] },
  ];
  const settings = {
    ...JSON.parse(readFileSync(path, "utf8")),
    mcpServers: { notes: { command: process.execPath, args: [mcpServer], trust: true } },
    hooksConfig: { enabled: true },
    hooks: { BeforeAgent: hook("BeforeAgent", "GIVEN-HOOK"), AfterTool: hook("AfterTool", "GIVEN-AFTER") },
  };
  writeFileSync(path, JSON.stringify(settings));
  let id: string | null = null;
  const turn = async (prompt: string, ...replies: Reply[]) => {
    model.push(...replies);
    const running = home.spawnTurn({ prompt, cwd, allowTools: true, ...(id !== null && { resume: id }) });
    await running.exited;
    id ??= gemini.sessionId(running);
  };
  await turn(
    "GIVEN-PROMPT look at @notes.txt and @pic.png and @folder and @notes:notes://board",
    [
      { call: { name: "run_shell_command", arguments: { command: "echo GIVEN-PRINTED" } } },
      { call: { name: "read_file", arguments: { file_path: picture } } },
      { call: { name: "mcp_notes_lookup", arguments: { word: "x" } } },
      { call: { name: "grep_search", arguments: { pattern: "GIVEN-FILE", dir_path: cwd } } },
      { call: { name: "list_directory", arguments: { dir_path: cwd } } },
      {
        call: {
          name: "write_file",
          arguments: { file_path: join(cwd, "made.txt"), content: "GIVEN-ADDED\n" },
        },
      },
    ],
    [{ text: "GIVEN-REPLY seen" }],
  );
  await turn("and now?", [{ text: "the end" }]);
}
