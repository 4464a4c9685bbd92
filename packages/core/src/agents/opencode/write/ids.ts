import { digestOf } from "../../../host/digest.ts";

const counts = 0x1000n;
const kept = (1n << 48n) - 1n;

/**
 * An id as OpenCode makes them: a time and a count, then letters. Messages and parts stand in the order of their ids,
 * and those of a session that goes on must come after ours.
 */
export function ascendingId(kind: "msg" | "prt", at: { ms: number; count: number }, seed: string): string {
  return `${kind}_${timeOf(BigInt(at.ms) * counts + BigInt(at.count))}${tailOf(`${kind} ${at.count} ${seed}`)}`;
}

/** Of sessions the newest comes first. */
export function sessionId(ms: number, seed: string): string {
  return `ses_${timeOf(~(BigInt(ms) * counts))}${tailOf(seed)}`;
}

function timeOf(value: bigint): string {
  return (value & kept).toString(16).padStart(12, "0");
}

function tailOf(seed: string): string {
  return digestOf(seed).slice(0, 14);
}
