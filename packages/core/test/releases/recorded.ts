import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isSince } from "../../src/agents/driving/releases.ts";
import type { ReleaseAgent } from "./pinned.ts";

/** What a release takes, prints and writes; no content of any of it. */
export interface Recorded {
  readonly agent: ReleaseAgent;
  readonly version: string;
  /** Options in its help. */
  readonly options: readonly string[];
  /** Calls that its server takes; none for an agent without one. */
  readonly methods: readonly string[];
  /** What it prints in a turn, by kind. */
  readonly protocol: Readonly<Record<string, readonly string[]>>;
  /** What its sessions hold, by kind. */
  readonly log: Readonly<Record<string, readonly string[]>>;
}

const folder = fileURLToPath(new URL("../../../../fixtures/releases", import.meta.url));

export function recordedVersions(agent: ReleaseAgent): string[] {
  const names = readdirSync(join(folder, agent), { withFileTypes: true }).map(({ name }) => name);
  const versions = names.flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -5)] : []));
  return versions.sort((a, b) => (a === b ? 0 : isSince(a, b) ? 1 : -1));
}

export function loadRecorded(agent: ReleaseAgent, version: string): Recorded {
  return JSON.parse(readFileSync(join(folder, agent, `${version}.json`), "utf8")) as Recorded;
}

export function saveRecorded(recorded: Recorded): string {
  mkdirSync(join(folder, recorded.agent), { recursive: true });
  const path = join(folder, recorded.agent, `${recorded.version}.json`);
  writeFileSync(path, `${JSON.stringify(recorded, null, 1)}\n`);
  return path;
}

/** What a release has that an earlier one has not (+), and the other way round (-). */
export function changesBetween(before: Recorded, after: Recorded): string[] {
  return [
    ...listChanges("option", before.options, after.options),
    ...listChanges("method", before.methods, after.methods),
    ...(["protocol", "log"] as const).flatMap((part) => {
      const kinds = new Set([...Object.keys(before[part]), ...Object.keys(after[part])]);
      return [...kinds].sort().flatMap((kind) => kindChanges(`${part} ${kind}`, before[part][kind], after[part][kind]));
    }),
  ];
}

function kindChanges(
  what: string,
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): string[] {
  if (before === undefined) return [`+ ${what}`];
  return after === undefined ? [`- ${what}`] : listChanges(what, before, after);
}

function listChanges(what: string, before: readonly string[], after: readonly string[]): string[] {
  return [
    ...after.filter((one) => !before.includes(one)).map((one) => `+ ${what}: ${one}`),
    ...before.filter((one) => !after.includes(one)).map((one) => `- ${what}: ${one}`),
  ];
}
