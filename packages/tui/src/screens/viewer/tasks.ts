import { isHeld, SessionError, type SessionSummary, type Turn, type Window } from "@reprise/model";
import { reasonOf } from "../../kernel/reason-of.ts";
import { copyCommand } from "../../widgets/agent-itself.ts";
import type { World } from "../../world.ts";
import { hitOf, inLowerCase, isHit } from "./find/search-hits.ts";
import { lengthOf } from "./rows/estimate-rows.ts";
import type { ViewerMessage, ViewerTask } from "./state.ts";
import { enoughSize } from "./turns/load-turns.ts";
import { type LoadedTurn, loadTurn, withDamage } from "./turns/loaded-turn.ts";

type Tell = (message: ViewerMessage) => void;

export async function perform(task: ViewerTask, world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  switch (task.type) {
    case "load":
      return load(task, world, tell, signal);
    case "search":
      return search(task, world, tell, signal);
    case "watch":
      for await (const { sessions } of world.library.watch(signal))
        if (sessions === null || sessions.includes(task.session)) tell({ type: "changed" });
      return;
    case "idle":
      await pause(15);
      return signal.aborted ? undefined : tell({ type: "idle" });
    case "damage":
      return readDamage(task.session, world, tell, signal);
    case "stop":
      return task.controller.abort();
    case "copy":
      return world.copy(task.text);
    case "copy-command":
      return tell({ type: "note", text: await copyCommand(task.session, world) });
  }
}

type Load = ViewerTask & { readonly type: "load" };

async function load(task: Load, world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  const { id, where, window, session } = task;
  try {
    const reading = await world.library.read(session, window);
    if (where === "refresh" && isUnchanged(session, reading.session))
      return tell({ type: "same", id, session: reading.session });
    const held = await hold(reading.turns, task, signal);
    if (signal.aborted) return;
    tell({
      type: "turns",
      id,
      turns: withDamage(held.turns, held.isCut ? [] : reading.damage),
      session: reading.session,
      damage: reading.damage.slice(0, 2_000),
      holdsFirst: !held.isCut && reachesFirst(window, held.turns),
    });
  } catch (error) {
    tell({ type: "unread", id, reason: whyUnread(error) });
  }
}

/** A listed session that is not found was removed since. */
function whyUnread(error: unknown): string {
  const isGone = error instanceof SessionError && error.code === "not-found";
  return isGone ? "Its file is no longer there. Esc goes back." : reasonOf(error);
}

/** Limits what is loaded: turns farthest from the view go first. */
async function hold(
  turns: AsyncIterable<Turn>,
  { where, window, session }: Load,
  signal: AbortSignal,
): Promise<{ readonly turns: readonly LoadedTurn[]; readonly isCut: boolean }> {
  const isFromEnd = where === "before" || "last" in window;
  const held: LoadedTurn[] = [];
  let [size, isCut] = [0, false];
  for await (const turn of turns) {
    if (signal.aborted) break;
    const loaded = loadTurn(turn, session.shortId);
    held.push(loaded);
    size += loaded.size;
    if (isFromEnd)
      while (held.length > 1 && size > enoughSize) {
        size -= held.shift()?.size ?? 0;
        isCut = true;
      }
    else if (where === "after" && size > enoughSize) break;
  }
  return { turns: held, isCut };
}

function reachesFirst(window: Window, turns: readonly LoadedTurn[]): boolean {
  return "last" in window ? turns.length < window.last : window.from <= 0;
}

/** While it is open, our journal may have more than its files. */
function isUnchanged(before: SessionSummary, now: SessionSummary): boolean {
  if (isHeld(now.state)) return false;
  return before.sizeBytes === now.sizeBytes && before.updatedAt === now.updatedAt && before.state === now.state;
}

const tellAfterTurns = 25;
const tellAfterSize = 2_000_000;

/** Searches the whole session with one turn in memory at a time; keeps only the positions. */
async function search(
  { session, text, parts, stop }: ViewerTask & { type: "search" },
  world: World,
  tell: Tell,
  signal: AbortSignal,
): Promise<void> {
  const lower = inLowerCase(parts);
  const reading = await world.library.read(session);
  let [upTo, size, turnCount] = [-1, 0, 0];
  let hits: number[] = [];
  for await (const { number, items } of reading.turns) {
    if (stop.aborted || signal.aborted) return;
    for (const [index, item] of items.entries()) {
      size += lengthOf(item);
      if (isHit(item, lower)) hits.push(hitOf(number, index));
    }
    upTo = number;
    turnCount += 1;
    if (turnCount < tellAfterTurns && size < tellAfterSize) continue;
    tell({ type: "hits", text, upTo, hits, isDone: false });
    [size, turnCount, hits] = [0, 0, []];
    // Let keys go first.
    await pause(0);
  }
  if (stop.aborted || signal.aborted) return;
  tell({ type: "hits", text, upTo: Math.max(upTo, session.turnCount), hits, isDone: true });
}

async function readDamage(session: SessionSummary, world: World, tell: Tell, signal: AbortSignal): Promise<void> {
  const reading = await world.library.read(session);
  for await (const _ of reading.turns) if (signal.aborted) return;
  tell({ type: "damage", damage: reading.damage.slice(0, 2_000) });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
