import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Kind, kinds } from "./kinds.ts";
import { type OddPath, places } from "./places.ts";
import { makeStage, type Ran, type Stage, session } from "./stage.ts";

/** Few and quick: tried with each kind at each place. */
export const tellingCommands = [
  ["list", "--all", "--json"],
  ["doctor", "--json"],
  ["resume", session, "--dry-run", "--json"],
] as const;

/** Every other command that reads, and a run with an agent: tried with each kind at all places at once. */
export const otherCommands = [
  ["list"],
  ["list", "--all", "--state", "unreadable"],
  ["search", "question", "--all", "--json"],
  ["show", session],
  ["show", session, "--json"],
  ["doctor"],
  ["status", "--json"],
  ["export", session, "--output", "../out.md", "--force"],
  ["replay", session, "--dry-run", "--json"],
  ["handoff", session, "--json"],
  ["approvals", session, "--json"],
  ["run", "Write a changelog.", "--json"],
  ["usage", "--all", "--json"],
  ["reindex", "--json"],
] as const;

/** Every kind at every place, and every kind everywhere at once. */
export async function everyCase(onCase: (text: string) => void): Promise<{ cases: number; problems: string[] }> {
  const problems: string[] = [];
  let cases = 0;
  const usual = await expectedOf(tellingCommands);
  for (const kind of kinds) {
    const meant = placesFor(kind);
    const everywhere = meant.filter(({ as }) => as !== "settings");
    for (const set of [...meant.map((place) => [place]), everywhere]) {
      const commands = set.length > 1 ? [...tellingCommands, ...otherCommands] : tellingCommands;
      problems.push(...(await problemsWith(kind, set, commands, set.length > 1 ? undefined : usual)));
      cases += commands.length;
    }
    onCase(`${kind.name}: ${cases} commands run, ${problems.length} problems`);
  }
  return { cases, problems };
}

/** A session or a journal may be large, and is read whole. */
export function placesFor({ called }: Kind): readonly OddPath[] {
  if (called !== null) return places;
  return places.filter(({ as, path }) => as !== "session" && !/\/(?:runs|codex-transcripts)\//.test(path));
}

/** What goes wrong with commands where such a thing is at these places. */
export async function problemsWith(
  kind: Kind,
  set: readonly OddPath[],
  commands: readonly (readonly string[])[],
  usual?: Expected,
): Promise<string[]> {
  const stage = makeStage();
  const endings: (() => void)[] = [];
  try {
    const expected = usual ?? (await expectedOf(commands));
    for (const { path } of set) endings.push(await put(kind, join(stage.root, path)));
    const name = `${kind.name} at ${set.length > 1 ? "every place" : set[0]?.path}`;
    const problems: string[] = [];
    for (const command of commands) {
      const ran = await stage.run(...command);
      const whats = problemsOf(command, ran, expected.get(command) ?? ran, { kind, set, stage });
      problems.push(...whats.map((what) => `${name}, ${command.join(" ")}: ${what}`));
    }
    return problems;
  } finally {
    for (const end of endings) end();
    stage.dispose();
  }
}

type Expected = ReadonlyMap<readonly string[], Ran>;

/** What each command answers where nothing is odd. */
async function expectedOf(commands: readonly (readonly string[])[]): Promise<Expected> {
  const stage = makeStage();
  try {
    const expected = new Map<readonly string[], Ran>();
    for (const command of commands) {
      const ran = await stage.run(...command);
      if (ran.code !== 0) throw new Error(`Without anything odd, ${command.join(" ")} fails: ${ran.stderr}`);
      expected.set(command, ran);
    }
    return expected;
  } finally {
    stage.dispose();
  }
}

async function put(kind: Kind, path: string): Promise<() => void> {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  return kind.make(path);
}

interface Case {
  readonly kind: Kind;
  readonly set: readonly OddPath[];
  readonly stage: Stage;
}

function problemsOf(command: readonly string[], ran: Ran, expected: Ran, at: Case): string[] {
  if (ran.hung) return ["it hung"];
  const problems: string[] = [];
  if (/^\s+at .*\(.*:\d+:\d+\)$/m.test(ran.stderr)) problems.push(`it printed a stack: ${ran.stderr.slice(0, 300)}`);
  if (ran.code !== expected.code && !isRefused(command, at))
    problems.push(`it ended with ${ran.code}, not ${expected.code}: ${ran.stderr.slice(0, 300)}`);
  if (ran.code !== 0) return problems;
  if (command[0] === "list" && command.includes("--json")) problems.push(...listProblems(ran, expected, at));
  if (command[0] === "doctor" && command.includes("--json")) problems.push(...doctorProblems(ran, at));
  if (command[0] === "search" && ran.stdout !== expected.stdout) problems.push("it found something else");
  if (command[0] === "show" && ran.stdout !== expected.stdout) problems.push("it showed something else");
  if (command[0] === "export" && !existsSync(join(at.stage.root, "out.md"))) problems.push("it exported nothing");
  return problems;
}

/** Settings are needed where an agent is about to be started. */
function isRefused(command: readonly string[], { set }: Case): boolean {
  return ["resume", "replay", "run", "handoff"].includes(command[0] ?? "") && set.some(({ as }) => as === "settings");
}

interface Listed {
  readonly sessions: readonly { readonly id: string }[];
  readonly hidden: { readonly empty: number; readonly unreadable: number };
}

function listProblems(ran: Ran, expected: Ran, { kind, set }: Case): string[] {
  const [now, before] = [ran, expected].map(({ stdout }) => JSON.parse(stdout) as Listed) as [Listed, Listed];
  const ids = (page: Listed) => page.sessions.map(({ id }) => id).join(" ");
  const missing = before.sessions.filter(({ id }) => !ids(now).includes(id)).map(({ id }) => id);
  const unreadable = kind.called === null ? 0 : set.filter((place) => place.as === "session").length;
  return [
    ...(missing.length > 0 ? [`it does not list ${missing.join(", ")}`] : []),
    ...(kind.called !== null && ids(now) !== ids(before) ? [`it lists ${ids(now)}`] : []),
    ...(kind.called !== null && now.hidden.unreadable !== unreadable
      ? [`it counts ${now.hidden.unreadable} as unreadable, not ${unreadable}`]
      : []),
    ...(kind.called !== null && now.hidden.empty !== before.hidden.empty
      ? [`it counts ${now.hidden.empty} as empty, not ${before.hidden.empty}`]
      : []),
  ];
}

interface Finding {
  readonly path: string;
  readonly reasons: readonly string[];
}

function doctorProblems(ran: Ran, { kind, set }: Case): string[] {
  const { findings } = JSON.parse(ran.stdout) as { readonly findings: readonly Finding[] };
  const { called } = kind;
  if (called === null) return [];
  return set
    .filter(({ as }) => as === "session" || as === "file" || as === "settings")
    .flatMap(({ path }) => {
      const found = findings.filter((one) => one.path === `ROOT/${path}`);
      return found.some(({ reasons }) => reasons.join(" ").includes(called))
        ? []
        : [`it does not name ${path} (${called})`];
    });
}
