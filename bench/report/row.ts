import type { Figure } from "../measure/contest.ts";

/** A line of the table. `isReached` is null where nothing was promised. */
export interface Row {
  readonly what: string;
  readonly bar: string;
  readonly ours: string;
  readonly peer: string;
  readonly ratio: string;
  readonly isReached: boolean | null;
}

interface Ratio {
  readonly what: string;
  readonly ours: Figure;
  readonly peer: Figure;
  /** Ours may take at most so many times the peer's time; a row without it is for information. */
  readonly most?: number;
}

export function ratioRow({ what, ours, peer, most }: Ratio): Row {
  const ratio = ours.medianMs / peer.medianMs;
  return {
    what,
    bar: most === undefined ? "–" : `≤ ${most.toFixed(2)} × ${peer.name}`,
    ours: timeText(ours),
    peer: `${peer.name}: ${timeText(peer)}`,
    ratio: `${ratio.toFixed(ratio < 0.1 ? 3 : 2)} ×`,
    isReached: most === undefined ? null : ratio <= most,
  };
}

/** For what has a bar in milliseconds; the peer is there to compare. */
export function timeRow({ what, ours, peer, mostMs }: Omit<Ratio, "most"> & { readonly mostMs: number }): Row {
  return { ...ratioRow({ what, ours, peer }), bar: `≤ ${mostMs} ms`, isReached: ours.medianMs <= mostMs };
}

export function memoryRow(what: string, peakBytes: number, mostMb?: number): Row {
  const megabytes = peakBytes / 1e6;
  return {
    what,
    bar: mostMb === undefined ? "–" : `≤ ${mostMb} MB`,
    ours: `${megabytes.toFixed(0)} MB`,
    peer: "–",
    ratio: "–",
    isReached: mostMb === undefined ? null : megabytes <= mostMb,
  };
}

interface Speed {
  readonly what: string;
  readonly sizeBytes: number;
  readonly ours: Figure;
  readonly peer: Figure;
  readonly leastMbPerSecond?: number;
}

export function speedRow({ what, sizeBytes, ours, peer, leastMbPerSecond }: Speed): Row {
  const speedOf = ({ medianMs }: Figure) => sizeBytes / 1000 / medianMs;
  return {
    what,
    bar: leastMbPerSecond === undefined ? "–" : `≥ ${leastMbPerSecond} MB/s`,
    ours: `${speedOf(ours).toFixed(0)} MB/s`,
    peer: `${peer.name}: ${speedOf(peer).toFixed(0)} MB/s`,
    ratio: `${(speedOf(ours) / speedOf(peer)).toFixed(3)} ×`,
    isReached: leastMbPerSecond === undefined ? null : speedOf(ours) >= leastMbPerSecond,
  };
}

export function timeText({ medianMs, leastMs, mostMs, sampleCount }: Figure): string {
  const text = (ms: number) => (ms < 3000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`);
  return sampleCount === 1 ? text(medianMs) : `${text(medianMs)} (${text(leastMs)}–${text(mostMs)})`;
}
