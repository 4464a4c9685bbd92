import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { nodeHost } from "@reprise/core";
import { cacheFolderOf } from "@reprise/core/folders";
import { SessionError, type SessionId, tryParseJson } from "@reprise/model";
import { type CommandName, commandSpec } from "./arguments/commands.ts";
import type { Machine } from "./machine.ts";

/** The rows that `reprise list` or `reprise search` printed last, so that `%3` names the third one. Nothing is lost if it is. */
export interface LastList {
  /** The number of the first row, from 1. */
  readonly start: number;
  readonly ids: readonly SessionId[];
}

export function saveLastList(list: LastList, { env }: Pick<Machine, "env">): void {
  const path = pathIn(env);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, JSON.stringify(list), { mode: 0o600 });
  } catch {
    // A full or read-only disk: rows cannot be named by their number.
  }
}

/** `%3` among the words for sessions becomes the id of that row. Throws `not-found` if there is no such row. */
export function withRowIds(
  command: CommandName,
  words: readonly string[],
  { env }: Pick<Machine, "env">,
): readonly string[] {
  const { operands } = commandSpec(command);
  return words.map((word, index) => {
    const operand = operands[index] ?? operands.findLast(({ isRepeated }) => isRepeated);
    const row = operand?.name === "ID" ? /^%(\d{1,9})$/.exec(word)?.[1] : undefined;
    return row === undefined ? word : idOfRow(Number(row), env);
  });
}

function idOfRow(row: number, env: Machine["env"]): string {
  const { start, ids } = read(env) ?? { start: 1, ids: [] };
  const id = ids[row - start];
  if (id !== undefined) return id;
  const rows = ids.length === 0 ? "no rows" : `rows ${start} to ${start + ids.length - 1}`;
  throw new SessionError("not-found", `The last list had ${rows}: there is no %${row}. See reprise list.`);
}

function read(env: Machine["env"]): LastList | null {
  try {
    const list = tryParseJson(readFileSync(pathIn(env), "utf8")) as LastList | undefined;
    return typeof list?.start === "number" && Array.isArray(list.ids) ? list : null;
  } catch {
    return null; // nothing was listed yet
  }
}

function pathIn(env: Machine["env"]): string {
  return join(cacheFolderOf(nodeHost(env)), "last-list.json");
}
