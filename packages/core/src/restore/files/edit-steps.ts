import type { FileChange, Turn, WorkStatus } from "@reprise/model";
import type { Files } from "../../host/files/files.ts";
import { type FileTarget, fileTarget } from "./file-target.ts";
import { mayWrite } from "./may-write.ts";
import type { RewindLimits } from "./rewind-limits.ts";

export interface EditStep {
  readonly turn: number;
  readonly change: FileChange["change"];
  readonly path: string;
  /** Of a move; null if not recorded. */
  readonly target: string | null;
  readonly diff: string | null;
  readonly status: WorkStatus;
  /** When all its writes are certainly over, in milliseconds; null if unknown. */
  readonly overAtMs: number | null;
  readonly startedAtMs: number | null;
}

interface EditSteps {
  readonly steps: readonly EditStep[];
  readonly names: ReadonlyMap<string, string>;
  /** Paths of later edits that must not be touched, with the reason. */
  readonly untouchable: ReadonlyMap<string, string>;
  /** Commands that could have written files. */
  readonly commands: readonly WritingCommand[];
}

export interface WritingCommand {
  readonly turn: number;
  readonly command: string;
}

/** In order, without edits that were not made. */
export async function editSteps(
  turns: AsyncIterable<Turn> | Iterable<Turn>,
  { turn: wanted, limits, files }: { turn: number; limits: RewindLimits; files: Files },
): Promise<EditSteps> {
  const steps: EditStep[] = [];
  const names = new Map<string, string>();
  const untouchable = new Map<string, string>();
  const commands: WritingCommand[] = [];
  const seen = new Map<string, FileTarget>();
  const find = (recorded: string, isLater: boolean): string | null => {
    const target = seen.get(recorded) ?? fileTarget(recorded, limits, files);
    seen.set(recorded, target);
    if (!target.isInside) {
      if (isLater) untouchable.set(recorded, target.reason);
      return null;
    }
    names.set(target.path, target.name);
    return target.path;
  };
  for await (const turn of turns) {
    const overAtMs = lastTime(turn);
    for (const item of turn.items) {
      if (!("status" in item) || item.status === "declined" || item.status === "waiting") continue;
      if (item.kind === "command" && mayWrite(item.command))
        commands.push({ turn: turn.number, command: item.command });
      if (item.kind !== "edit") continue;
      for (const change of item.changes) {
        const isLater = turn.number > wanted;
        const path = find(change.path, isLater);
        const movedTo = change.change === "move" ? (change.movedTo ?? null) : null;
        const target = movedTo === null ? null : find(movedTo, isLater);
        if (path === null || (movedTo !== null && target === null)) continue;
        const status = statusOf(item.status, change);
        if (status === "declined") continue;
        const startedAtMs = millisecondsOf(item.at);
        const { diff } = change;
        steps.push({
          turn: turn.number,
          change: change.change,
          path,
          target,
          diff,
          status,
          overAtMs,
          startedAtMs,
        });
      }
    }
  }
  return { steps, names, untouchable, commands };
}

/** A failed edit's file with a known result is not doubtful. */
function statusOf(status: WorkStatus, { written }: FileChange): WorkStatus {
  if (status !== "failed" || written === undefined) return status;
  return written ? "done" : "declined";
}

/** Agents record something after an edit, so this is later than every write. */
function lastTime({ endedAt, items }: Turn): number | null {
  const times = [endedAt, ...items.map(({ at }) => at)].map(millisecondsOf);
  const last = times.reduce<number>((most, time) => Math.max(most, time ?? most), Number.NEGATIVE_INFINITY);
  const isEditLast = items.at(-1)?.kind === "edit" && endedAt === null;
  return Number.isFinite(last) && !isEditLast ? last : null;
}

function millisecondsOf(time: string | null): number | null {
  const parsed = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(parsed) ? null : parsed;
}
