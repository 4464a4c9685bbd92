import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import type { Agent } from "@reprise/model";

const fixtures = fileURLToPath(new URL("../../../../fixtures/", import.meta.url));

/** A JSON document of a recording: one line of a log, one file, one row of a database. */
export interface Document {
  readonly value: unknown;
  /** Where it is, unique within the recording. */
  readonly id: string;
  /** Documents of one kind have the same fields. */
  readonly kind: string;
}

/** Gives the new text of a document; null leaves it as it is. */
export type Rewrite = (document: Document) => string | null;

/** Where each agent keeps its sessions below HOME. */
const homeOf: Readonly<Record<Agent, string>> = {
  codex: ".codex",
  claude: ".claude",
  gemini: ".gemini",
  opencode: ".local/share/opencode",
};

/** Copies a recording to where its agent keeps sessions below `home`, with some documents rewritten. */
export function writeHome(agent: Agent, recording: string, home: string, rewrite: Rewrite): void {
  const target = join(home, homeOf[agent] ?? "");
  cpSync(join(fixtures, agent, recording), target, { recursive: true });
  for (const path of filesIn(target)) {
    if (path.endsWith("golden.json")) continue;
    if (path.endsWith(".jsonl")) rewriteLines(path, agent, rewrite);
    else if (path.endsWith(".json")) rewriteFile(path, agent, rewrite);
    else if (path.endsWith(".db")) rewriteRows(path, agent, rewrite);
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

function rewriteLines(path: string, agent: Agent, rewrite: Rewrite): void {
  const lines = readFileSync(path, "utf8").split("\n");
  const after = lines.map((line, index) => {
    if (line === "") return line;
    const value: unknown = JSON.parse(line);
    return rewrite({ value, id: `${path}:${index + 1}`, kind: `${agent} ${kindOf(value)}` }) ?? line;
  });
  writeFileSync(path, after.join("\n"));
}

function rewriteFile(path: string, agent: Agent, rewrite: Rewrite): void {
  const value: unknown = JSON.parse(readFileSync(path, "utf8"));
  const text = rewrite({ value, id: path, kind: `${agent} file ${kindOf(value)}` });
  if (text !== null) writeFileSync(path, text);
}

function rewriteRows(path: string, agent: Agent, rewrite: Rewrite): void {
  const database = new DatabaseSync(path);
  for (const table of ["message", "part"]) {
    const change = database.prepare(`UPDATE ${table} SET data = ? WHERE id = ?`);
    for (const { id, data } of database.prepare(`SELECT id, data FROM ${table}`).all()) {
      const value: unknown = JSON.parse(String(data));
      const text = rewrite({ value, id: `${path}:${id}`, kind: `${agent} ${table} ${kindOf(value)}` });
      if (text !== null) change.run(text, String(id));
    }
  }
  database.close();
}

/** The names of types that a document gives, from the outside in. */
function kindOf(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  const { type, role, kind, payload, item, message, content, attachment, name, toolCalls, $set } = value as Record<
    string,
    unknown
  >;
  const own = [type, role, kind, name].filter((word) => typeof word === "string");
  const inner = [payload, item, message, attachment, $set, Array.isArray(content) ? content[0] : null].map(kindOf);
  const calls = toolCalls === undefined ? [] : ["calls"];
  return [...own, ...calls, ...inner.filter((word) => word !== "")].join(" ");
}
