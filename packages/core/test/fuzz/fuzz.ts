import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AgentSource, codexSource } from "@reprise/core";
import { memoryHost, type Random, randomFrom, transcriptOf } from "@reprise/testkit";
import { claudeSource } from "../../src/agents/claude/source.ts";

const fixtures = fileURLToPath(new URL("../../../../fixtures/", import.meta.url));

interface Seed {
  readonly source: AgentSource;
  readonly home: string;
  readonly path: string;
  readonly bytes: Buffer;
}

/** Mutates recordings and reads them: no bytes may make a reader throw, hang, or say what the other way of reading does not. */
export async function fuzz({ rounds, seed = 1 }: { rounds: number; seed?: number }): Promise<string[]> {
  const seeds = [
    ...seedsOf(codexSource, "codex", "/home/dev/.codex"),
    ...seedsOf(claudeSource, "claude", "/home/dev/.claude"),
  ];
  const random = randomFrom(seed);
  const problems: string[] = [];
  for (let round = 0; round < rounds && problems.length < 20; round += 1) {
    const one = seeds[Math.floor(random() * seeds.length)];
    if (!one) break;
    const bytes = mutated(one.bytes, random);
    const problem = await readingProblem({ ...one, bytes });
    if (problem !== null) problems.push(`round ${round} (seed ${seed}), ${one.path}: ${problem}`);
  }
  return problems;
}

async function readingProblem({ source, home, path, bytes }: Seed): Promise<string | null> {
  const host = memoryHost({ [path]: bytes });
  const { rollouts } = source.locate(home, host);
  const [rollout] = rollouts;
  if (!rollout) return "it is not located any more";
  try {
    const { outline, peeked } = await transcriptOf(rollout, source, host, { all: rollouts });
    const same = (field: "turnCount" | "title" | "messageCount") => outline[field] === peeked[field];
    // Damage inside a long line is seen by a full reading only.
    if (outline.damageCount === peeked.damageCount && !(same("turnCount") && same("title") && same("messageCount"))) {
      return `outline and full reading differ: ${peeked.turnCount}/${outline.turnCount} turns, ${peeked.messageCount}/${outline.messageCount} messages`;
    }
    return null;
  } catch (error) {
    return `it threw ${(error as Error).stack}`;
  }
}

function seedsOf(source: AgentSource, agent: string, home: string): Seed[] {
  const root = join(fixtures, agent);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.jsonl?$/.test(entry.name) &&
        !["golden.json", "given.json"].includes(entry.name) &&
        !entry.name.endsWith(".meta.json") &&
        !entry.parentPath.endsWith("sessions"),
    )
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      const inHome = file
        .slice(root.length + 1)
        .split("/")
        .slice(1)
        .join("/");
      return { source, home, path: `${home}/${inHome}`, bytes: readFileSync(file) };
    });
}

function mutated(bytes: Buffer, random: Random): Buffer {
  let result: Buffer = Buffer.from(bytes);
  const count = 1 + Math.floor(random() * 4);
  for (let index = 0; index < count; index += 1)
    result = mutations[Math.floor(random() * mutations.length)]?.(result, random) ?? result;
  return result;
}

const at = (bytes: Buffer, random: Random) => Math.floor(random() * (bytes.length + 1));
const mutations: readonly ((bytes: Buffer, random: Random) => Buffer)[] = [
  // Cut off at the end.
  (bytes, random) => bytes.subarray(0, at(bytes, random)),
  // A block lost in the middle.
  (bytes, random) => {
    const start = at(bytes, random);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + Math.floor(random() * 300))]);
  },
  // NUL bytes, as after a power cut.
  (bytes, random) => {
    const start = at(bytes, random);
    return Buffer.concat([bytes.subarray(0, start), Buffer.alloc(Math.floor(random() * 64)), bytes.subarray(start)]);
  },
  // A newline lost: two records glued.
  (bytes, random) => {
    const end = bytes.indexOf(10, at(bytes, random));
    return end === -1 ? bytes : Buffer.concat([bytes.subarray(0, end), bytes.subarray(end + 1)]);
  },
  // A byte that is not what it was.
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
    return copy;
  },
  // A line told twice.
  (bytes, random) => {
    const start = bytes.lastIndexOf(10, at(bytes, random)) + 1;
    const end = bytes.indexOf(10, start);
    return end === -1
      ? bytes
      : Buffer.concat([bytes.subarray(0, end + 1), bytes.subarray(start, end + 1), bytes.subarray(end + 1)]);
  },
];
