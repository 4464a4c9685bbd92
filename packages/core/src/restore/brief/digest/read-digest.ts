import type { SessionState, Turn } from "@reprise/model";
import { Clip } from "../text/clip.ts";
import type { BriefItem } from "./brief-item.ts";
import type { LastTurn, Requested, SessionDigest } from "./digest.ts";
import { Notes } from "./notes.ts";
import { outcomeOf } from "./outcome.ts";
import { questionIn } from "./prompt-intent.ts";
import type { BriefTurn } from "./turn.ts";

interface DigestOptions {
  /** The last turn to read: gives the session as of its end. */
  readonly upTo?: number | null | undefined;
  /** The session's workspace: base of relative paths in commands. */
  readonly root?: string | null | undefined;
}

/** One pass over a session's turns, from the first. Memory does not grow with its length. */
export async function readDigest(
  turns: AsyncIterable<Turn> | Iterable<Turn>,
  { upTo = null, root = null }: DigestOptions = {},
): Promise<SessionDigest> {
  const notes = new Notes(root);
  for await (const turn of turns) {
    if (upTo !== null && turn.number > upTo) break;
    notes.take(turn, { isLast: turn.number === upTo });
  }
  return digestOfNotes(notes);
}

const mostFiles = 400;

function digestOfNotes(notes: Notes): SessionDigest {
  const turns = new Map(notes.turns.rows.map((turn) => [turn.number, turn]));
  const last = notes.turns.rows.at(-1);
  const summary = notes.summaries.rows.at(-1) ?? null;
  const files = notes.touched.list();
  return {
    turnCount: last?.number ?? 0,
    commandCount: notes.commandCount,
    editCount: notes.editCount,
    waitingCount: notes.commands.kept().filter(({ status }) => status === "waiting").length,
    state: stateOf(last, notes),
    goal: notes.goals.current(),
    withdrawnIn: notes.goals.withdrawnIn(),
    constraints: notes.constraints.list(),
    question: questionOf(notes),
    ...requestsOf(notes, turns),
    summary,
    files: files.slice(0, mostFiles),
    fileCount: files.length,
    commands: commandsOf(notes),
    failing: notes.failures.standing(),
    turns: lastTurns(notes, turns),
    takenBack: {
      turnCount: notes.takenBackCount,
      isUnclear: notes.isUnclear,
      paths: notes.touched.takenBack(),
    },
  };
}

function stateOf(last: BriefTurn | undefined, notes: Notes): SessionState {
  return last === undefined || notes.promptCount === 0 ? "empty" : last.state;
}

/** Open only if nothing followed it. */
function questionOf({ last, turns }: Notes): SessionDigest["question"] {
  if (!last || last.reply === null || turns.rows.at(-1)?.state === "working") return null;
  const asked = questionIn(last.reply);
  return asked === null ? null : { turn: last.turn, text: new Clip(asked, { head: 1500, tail: 0 }) };
}

/** Greetings and thanks are listed only if work followed. */
function requestsOf(
  notes: Notes,
  turns: ReadonlyMap<number, BriefTurn>,
): Pick<SessionDigest, "requests" | "requestCount"> {
  const failing = notes.failures.standingKeys();
  const prompts = [...notes.firstPrompts, ...notes.lastPrompts.kept()];
  const requests = prompts.flatMap(({ turn: number, prompt, isSmallTalk }): Requested[] => {
    const turn = turns.get(number);
    if (isSmallTalk && (!turn || (turn.state === "completed" && turn.workCount === 0))) return [];
    if (!turn) return [{ turn: number, prompt, outcome: { kind: "unproven", evidence: null, claim: null } }];
    return [{ turn: number, prompt, outcome: outcomeOf(turn, failing) }];
  });
  return { requests, requestCount: requests.length + notes.promptCount - prompts.length };
}

/** Each command once, with its last outcome. */
function commandsOf(notes: Notes): SessionDigest["commands"] {
  const byText = new Map<string, { item: BriefItem; times: number }>();
  for (const item of notes.commands.kept().toReversed()) {
    const text = item.subject?.exactLine(240) ?? "";
    const newer = byText.get(text);
    byText.set(text, newer ? { ...newer, times: newer.times + 1 } : { item, times: 1 });
  }
  return [...byText.values()];
}

function lastTurns(notes: Notes, turns: ReadonlyMap<number, BriefTurn>): LastTurn[] {
  const items = [...notes.prompts.kept(), ...notes.items.kept()].sort((a, b) => a.place - b.place);
  const thought = lastThought(notes, items);
  const byTurn = Map.groupBy(thought ? [...items, thought] : items, ({ turn }) => turn);
  return [...byTurn]
    .sort(([a], [b]) => a - b)
    .flatMap(([number, own]) => {
      const turn = turns.get(number);
      if (!turn) return [];
      const counted = own.filter(({ kind }) => kind !== "notice" && kind !== "reasoning").length;
      return [{ number, state: turn.state, leftOutCount: Math.max(0, turn.itemCount - counted), items: own }];
    });
}

/** The model's last reasoning, if nothing followed it. */
function lastThought({ reasoning }: Notes, items: readonly BriefItem[]): BriefItem | null {
  const lastPlace = items.findLast(({ kind }) => kind !== "notice")?.place ?? 0;
  return reasoning && reasoning.place > lastPlace ? reasoning : null;
}
