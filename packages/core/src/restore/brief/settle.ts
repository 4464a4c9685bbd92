import type { SessionState } from "@reprise/model";
import { excerptOf } from "./clip.ts";
import type { Asked, Digest, RanCommand, ToldTurn, TouchedFile } from "./digest.ts";
import { lastLinesSize } from "./failures.ts";
import type { NotedTurn } from "./noted.ts";
import { type NotedItem, toldItem } from "./noted-item.ts";
import { goalSize, type Notes } from "./notes.ts";
import { exactLine } from "./safe-text.ts";

/** The notes made safe and put in order. */
export function digestOfNotes(notes: Notes): Digest {
  const turns = new Map(notes.turns.rows.map((turn) => [turn.number, turn]));
  const last = notes.turns.rows.at(-1);
  const { goal } = notes;
  const summary = notes.summaries.rows.at(-1);
  const files = filesOf(notes);
  const touched = new Set(notes.files.keys());
  return {
    turnCount: last?.number ?? 0,
    state: stateOf(last, notes),
    goal: goal && { turn: goal.turn, text: excerptOf(goal.text, goalSize, "said") },
    asked: askedOf(notes, turns),
    askedCount: notes.askedCount,
    summary: summary ? { turn: summary.turn, text: excerptOf(summary.text, goalSize, "said") } : null,
    files: files.slice(0, 400),
    fileCount: files.length,
    commands: commandsOf(notes),
    commandCount: notes.commandCount,
    failing: notes.failures.standing().map(({ turn, kind, subject, exitCode, times, output }) => ({
      turn,
      kind,
      subject: exactLine(subject.head, 300),
      exitCode,
      times,
      lastLines: output && excerptOf(output, lastLinesSize, "printed"),
    })),
    turns: lastTurns(notes, turns),
    takenBack: {
      turnCount: notes.takenBackCount,
      isUnclear: notes.isUnclear,
      paths: [...notes.takenBackPaths]
        .filter((path) => !touched.has(path))
        .map((path) => exactLine(path, 300)),
    },
  };
}

function stateOf(last: NotedTurn | undefined, notes: Notes): SessionState {
  return last === undefined || notes.goal === null ? "empty" : last.state;
}

function askedOf(notes: Notes, turns: ReadonlyMap<number, NotedTurn>): Asked[] {
  return [...notes.firstAsked, ...notes.lastAsked.kept()].map(({ number, turn, line }) => {
    const of = turns.get(turn);
    return { number, turn, line, state: of?.state ?? "completed", ending: of?.ending ?? null };
  });
}

function filesOf(notes: Notes): TouchedFile[] {
  return [...notes.files]
    .flatMap(([path, touches]) => {
      const last = touches.at(-1);
      return last ? [{ path, last }] : [];
    })
    .sort((a, b) => b.last.place - a.last.place)
    .map(({ path, last: { change, movedTo, turn, status } }) => ({
      path: exactLine(path, 300),
      change,
      movedTo: movedTo === null ? null : exactLine(movedTo, 300),
      turn,
      status,
    }));
}

/** Each once, with its last outcome. */
function commandsOf(notes: Notes): RanCommand[] {
  const byText = new Map<string, RanCommand>();
  for (const { turn, command, exitCode, status } of notes.commands.kept().toReversed()) {
    const text = exactLine(command.head, 240);
    const newer = byText.get(text);
    byText.set(
      text,
      newer ? { ...newer, times: newer.times + 1 } : { turn, command: text, exitCode, status, times: 1 },
    );
  }
  return [...byText.values()];
}

function lastTurns(notes: Notes, turns: ReadonlyMap<number, NotedTurn>): ToldTurn[] {
  const items = [...notes.prompts.kept(), ...notes.items.kept()].sort((a, b) => a.place - b.place);
  const told = notes.reasoning && lastThought(notes, items);
  const byTurn = Map.groupBy(told ? [...items, told] : items, ({ turn }) => turn);
  return [...byTurn]
    .sort(([a], [b]) => a - b)
    .flatMap(([number, own]) => {
      const turn = turns.get(number);
      if (!turn) return [];
      const counted = own.filter(({ kind }) => kind !== "notice" && kind !== "reasoning").length;
      return [
        {
          number,
          state: turn.state,
          leftOutCount: Math.max(0, turn.itemCount - counted),
          items: own.map((item) => toldItem(item, notes.goal?.place ?? null)),
        },
      ];
    });
}

/** What the model thought, where nothing came of it any more. */
function lastThought({ reasoning }: Notes, items: readonly NotedItem[]): NotedItem | null {
  const lastPlace = items.findLast(({ kind }) => kind !== "notice")?.place ?? 0;
  return reasoning && reasoning.place > lastPlace ? { ...reasoning, kind: "reasoning" } : null;
}
