import { changesTo, type SavedState, type Timestamp } from "@reprise/model";
import { EventLoopYield } from "../../host/event-loop-yield.ts";
import type { Host } from "../../host/host.ts";
import type { LiveSize } from "./live-size.ts";
import type { Manifest } from "./manifest.ts";
import { recordText } from "./record.ts";
import type { SessionLines } from "./session-lines.ts";

export interface SessionContent {
  readonly manifest: Manifest;
  readonly state: SavedState;
  readonly lines: SessionLines;
  readonly now: Timestamp;
}

const pieceLength = 64 * 1024;
const sliceMs = 2;

/** A whole file, made in slices. Counts its lines, without a header, in `counted`. */
export async function* sessionBytes(
  { manifest, state, lines, now }: SessionContent,
  counted: { lineCount: number; size: LiveSize },
  host: Pick<Host, "ticks">,
): AsyncGenerator<Uint8Array> {
  const pause = new EventLoopYield(host, sliceMs);
  counted.lineCount = 1;
  const first = `${lines.seal(JSON.stringify(manifest), 1)}\n`;
  let piece = lines.header === null ? first : `${lines.header}\n${first}`;
  for (const change of changesTo(state)) {
    const line = lines.seal(recordText(counted.lineCount, now, change), counted.lineCount + 1);
    counted.lineCount += 1;
    counted.size.add(change, Buffer.byteLength(line));
    piece += `${line}\n`;
    if (piece.length >= pieceLength) {
      yield Buffer.from(piece);
      piece = "";
    }
    await pause.ifDue();
  }
  yield Buffer.from(piece);
}
