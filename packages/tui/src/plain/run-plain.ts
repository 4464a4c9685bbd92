import { type RestoreMode, type SessionSummary, safeLine } from "@reprise/model";
import { modeSections } from "../screens/help/modes.ts";
import type { World } from "../world.ts";
import { choose, type Lines, type Next, say } from "./lines.ts";
import { readMore, readShelf, type Shelf, search, sessionLine } from "./list-sessions.ts";
import { restoreSession } from "./restore-session.ts";
import { showStatus } from "./show-status.ts";
import { startNew } from "./start-new.ts";
import { viewSession } from "./view-session.ts";

const usage =
  'Type the number of a session, "more", "list", "all", "here", "/words" to search, "new", "status", "help" or "quit".';
const numbers = "By numbers: 0 goes back, and quits here; where y or n is asked, 1 is yes and 2 is no.";

/** The whole app by lines. Resolves when the person leaves. */
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
  let shelf = await readShelf(isAll, world, lines);
  say(lines, usage, numbers);
  for (;;) {
    const line = (await lines.ask("> "))?.trim();
    if (line === undefined) return;
    try {
      const next = await act(line, shelf, world, lines);
      if (next === "quit") return;
      if (next !== "back") shelf = next;
    } catch (error) {
      say(lines, `That failed: ${safeLine(error instanceof Error ? error.message : String(error))}`);
    }
    tellWarnings(world, lines);
  }
}

async function act(line: string, shelf: Shelf, world: World, lines: Lines): Promise<Shelf | Next> {
  if (line.startsWith("/") && line.length > 1) return search(line.slice(1).trim(), shelf.isAll, world, lines);
  if (line === "0") return "quit";
  if (/^\d+$/.test(line)) return openNumber(Number(line), shelf, world, lines);
  switch (line.toLowerCase()) {
    case "":
    case "more":
      return readMore(shelf, world, lines);
    case "list":
      return readShelf(shelf.isAll, world, lines);
    case "all":
      return readShelf(true, world, lines);
    case "here":
      return readShelf(false, world, lines);
    case "new": {
      const next = await startNew(world, lines);
      return next === "quit" ? "quit" : readShelf(shelf.isAll, world, lines);
    }
    case "status": {
      const session = await showStatus(shelf.isAll, world, lines);
      return session === null ? "back" : restoreSession(session, ["resume"], world, lines);
    }
    case "help":
    case "?":
      say(lines, usage, numbers, ...modeSections.map(({ title, text = "" }) => `${title}: ${text}`));
      return "back";
    case "quit":
    case "q":
    case "exit":
      return "quit";
    default:
      say(lines, `"${safeLine(line)}" means nothing here.`, usage);
      return "back";
  }
}

async function openNumber(number: number, shelf: Shelf, world: World, lines: Lines): Promise<Shelf | Next> {
  const session = shelf.sessions[number - 1];
  if (session !== undefined) return openSession(session, world, lines);
  say(lines, `There is no session ${number} in what was read so far. ${usage}`);
  return "back";
}

type Wish = "view" | "agent" | "copy" | RestoreMode;

async function openSession(session: SessionSummary, world: World, lines: Lines): Promise<Next> {
  const wish = await choose<Wish>(lines, sessionLine(session), [
    { label: "View it", value: "view" },
    { label: "Restore: go on in the same conversation", value: "resume" },
    { label: "Replay: tell it to a new conversation", value: "replay" },
    { label: "GPT Restore: a brief for a new session", value: "handoff" },
    { label: `Open it in ${session.agent} itself`, value: "agent" },
    { label: "Copy its id", value: "copy" },
  ]);
  switch (wish) {
    case null:
      say(lines, usage);
      return "back";
    case "view":
      return viewSession(session, world, lines);
    case "agent":
      await world.openAgent(session.id);
      return "back";
    case "copy":
      world.copy(session.id);
      say(lines, `${safeLine(session.id)} was given to the terminal's clipboard.`);
      return "back";
    default:
      return restoreSession(session, [wish], world, lines);
  }
}

function tellWarnings({ library }: World, lines: Lines): void {
  for (const { path, detail } of library.warnings())
    say(lines, `Warning: ${safeLine(path)}: ${safeLine(detail)}`);
}
