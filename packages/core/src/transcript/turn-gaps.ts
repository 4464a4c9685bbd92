import type { RolloutRef } from "../agents/reading/source.ts";
import { EventLoopYield } from "../host/event-loop-yield.ts";
import type { Host } from "../host/host.ts";
import type { TurnStart } from "./outline.ts";

/** Bytes in the middle of a long turn, `[from, to)`; `to` is the start of a line. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** It ends before the item that is asked for. */
  readonly isBefore: boolean;
}

/** Its first lines say which turn it is. */
const headBytes = 64 * 1024;
/** More than enough for the items of an excerpt. */
const tailBytes = 4 * 1024 * 1024;

/** After a very long line there may be only a few words: the preview goes back before it. */
const leastBytes = 64 * 1024;

/** What may be left out of these turns in one file of a session. */
export async function gapsIn(
  { piece, rollout, toByte }: { piece: number; rollout: RolloutRef; toByte: number | null },
  turns: { readonly from: number; readonly to: number; readonly starts: readonly TurnStart[] },
  around: string | null,
  host: Host,
): Promise<readonly Gap[]> {
  const gaps: Gap[] = [];
  for (let number = turns.from; number <= turns.to; number += 1) {
    const start = startIn(piece, turns.starts[number - 1]);
    if (start === null) continue;
    const next = turns.starts[number];
    const end = next?.piece === piece ? next.byteOffset : (toByte ?? rollout.sizeBytes);
    const from = start + headBytes;
    if (end - from <= tailBytes) continue;
    const sought = around === null ? null : await placeOf(around, rollout.path, { from: start, end }, host);
    const until = sought === null ? null : await lineBefore(rollout.path, { from, end: sought }, host);
    if (until !== null) gaps.push({ from, to: until, isBefore: true });
    const after = Math.max(from, sought ?? 0);
    const to = await lineBefore(rollout.path, { from: after, end }, host);
    if (to !== null) gaps.push({ from: after, to, isBefore: false });
  }
  return gaps;
}

/** Where a turn starts in this file; null if it starts in a later one. */
function startIn(piece: number, start: TurnStart | undefined): number | null {
  if (!start || start.piece < piece) return 0;
  return start.piece === piece ? start.byteOffset : null;
}

/** The start of a line some way before the end; further if lines are long. Null if it would be in the head. */
async function lineBefore(
  path: string,
  { from, end }: { readonly from: number; readonly end: number },
  host: Host,
): Promise<number | null> {
  for (let tail = tailBytes; end - tail > from; tail *= 4) {
    const start = await lineAfter(path, end - tail, host);
    if (start !== null && start <= end - leastBytes) return start;
  }
  return null;
}

/**
 * Where the item of this id is, or before that: an id is made of what its line says, or of its place. Null if neither is so: then the
 * turn is read up to it.
 */
async function placeOf(
  id: string,
  path: string,
  { from, end }: { readonly from: number; readonly end: number },
  host: Host,
): Promise<number | null> {
  const [, place] = /@(\d+)$/.exec(id) ?? [];
  if (place !== undefined) return Number(place) >= from && Number(place) < end ? Number(place) : null;
  const sought = Buffer.from(id);
  const reader = host.files.open(path, from);
  if (!reader) return null;
  const buffer = Buffer.allocUnsafe(256 * 1024 + sought.length);
  const pause = new EventLoopYield(host, 20);
  try {
    for (let at = from, kept = 0; at < end; ) {
      await pause.ifDue();
      const got = await reader.read(buffer, kept);
      if (got === 0) return null;
      const found = buffer.subarray(0, kept + got).indexOf(sought);
      if (found !== -1) return at - kept + found;
      at += got;
      const left = Math.min(sought.length - 1, kept + got);
      buffer.copy(buffer, 0, kept + got - left, kept + got);
      kept = left;
    }
    return null;
  } finally {
    reader.close();
  }
}

async function lineAfter(path: string, fromByte: number, host: Host): Promise<number | null> {
  const reader = host.files.open(path, fromByte);
  if (!reader) return null;
  const buffer = Buffer.allocUnsafe(256 * 1024);
  const pause = new EventLoopYield(host, 20);
  try {
    for (let at = fromByte; ; ) {
      await pause.ifDue();
      const got = await reader.read(buffer, 0);
      if (got === 0) return null;
      const newline = buffer.subarray(0, got).indexOf(10);
      if (newline !== -1) return at + newline + 1;
      at += got;
    }
  } finally {
    reader.close();
  }
}
