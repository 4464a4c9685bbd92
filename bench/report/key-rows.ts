import { type Pressed, presses, settledAfter } from "../measure/press.ts";
import { memoryRow, type Row } from "./row.ts";

/** From a key to the screen, and memory: held against the bars, and against each peer that was pressed alike. */
export function keyRows(where: string, ours: Pressed, peers: readonly Pressed[], mostMb = 120): Row[] {
  const [half, most] = [share(ours, 0.5), share(ours, 0.99)];
  const bar = { bar: "p50 ≤ 5 ms, p99 ≤ 16 ms", isReached: half <= 5 && most <= 16 };
  const growth = ours.endBytes / ours.settledBytes;
  return [
    ...peers.map((peer, index) => ({
      what: index === 0 ? `key to screen in ${where}, ${presses} presses` : "the same",
      ...(index === 0 ? bar : { bar: "–", isReached: null }),
      ours: `${timesText(ours)}${ours.unanswered === 0 ? "" : `, ${ours.unanswered} without a change`}`,
      peer: `${peer.name}: ${timesText(peer)}`,
      ratio: `p50 ${(half / share(peer, 0.5)).toFixed(1)} ×, p99 ${(most / share(peer, 0.99)).toFixed(1)} ×`,
    })),
    ...peers.map((peer, index) => ({
      ...memoryRow(
        index === 0 ? `memory of ${where}, the most until then` : "the same",
        ours.peakBytes,
        index === 0 ? mostMb : undefined,
      ),
      peer: `${peer.name}: ${megabytes(peer.peakBytes)}`,
      ratio: `${(ours.peakBytes / peer.peakBytes).toFixed(2)} ×`,
    })),
    {
      what: `memory of ${where} after ${presses} presses`,
      bar: `≤ 1.05 × after ${settledAfter}`,
      ours: megabytes(ours.endBytes),
      peer: `after ${settledAfter}: ${megabytes(ours.settledBytes)}`,
      ratio: `${growth.toFixed(2)} ×`,
      isReached: growth <= 1.05,
    },
  ];
}

/** Keys with pauses: what is read meanwhile must not hold them up. */
export function paceRow(where: string, times: readonly number[]): Row {
  const [half, most] = [share({ times }, 0.5), share({ times }, 0.95)];
  return {
    what: `key to screen in ${where} at reading pace, ${times.length} presses`,
    bar: "p50 ≤ 5 ms, p95 ≤ 16 ms",
    isReached: half <= 5 && most <= 16,
    ours: `p50 ${half.toFixed(1)} ms, p95 ${most.toFixed(1)} ms, longest ${share({ times }, 1).toFixed(0)} ms`,
    peer: "–",
    ratio: "–",
  };
}

function timesText(pressed: Pressed): string {
  const [half, most, longest] = [share(pressed, 0.5), share(pressed, 0.99), share(pressed, 1)];
  return `p50 ${half.toFixed(1)} ms, p99 ${most.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`;
}

function share({ times }: Pick<Pressed, "times">, part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
