import type { FileChange, Turn, WorkStatus } from "@reprise/model";
import type { Files } from "../../host/files/files.ts";
import { type FileTarget, fileTarget } from "./file-target.ts";
import { mayWrite } from "./may-write.ts";
import type { RewindLimits } from "./rewind-limits.ts";

/** One file of one edit, at its place. */
export interface EditStep {
  readonly turn: number;
  readonly change: FileChange["change"];
  readonly path: string;
  /** Of a move; null when it was not recorded. */
  readonly target: string | null;
  readonly diff: string | null;
  readonly status: WorkStatus;
  /** When nothing of it can have been left to write, in milliseconds; null when that is not known. */
  readonly overAtMs: number | null;
  readonly startedAtMs: number | null;
}

interface EditSteps {
  readonly steps: readonly EditStep[];
  /** The names below the root, by path. */
  readonly names: ReadonlyMap<string, string>;
  /** Recorded paths of later edits that must not be touched, with the reason. */
  readonly untouchable: ReadonlyMap<string, string>;
  /** Commands that could have written files. */
  readonly commands: readonly WritingCommand[];
}

export interface WritingCommand {
  readonly turn: number;
  readonly command: string;
}

/** Every edit and command of the session in order, without those that were not made. */
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

/** A file of a failed edit that is known to be written, or not, is no doubtful one. */
function statusOf(status: WorkStatus, { written }: FileChange): WorkStatus {
  if (status !== "failed" || written === undefined) return status;
  return written ? "done" : "declined";
}

/** Later than every write of the turn: an agent tells its end, or at least something more, after an edit. */
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
