import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { locateBinary, type Machine, opencode, type Reply, spawnAgent } from "@reprise/testkit";
import { mcpServer, writeProject } from "./scenario.ts";

const model = { providerID: "scripted", modelID: "scripted" };

/** `--file` with a text, an image and a folder, a command of one's own, a command of the person, a resource, tools. */
export async function opencodeScenario(machine: Machine): Promise<void> {
  const { scratch, home } = machine;
  const cwd = scratch.workspace;
  const { notes, picture } = writeProject(machine);
  const folder = join(cwd, "folder");
  mkdirSync(folder);
  writeFileSync(join(folder, "GIVEN-ENTRY.txt"), "");
  mkdirSync(join(cwd, ".opencode", "command"), { recursive: true });
  writeFileSync(
    join(cwd, ".opencode", "command", "greet.md"),
    "---\ndescription: greets\n---\nGIVEN-COMMAND for $ARGUMENTS\n!`echo GIVEN-INLINE`\n",
  );
  const path = join(scratch.home, ".config", "opencode", "opencode.json");
  const notesServer = { type: "local", command: [process.execPath, mcpServer], enabled: true };
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), mcp: { notes: notesServer } }));
  let id: string | null = null;
  const turn = async (prompt: string, args: readonly string[], ...replies: Reply[]) => {
    machine.model.push(...replies);
    const how = { prompt, cwd, allowTools: true, extraArgs: args };
    const running = home.spawnTurn({ ...how, ...(id !== null && { resume: id }) });
    await running.exited;
    id ??= opencode.sessionId(running);
  };
  await turn(
    "GIVEN-PROMPT look at these",
    ["--file", notes, "--file", picture, "--file", folder],
    [
      { call: { name: "bash", arguments: { command: "echo GIVEN-PRINTED", description: "x" } } },
      { call: { name: "read", arguments: { filePath: picture } } },
      { call: { name: "notes_lookup", arguments: { word: "x" } } },
      { call: { name: "write", arguments: { filePath: join(cwd, "made.txt"), content: "GIVEN-ADDED\n" } } },
    ],
    [{ text: "GIVEN-REPLY seen" }],
  );
  await turn("Bob", ["--command", "greet"], [{ text: "hi" }]);
  await askServer(machine, id ?? "");
  await turn("and now?", [], [{ text: "the end" }]);
}

async function askServer({ scratch, home, model: scripted }: Machine, id: string): Promise<void> {
  const cwd = scratch.workspace;
  const args = ["serve", "--port", "0", "--hostname", "127.0.0.1"];
  const server = spawnAgent({ ...locateBinary("opencode"), args, cwd, env: home.env });
  const [address] = /http:\S+/.exec(await server.line((line) => line.includes("http://"))) ?? [];
  const post = async (path: string, body: object) => {
    const where = `${address}/session/${id}/${path}?directory=${encodeURIComponent(cwd)}`;
    const headers = { "content-type": "application/json" };
    const answer = await fetch(where, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.text();
  };
  await post("shell", { agent: "build", command: "echo GIVEN-SHELL", model });
  scripted.push([{ text: "read" }]);
  const text = { value: "@board", start: 0, end: 6 };
  const source = { type: "resource", clientName: "notes", uri: "notes://board", text };
  const resource = { type: "file", mime: "text/plain", filename: "board", url: "notes://board", source };
  await post("message", { model, parts: [{ type: "text", text: "see the board" }, resource] });
  server.kill();
  await server.exited;
}
