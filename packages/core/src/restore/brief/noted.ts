import type { FileChange, TurnState, WorkStatus } from "@reprise/model";
import type { Clip } from "./clip.ts";
import type { Placed } from "./rewindable.ts";

export interface NotedTurn extends Placed {
  readonly number: number;
  readonly state: TurnState;
  /** Of the last thing that was told of it. */
  readonly endPlace: number;
  /** What was told of it, notices and reasoning apart. */
  readonly itemCount: number;
  readonly ending: string | null;
}

export interface NotedPrompt extends Placed {
  readonly number: number;
  readonly turn: number;
  readonly line: string;
}

export interface Touch extends Placed {
  readonly turn: number;
  readonly change: FileChange["change"];
  readonly movedTo: string | null;
  readonly status: WorkStatus;
}

export interface NotedCommand extends Placed {
  readonly number: number;
  readonly turn: number;
  readonly command: Clip;
  readonly exitCode: number | null;
  readonly status: WorkStatus;
}

/** A turn while it is read. */
export interface TurnSoFar {
  readonly number: number;
  firstPlace: number | null;
  endPlace: number;
  itemCount: number;
  reply: string | null;
  notice: string | null;
}

export function begun(number: number): TurnSoFar {
  return { number, firstPlace: null, endPlace: 0, itemCount: 0, reply: null, notice: null };
}
