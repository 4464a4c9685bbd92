import {
  cutOffCounts,
  exactLine,
  isCutOff,
  type RestoreMode,
  type SessionSummary,
  safeLine,
  sessionStates,
} from "@reprise/model";
import { modeSections } from "../screens/help/modes.ts";
import { type Filters, plainFilters } from "../screens/sessions/state.ts";
import { count } from "../text/count.ts";
import type { World } from "../world.ts";
import { dismissOrNot } from "./dismiss.ts";
import { choose, type Lines, type Next, say } from "./lines.ts";
import { type ReadSessions, readMore, readSessions, search, sessionLine } from "./list-sessions.ts";
import { restoreSession } from "./restore-session.ts";
import { showStatus } from "./show-status.ts";
import { sendUnsent, startNew } from "./start-new.ts";
import { viewSession } from "./view-session.ts";

const usage =
  'Type the number of a session, "more", "list", "all", "here", "/words" to search, "new", "status", "help" or "quit".';
const more =
  'Also "empty", "sub-agents" and "archived", which show those too or no longer; "only" and a state or an agent; "only" alone shows all again.';
const numbers = "By numbers: 0 goes back, and quits here; where y or n is asked, 1 is yes and 2 is no.";

/** The whole app in line mode. Resolves when the user quits. */
export async function runPlain({
  world,
  lines,
  isAll,
}: {
  readonly world: World;
  readonly lines: Lines;
  readonly isAll: boolean;
}): Promise<void> {
  if (world.isDemo) say(lines, "DEMO: everything here is scratch, and the agent plays a part.");
  let listed = await readSessions({ ...plainFilters, isAll }, world, lines);
  await tellInterrupted(listed.filters, world, lines);
  await tellWarnings(world, lines);
  say(lines, usage, numbers);
  for (;;) {
    const line = (await lines.ask("> "))?.trim();
    if (line === undefined) return;
    try {
      const next = await act(line, listed, world, lines);
      if (next === "quit") return;
      if (next !== "back") listed = next;
    } catch (error) {
      say(lines, `That failed: ${safeLine(error instanceof Error ? error.message : String(error))}`);
    }
    await tellWarnings(world, lines);
  }
}

async function act(line: string, listed: ReadSessions, world: World, lines: Lines): Promise<ReadSessions | Next> {
  const command = /^\/(quit|exit|help)$/i.exec(line)?.[1];
  if (command !== undefined) return act(command, listed, world, lines);
  if (line.startsWith("/") && line.length > 1) return search(line.slice(1).trim(), listed.filters, world, lines);
  if (line === "0") return "quit";
  if (/^\d+$/.test(line)) return openNumber(Number(line), listed, world, lines);
  const read = (changes: Partial<Filters>) => readSessions({ ...listed.filters, ...changes }, world, lines);
  const [word = "", ...named] = line.toLowerCase().split(/\s+/);
  if (word === "only") return only(named, read, world, lines);
  const { filters } = listed;
  switch (line.toLowerCase()) {
    case "":
    case "more":
      return readMore(listed, world, lines);
    case "list":
      return read({});
    case "all":
      return read({ isAll: true });
    case "here":
      return read({ isAll: false });
    case "empty":
      return read({ hasEmpty: !filters.hasEmpty });
    case "sub-agents":
    case "subagents":
      return read({ hasSubagents: !filters.hasSubagents });
    case "archived":
      return read({ hasArchived: !filters.hasArchived });
    case "new": {
      const next = await startNew(world, lines);
      return next === "quit" ? "quit" : read({});
    }
    case "status": {
      const chosen = await showStatus(filters.isAll, world, lines);
      if (chosen === null) return "back";
      if ("offer" in chosen) return sendUnsent(chosen.offer, world, lines);
      return restoreSession(chosen.session, ["resume"], world, lines);
    }
    case "help":
    case "?":
      say(lines, usage, more, numbers, ...modeSections.map(({ title, text = "" }) => `${title}: ${text}`));
      return "back";
    case "quit":
    case "q":
    case "exit":
      return "quit";
    default:
      say(lines, `"${exactLine(line)}" means nothing here.`, usage);
      return "back";
  }
}

/** Filters by state, agent or both; no words clear the filter. */
async function only(
  words: readonly string[],
  read: (changes: Partial<Filters>) => Promise<ReadSessions>,
  { traits }: World,
  lines: Lines,
): Promise<ReadSessions | Next> {
  const agents = traits.map(({ agent }) => agent);
  const state = sessionStates.find((one) => words.includes(one)) ?? null;
  const agent = agents.find((one) => words.includes(one)) ?? null;
  const unknown = words.find((word) => word !== state && word !== agent);
  if (unknown === undefined) return read({ state, agent });
  say(lines, `"${exactLine(unknown)}" is none of ${[...sessionStates, ...agents].join(", ")}.`);
  return "back";
}

async function openNumber(
  number: number,
  listed: ReadSessions,
  world: World,
  lines: Lines,
): Promise<ReadSessions | Next> {
  const session = listed.sessions[number - 1];
  if (session !== undefined) return openSession(session, listed, world, lines);
  say(lines, `There is no session ${number} in what was read so far. ${usage}`);
  return "back";
}

type Wish = "view" | "agent" | "copy" | "dismiss" | RestoreMode;

async function openSession(
  session: SessionSummary,
  { filters }: ReadSessions,
  world: World,
  lines: Lines,
): Promise<ReadSessions | Next> {
  const wish = await choose<Wish>(lines, sessionLine(session, filters, world), [
    { label: "View it", value: "view" },
    { label: "Resume: continue in the same conversation", value: "resume" },
    { label: "Replay: send it to a new conversation", value: "replay" },
    { label: "Brief: a text to start a new session from", value: "handoff" },
    { label: `Open it in ${session.agent} itself`, value: "agent" },
    { label: "Copy its id", value: "copy" },
    ...(await dismissChoice(session, world)),
  ]);
  switch (wish) {
    case null:
      say(lines, usage);
      return "back";
    case "view":
      return viewSession(session, world, lines);
    case "agent":
      await world.openAgent(session.id);
      return readSessions(filters, world, lines); // it may have continued there
    case "copy":
      world.copy(session.shortId);
      say(lines, `${exactLine(session.shortId)} was given to the terminal's clipboard.`);
      return "back";
    case "dismiss":
      await dismissOrNot(session.id, world, lines);
      return "back";
    default:
      return restoreSession(session, [wish], world, lines);
  }
}

async function dismissChoice(
  { id, state }: SessionSummary,
  world: World,
): Promise<{ label: string; value: "dismiss" }[]> {
  if (!isCutOff(state) && state !== "failed") return [];
  const { isDismissed } = await (await world.runner()).dismissal(id);
  const label = isDismissed
    ? "Let its interruption count again"
    : "Dismiss its interruption: no longer counted or offered";
  return [{ label, value: "dismiss" }];
}

/** The screen shows this as a banner. */
async function tellInterrupted({ isAll }: Filters, world: World, lines: Lines): Promise<void> {
  const scope = isAll ? "all" : { workspace: world.cwd };
  const { counted } = await cutOffCounts(scope, world.library, () => world.runner());
  if (counted > 0) say(lines, `${count(counted, "session")} interrupted: "status" shows what was running.`);
}

async function tellWarnings({ library }: World, lines: Lines): Promise<void> {
  for (const { path, detail } of await library.warnings())
    say(lines, `Warning: ${exactLine(path)}: ${safeLine(detail)}`);
}
