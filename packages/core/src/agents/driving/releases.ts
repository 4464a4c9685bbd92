/** Abilities that Reprise needs and some release lacks. */
const abilities = [
  "run",
  "resume",
  "stream",
  "effort",
  "approve",
  "named-commands",
  "fork",
  "fork-at-turn",
  "inject",
  "native",
] as const;
export type Ability = (typeof abilities)[number];

/** Completes "Codex 0.120.0 cannot …". */
const inWords: Readonly<Record<Ability, string>> = {
  run: "be driven by Reprise",
  resume: "resume a session without its own interface",
  stream: "stream its replies",
  effort: "be given a reasoning effort",
  approve: "ask for approval",
  "named-commands": "name the command it asks about",
  fork: "fork a session",
  "fork-at-turn": "fork a session after an earlier turn",
  inject: "take a history without a session file",
  native: "take over a session that it did not make",
};

export interface AbilityRow {
  readonly ability: Ability;
  /** The first release known to have it; null: none. */
  readonly since: string | null;
  /** What Reprise does with an older release, in words; null: it refuses. */
  readonly instead: string | null;
}

/** Abilities by release. An ability without a row is in every release that can be driven. */
export interface ReleaseTable {
  readonly title: string;
  /** npm packages that contain the program. */
  readonly packages: RegExp;
  readonly update: string;
  readonly rows: readonly AbilityRow[];
}

/** Why a release lacks an ability, and the release that has it; null if it has it or the release is unknown. */
export function lackOf(table: ReleaseTable, version: string | null, ability: Ability): string | null {
  const row = table.rows.find((one) => one.ability === ability);
  if (!row || version === null || (row.since !== null && isSince(version, row.since))) return null;
  const newer =
    row.since === null ? "No release can." : `${row.since} or newer can. Update it with \`${table.update}\`.`;
  return `${table.title} ${version} cannot ${inWords[ability]}. ${newer}`;
}

/** Compares numbers only; suffixes as in `0.145.0-linux-x64` are ignored. */
export function isSince(version: string, since: string): boolean {
  const [own, least] = [numbersOf(version), numbersOf(since)];
  for (const [index, wanted] of least.entries()) {
    const found = own[index] ?? 0;
    if (found !== wanted) return found > wanted;
  }
  return true;
}

/** The release in `--version` output or a package version; null if there is none. */
export function versionIn(text: string): string | null {
  return /(?<![\d.])\d{1,6}\.\d{1,6}\.\d{1,6}(?![\d.])/.exec(text)?.[0] ?? null;
}

function numbersOf(version: string): number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? "").split(".").map(Number);
}
