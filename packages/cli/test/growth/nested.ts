import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Agent } from "@reprise/model";
import { runInProcess } from "./in-process.ts";
import { type FieldPath, fieldAt, fieldsOf, withFields } from "./json-fields.ts";
import { writeHome } from "./rewritten-home.ts";

/** One field of one document of a recording. */
export interface NestedCase {
  readonly agent: Agent;
  readonly recording: string;
  readonly document: string;
  readonly kind: string;
  readonly path: FieldPath;
  readonly field: string;
  /** The field holds JSON as text, as the arguments of calls do. */
  readonly isText: boolean;
}

const recordings: readonly (readonly [Agent, string])[] = [
  ["codex", "approvals"],
  ["codex", "mcp-tool-call"],
  ["codex", "patch-update-move-delete"],
  ["codex", "compacted"],
  ["codex", "eras-of-2025"],
  ["codex", "release-0.8.0"],
  ["codex", "release-0.98.0"],
  ["claude", "basic"],
  ["claude", "compacted"],
  ["claude", "tool-and-denied"],
  ["claude", "subagent"],
  ["gemini", "tools-resumed"],
  ["gemini", "compacted"],
  ["gemini", "whole-document"],
  ["opencode", "recorded"],
  ["opencode", "json-store"],
];

/** Every field of every kind of document in the recordings, each once. */
export function nestedCases(): NestedCase[] {
  const cases: NestedCase[] = [];
  const seen = new Set<string>();
  for (const [agent, recording] of recordings) {
    const home = mkdtempSync(join(tmpdir(), "reprise-nested-"));
    writeHome(agent, recording, home, ({ value, id, kind }) => {
      for (const path of fieldsOf(value)) {
        const key = `${kind} ${path.map((part) => (typeof part === "number" ? "*" : part)).join(".")}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const one = { agent, recording, document: id.slice(home.length), kind, path, field: path.join(".") };
        cases.push({ ...one, isText: false });
        if (String(fieldAt(value, path)).startsWith("{")) cases.push({ ...one, isText: true });
      }
      return null;
    });
    rmSync(home, { recursive: true });
  }
  return cases;
}

/** What goes wrong in any command when one field is nested so deeply, compared with the same field nested a little. */
export async function nestedProblems(one: NestedCase, depth: number): Promise<string[]> {
  const shallow = await answersTo(one, { depth: 2, isListOnly: true });
  const deep = await answersTo(one, { depth, isListOnly: false });
  if (deep.ids.join() === shallow.ids.join()) return deep.problems;
  return [...deep.problems, `it lists [${deep.ids}], not [${shallow.ids}]`];
}

async function answersTo(
  { agent, recording, document, path, isText }: NestedCase,
  { depth, isListOnly }: { depth: number; isListOnly: boolean },
) {
  const home = mkdtempSync(join(tmpdir(), "reprise-nested-"));
  const env = {
    HOME: home,
    PATH: process.env.PATH ?? "",
    REPRISE_STATE: join(home, "state"),
    REPRISE_CACHE: join(home, "cache"),
  };
  const nested = `${'{"a":['.repeat(depth / 2)}1${"]}".repeat(depth / 2)}`;
  const problems: string[] = [];
  try {
    writeHome(agent, recording, home, ({ value, id }) =>
      id.slice(home.length) === document ? withFields(value, [path], isText ? JSON.stringify(nested) : nested) : null,
    );
    const page = JSON.parse((await answer("list", "--all", "--archived", "--json")) || '{"sessions":[]}');
    const ids: string[] = page.sessions.map(({ id }: { id: string }) => id);
    if (!isListOnly) for (const args of commandsOf(ids[0], agent)) await answer(...args);
    return { ids, problems };
  } finally {
    rmSync(home, { recursive: true });
  }

  async function answer(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runInProcess(args, env);
    const hasFailed = code === 1 || /RangeError|call stack|unexpected/.test(stderr);
    if (hasFailed) problems.push(`reprise ${args.join(" ")}: exit ${code}, ${stderr.slice(0, 600)}`);
    return stdout;
  }
}

function* commandsOf(id: string | undefined, agent: Agent): Generator<readonly string[]> {
  yield ["search", "hello", "--all"];
  yield ["search", "nested deeper", "--all", "--json"];
  yield ["doctor"];
  if (id === undefined) return;
  yield ["show", id];
  yield ["show", id, "--full", "--json"];
  for (const format of ["markdown", "html", "jsonl"]) yield ["export", id, "--format", format];
  yield ["resume", id, "--dry-run", "--json"];
  yield ["handoff", id];
  yield ["repair", id, "--dry-run"];
  yield ["replay", id, "--dry-run", "--json"];
  yield ["replay", id, "--to", agent === "claude" ? "gemini" : "claude", "--dry-run"];
}
