import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath, pathToFileURL } from "node:url";
import { everySession, type Hit } from "@reprise/model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";

const fixtures = fileURLToPath(new URL("../../../../fixtures", import.meta.url));

/** How the calls of tools are written in each agent's own log, with the name the model used. */
const calls: Readonly<Record<string, RegExp>> = {
  codex: /"type":"(?:function_call|custom_tool_call)"[^{}]{0,200}?"name":"([\w.]+)"/g,
  claude: /"type":"tool_use"[^{}]{0,120}?"name":"(\w+)"/g,
  gemini: /"functionCall":\s*\{\s*(?:"id":\s*"[^"]*",\s*)?"name":\s*"(\w+)"/g,
};

function namesIn(agent: string, recording: string): string[] {
  const folder = join(fixtures, agent, recording);
  if (agent === "opencode") {
    // Even to read it, SQLite would write beside the recording.
    const database = new DatabaseSync(":memory:");
    database.prepare("ATTACH ? AS recorded").run(`${pathToFileURL(join(folder, "opencode.db")).href}?immutable=1`);
    // A call of a tool that there is not is recorded as `invalid`, with the name that was called.
    const rows = database
      .prepare(
        `SELECT DISTINCT iif(data ->> '$.tool' = 'invalid', data ->> '$.state.input.tool', data ->> '$.tool') AS name
         FROM recorded.part WHERE data ->> '$.type' = 'tool'`,
      )
      .all();
    database.close();
    return rows.map(({ name }) => String(name));
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name) && entry.name !== "golden.json")
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  const names = files.flatMap((text) => [...text.matchAll(calls[agent] ?? /$^/g)].map(([, name]) => name ?? ""));
  return [...new Set(names)];
}

/** One recording for each tool that an agent has called in any. */
function recordedTools(agent: string): [name: string, recording: string][] {
  const tools = new Map<string, string>();
  for (const { name: recording } of readdirSync(join(fixtures, agent), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )) {
    if (agent === "opencode" && recording === "json-store") continue;
    for (const name of namesIn(agent, recording)) if (!tools.has(name)) tools.set(name, recording);
  }
  return [...tools];
}

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tool-filter-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function found(agent: string, recording: string, line: string): Promise<Hit[]> {
  const own = join(folder, `${agent}-${recording}`);
  const host = nodeHost({ HOME: own, REPRISE_CACHE: own, REPRISE_STATE: own });
  const library = openLibrary(host, { homes: { [agent]: [join(fixtures, agent, recording)] } });
  try {
    return await Array.fromAsync(library.search(line, everySession));
  } finally {
    library.close();
  }
}

describe.each(["codex", "claude", "gemini", "opencode"])("tools of %s", (agent) => {
  const tools = recordedTools(agent);

  it("were called in the recordings, those that edit too", () => {
    const editing = { codex: "apply_patch", claude: "Edit", gemini: "replace", opencode: "edit" }[agent];
    expect(tools.map(([name]) => name)).toContain(editing);
    expect(tools.length).toBeGreaterThan(2);
  });

  it.each(tools)("%s is found by its own name, in %s", async (name, recording) => {
    const hits = await found(agent, recording, `tool:${name}`);
    expect(hits.map(({ kind }) => kind)).not.toEqual([]);
    expect(await found(agent, recording, `tool:${name.toUpperCase()}`)).toHaveLength(hits.length);
  });
});
