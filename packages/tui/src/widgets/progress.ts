import { restoredShare } from "@reprise/model";
import { cutTo } from "../text/fit.ts";

const leastCells = 10;
const mostCells = 40;

/** How much of a history is sent, by tokens or by counts: `Restoring: [###—] NN%`. Shortened if it does not fit. */
export function progressLine(done: number, total: number, columns: number): string {
  const share = restoredShare({ doneCount: done, totalCount: total });
  const percent = `${Math.floor(share * 100)}%`;
  for (const word of ["Restoring: ", ""]) {
    const room = columns - word.length - "[] 100%".length;
    if (room >= leastCells) return `${word}[${barOf(share, Math.min(room, mostCells))}] ${percent}`;
  }
  return cutTo(percent, columns);
}

function barOf(share: number, cells: number): string {
  const full = Math.floor(share * cells);
  return "#".repeat(full) + "—".repeat(cells - full);
}
