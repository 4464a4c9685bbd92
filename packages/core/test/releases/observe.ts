import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { spawnAgent } from "@reprise/testkit";
import { callOf } from "./approvals.ts";
import type { ReleaseAgent } from "./pinned.ts";
import type { Recorded } from "./recorded.ts";
import { Shapes } from "./shape.ts";
import { ReleaseStage } from "./stage.ts";

type Json = Readonly<Record<string, unknown>>;

const helps: Readonly<Record<ReleaseAgent, readonly (readonly string[])[]>> = {
  codex: [
    ["app-server", "--help"],
    ["exec", "--help"],
    ["exec", "resume", "--help"],
  ],
  claude: [["--help"]],
  gemini: [["--help"]],
  opencode: [
    ["run", "--help"],
    ["import", "--help"],
  ],
};

/** Drives a release through a turn, a turn with a command and a resume, and notes the shapes of all it does. */
export async function observe(agent: ReleaseAgent, version: string, program: string): Promise<Recorded> {
  const stage = await ReleaseStage.open(agent, version, program);
  try {
    const { model } = stage.machine;
    model.push([{ text: "Hello." }]);
    await stage.run("run", "--agent", agent, "--fresh", "--json", "say hello");
    const wide = ["--sandbox", "danger-full-access"];
    model.push([{ text: "I run it." }, callOf(stage, "echo ran")], [{ text: "It ran." }]);
    const ran = await stage.run("run", "--agent", agent, "--fresh", "--json", ...wide, "run it");
    const session = ran.events.findLast(({ type }) => type === "done")?.session;
    model.push([{ text: "Going on." }]);
    await stage.run("resume", String(session), "go on", "--yes", "--allow-wider", "--json");
    const options = optionsOf(stage, agent, program);
    const methods = agent === "codex" ? await methodsOf(stage, program) : [];
    const log = agent === "opencode" ? databaseShapes(stage) : await fileShapes(stage);
    return { agent, version, options, methods, protocol: protocolShapes(stage).toJSON(), log: log.toJSON() };
  } finally {
    await stage.close();
  }
}

function optionsOf({ env, workspace }: ReleaseStage, agent: ReleaseAgent, program: string): string[] {
  const found = helps[agent].flatMap((words) => {
    const { stdout, stderr } = spawnSync(program, words, {
      env,
      cwd: workspace,
      encoding: "utf8",
      timeout: 60_000,
    });
    const name = words.slice(0, -1).join(" ");
    const named = `${stdout}${stderr}`.match(/(?<=^|[\s,])--[a-z][a-z-]+/gm) ?? [];
    return named.map((option) => `${name === "" ? "" : `${name} `}${option}`);
  });
  return [...new Set(found)].sort();
}

/** It lists them all when it is called for one that does not exist. */
async function methodsOf({ env, workspace }: ReleaseStage, program: string): Promise<string[]> {
  const launch = { command: program, leadingArgs: [], args: ["app-server"], cwd: workspace, hasInput: true };
  const server = spawnAgent({ ...launch, env: { ...env } });
  const clientInfo = { name: "reprise", title: "Reprise", version: "0" };
  const call = (id: number, method: string, params: object) =>
    server.write(`${JSON.stringify({ id, method, params })}\n`);
  call(1, "initialize", { clientInfo, capabilities: { experimentalApi: true } });
  call(2, "none", {});
  const refused = await server.line((line) => line.includes("unknown variant"));
  server.kill();
  const names = [...refused.matchAll(/`([\w/]+)`/g)].flatMap(([, name]) => name ?? []);
  return names.filter((name) => name !== "none").sort();
}

/** From our own journals, which hold every line. */
function protocolShapes({ machine: { state } }: ReleaseStage): Shapes {
  const shapes = new Shapes();
  const root = join(state, "runs");
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".jsonl")) continue;
    const calls = new Map<unknown, unknown>();
    for (const record of linesIn(join(root, name))) {
      const line = record.type === "line" ? jsonIn(String(record.line)) : null;
      if (line === null) continue;
      if (record.direction === "out" && line.method !== undefined) calls.set(line.id, line.method);
      if (record.direction === "in") shapes.add(kindOf(line, calls), line);
    }
  }
  return shapes;
}

function kindOf(line: Json, calls: ReadonlyMap<unknown, unknown>): string {
  if (line.method !== undefined) return String(line.method);
  if (line.id !== undefined && line.type === undefined) return `answer to ${calls.get(line.id) ?? "a call"}`;
  return [line.type, line.subtype, fieldOf(line.event, "type"), fieldOf(line.item, "type"), line.role]
    .filter((part) => typeof part === "string")
    .join("/");
}

async function fileShapes({ machine: { home } }: ReleaseStage): Promise<Shapes> {
  const shapes = new Shapes();
  for (const file of await home.sessionFiles())
    for (const line of linesIn(file)) {
      const kinds = [
        line.type,
        line.subtype,
        fieldOf(line.payload, "type"),
        fieldOf(fieldOf(line.payload, "item"), "type"),
      ];
      const kind = kinds.filter((part) => typeof part === "string").join("/");
      shapes.add(kind === "" ? `{${Object.keys(line)[0] ?? ""}…}` : kind, line);
    }
  return shapes;
}

function databaseShapes({ machine: { scratch } }: ReleaseStage): Shapes {
  const shapes = new Shapes();
  const copy = join(scratch.root, "copy");
  cpSync(join(scratch.home, ".local/share/opencode"), copy, { recursive: true });
  const database = new DatabaseSync(join(copy, "opencode.db"));
  for (const table of ["session", "message", "part"])
    for (const row of database.prepare(`SELECT * FROM ${table}`).all()) {
      const { data, ...columns } = row as Json;
      const value = typeof data === "string" ? jsonIn(data) : null;
      shapes.add(table, columns);
      if (value !== null) shapes.add(`${table}/${String(value.role ?? value.type)}`, value);
    }
  database.close();
  return shapes;
}

function linesIn(file: string): Json[] {
  if (!existsSync(file)) return [];
  const values = readFileSync(file, "utf8").split("\n").map(jsonIn);
  return values.filter((value) => value !== null);
}

function jsonIn(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Json) : null;
  } catch {
    return null;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Json)[name] : undefined;
}
